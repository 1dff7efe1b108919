/** What is left until a moment, as people read it. */
export interface Left {
  days: number
  hours: number
  minutes: number
  seconds: number
}

/** Whole seconds until a moment, rounded up, so that it is zero at the very moment and not before. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}

export function left(seconds: number): Left {
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** Such as 14:59, or 1:02:03 from an hour on. */
export function short(seconds: number): string {
  const { minutes, seconds: rest } = left(seconds)
  const hours = Math.floor(seconds / 3_600)
  const tail = `${two(minutes)}:${two(rest)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

export function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** The seconds at which a countdown is worth a word to those who do not see it. */
const MILESTONES = [3_600, 600, 300, 60, 30, 10]

/** The milestone between two readings of a countdown, if one was passed. */
export function milestone(before: number, after: number): number | undefined {
  return MILESTONES.find((at) => before > at && after <= at && after > 0)
}
