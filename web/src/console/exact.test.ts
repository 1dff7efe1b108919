import { describe, expect, it } from 'vitest'
import { choose } from '../common/words'
import { period } from './exact'

describe('a period', () => {
  it('names a day once', () => {
    choose('en')
    const day = period('2026-11-11T10:00:00', '2026-11-11T11:30:00')
    expect(day).toMatch(/Nov 11, 2026, 10:00\s–\s11:30/)
    choose('zh-CN')
    expect(period('2026-11-11T10:00:00', '2026-11-11T11:30:00').match(/2026/g)).toHaveLength(1)
  })

  it('names two days when there are two', () => {
    choose('en')
    const days = period('2026-11-11T23:00:00', '2026-11-12T01:00:00')
    expect(days).toMatch(/Nov 11, 2026, 11:00.*Nov 12, 2026, 1:00/)
  })
})
