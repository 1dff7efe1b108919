/** How many digits a currency has after the point; 2 for one that is not known. */
export function digitsOf(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** The codes this browser knows, for suggestions; the server has the last word. */
export const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency')

/** What the currency is called, or nothing when it is not known. */
export function currencyName(currency: string, lang: string): string | null {
  if (!CURRENCIES.includes(currency)) return null
  return new Intl.DisplayNames(lang, { type: 'currency' }).of(currency) ?? currency
}

const AMOUNT_MAX = 1_000_000_000_000

/**
 * Minor units of an amount as people write it (`1999`, `1999.5`, `1 999,50`, `1,999.50`), or nothing
 * when it is none. Counts digits rather than multiplying, so that no cent is lost to rounding.
 */
export function minor(text: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const plain = text.replace(/[\s']/g, '').replace(/,(?=\d{3}(\D|$))/g, '')
  const match = /^(\d+)(?:[.,](\d+))?$/.exec(plain)
  if (match === null) return null
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > digits) return null
  const amount = Number(match[1] + fraction.padEnd(digits, '0'))
  return amount <= AMOUNT_MAX ? amount : null
}

/** The amount as it is entered: in major units. */
export function major(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  const text = String(amount).padStart(digits + 1, '0')
  if (digits === 0) return text
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** An instant as `datetime-local` shows it, in this machine's zone. */
export function localOf(instant: string): string {
  const at = new Date(instant)
  const two = (number: number) => String(number).padStart(2, '0')
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const seconds = at.getSeconds() === 0 ? '' : `:${two(at.getSeconds())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}${seconds}`
}

/** The instant that a `datetime-local` means here, or nothing when it is incomplete. */
export function instantOf(local: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return null
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The name of this machine's zone, with how far it is from UTC then. */
export function zone(at: Date, lang: string): string {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone
  const parts = new Intl.DateTimeFormat(lang, { timeZoneName: 'longOffset' }).formatToParts(at)
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  return offset === '' || offset === name ? name : `${name} (${offset})`
}
