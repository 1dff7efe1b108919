import { speak } from '../api/client'
import { choose, lang } from '../common/words'

/** Changes the language of everything, also of what the server answers from now on. */
export function switchLanguage(): void {
  choose(lang.value === 'en' ? 'zh-CN' : 'en')
  speak(lang.value)
}
