import { lang } from '../common/words'

/** An instant to the second. */
export function exact(text: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'medium' } as const
  return new Intl.DateTimeFormat(lang.value, format).format(new Date(text))
}

/** From when to when, with what both have in common said once. */
export function period(from: string, to: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(lang.value, format).formatRange(new Date(from), new Date(to))
}
