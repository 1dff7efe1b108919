/** `1:02:03` for what is left, and the days apart; never below zero. */
export function remaining(millis: number): { days: number; clock: string } {
  const seconds = Math.max(0, Math.ceil(millis / 1_000))
  const two = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600) % 24
  const clock = `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return { days: Math.floor(seconds / 86_400), clock }
}
