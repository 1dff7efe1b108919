import { createApp } from 'vue'
import { speak } from '../api/client'
import { lang } from '../common/words'
import App from './App.vue'
import { startClock } from './now'
import { router } from './router'
import { loadBuyer } from './account/session'
import '../common/styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/pages.css'
import './sales/sales.css'
import './buying/buying.css'
import './orders/orders.css'
import './account/account.css'

document.documentElement.lang = lang.value
speak(lang.value)
startClock()
void loadBuyer()
createApp(App).use(router).mount('#app')
