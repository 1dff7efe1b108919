import { ref } from 'vue'

export type Lang = 'en' | 'zh-CN'

/** Texts by name; `{0}`, `{1}` stand for what is said about. */
export type Words<Name extends string> = Record<Name, string>

const KEY = 'sluice.lang'

/** The language of the page, for `lang` attributes and formats. */
export const lang = ref<Lang>(chosen())

/** What was chosen here before, else what the browser prefers. */
function chosen(): Lang {
  const kept = read()
  if (kept === 'en' || kept === 'zh-CN') return kept
  const wanted = navigator.languages ?? [navigator.language]
  for (const tag of wanted) {
    if (tag.toLowerCase().startsWith('zh')) return 'zh-CN'
    if (tag.toLowerCase().startsWith('en')) return 'en'
  }
  return 'en'
}

export function choose(next: Lang): void {
  lang.value = next
  document.documentElement.lang = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Where nothing may be kept, the choice lasts as long as the page.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/**
 * Makes a function that says a text in the present language. All languages have the same names, or
 * the build fails.
 */
export function speaker<Name extends string>(
  words: Record<Lang, Words<Name>>,
): (name: Name, ...about: (string | number)[]) => string {
  return (name, ...about) =>
    words[lang.value][name].replace(/\{(\d)\}/g, (_, at) => String(about[Number(at)] ?? ''))
}

/** Such as ¥1,999 or $19.50: the short sign of the currency, and no cents where there are none. */
export function money(of: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat(lang.value, {
    style: 'currency',
    currency: of.currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(of.amount / 10 ** digits)
}

export function instant(text: string): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(lang.value, format).format(new Date(text))
}

export function whole(number: number): string {
  return new Intl.NumberFormat(lang.value).format(number)
}
