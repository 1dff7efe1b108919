import { lang } from '../common/words'

/** An instant to the second. */
export function exact(text: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat(lang.value, format).format(new Date(text))
}
