import { createApp } from 'vue'
import App from './App.vue'
import '../common/styles/tokens.css'
import './styles/element'
import './styles/console.css'
import { lang } from '../common/words'
import { speak } from '../api/client'
import { router } from './router'
import { paint } from './theme'

document.documentElement.lang = lang.value
speak(lang.value)
paint()
createApp(App).use(router).mount('#app')
