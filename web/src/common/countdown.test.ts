import { describe, expect, it } from 'vitest'
import { left, milestone, secondsLeft, short } from './countdown'

describe('a countdown', () => {
  it('is zero at the very moment and not before', () => {
    expect(secondsLeft(10_000, 9_999)).toBe(1)
    expect(secondsLeft(10_000, 10_000)).toBe(0)
    expect(secondsLeft(10_000, 11_000)).toBe(0)
  })

  it('is told in days, hours, minutes and seconds', () => {
    expect(left(2 * 86_400 + 3 * 3_600 + 4 * 60 + 5)).toEqual({
      days: 2,
      hours: 3,
      minutes: 4,
      seconds: 5,
    })
  })

  it('is short where there is little room', () => {
    expect(short(899)).toBe('14:59')
    expect(short(5)).toBe('00:05')
    expect(short(90_000)).toBe('25:00:00')
  })

  it('speaks at milestones only', () => {
    expect(milestone(61, 60)).toBe(60)
    expect(milestone(60, 59)).toBeUndefined()
    expect(milestone(35, 9)).toBe(30)
    expect(milestone(5, 0)).toBeUndefined()
  })
})
