import type { Failure } from '../../api/client'
import { speaker } from '../../common/words'
import { en } from './en'
import { zh } from './zh'

export const say = speaker<keyof typeof en>({ en, 'zh-CN': zh })

export type Word = keyof typeof en

/** A kind sentence and its headline for a code. */
export function explain(failure: Failure): { title: string; text: string } {
  const code = `title_${failure.code}` in en ? failure.code : 'UNKNOWN'
  const text = say(`text_${code}` as Word)
  return {
    title: say(`title_${code}` as Word),
    // What the server says about a field is better than what is known here.
    text: code === 'INVALID' && failure.detail !== '' ? failure.detail : text,
  }
}

export function unitsOf(stock: number, whole: (n: number) => string): string {
  return stock === 1 ? say('unit') : say('units', whole(stock))
}
