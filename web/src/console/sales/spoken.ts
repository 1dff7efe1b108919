import { lang } from '../../common/words'

/** A number of seconds as people say it: `15 min`, `1 h 30 min`. */
export function spoken(seconds: number): string {
  const unit = (value: number, name: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(lang.value, { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    )
  const parts: string[] = []
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  if (hours > 0) parts.push(unit(hours, 'hour'))
  if (minutes > 0) parts.push(unit(minutes, 'minute'))
  if (seconds % 60 > 0 || parts.length === 0) parts.push(unit(seconds % 60, 'second'))
  return parts.join(' ')
}
