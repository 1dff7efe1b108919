import { lang } from '../../common/words'

// Why a call of a buyer was refused, by the code that the contract gives it.
const REASONS: Record<string, { en: string; 'zh-CN': string }> = {
  SOLD_OUT: { en: 'Sold out', 'zh-CN': '已售罄' },
  GATE_FULL: { en: 'Gate full', 'zh-CN': '名额已满' },
  RATE_LIMITED: { en: 'Too many calls', 'zh-CN': '请求过于频繁' },
  OVER_LIMIT: { en: 'Over the limit per buyer', 'zh-CN': '超过每人限购' },
  NOT_OPEN: { en: 'Not open yet', 'zh-CN': '尚未开始' },
  PAUSED: { en: 'Paused', 'zh-CN': '已暂停' },
  CLOSED: { en: 'Closed', 'zh-CN': '已结束' },
  CHALLENGE_FAILED: { en: 'Challenge failed', 'zh-CN': '验证未通过' },
  PASS_INVALID: { en: 'Pass not valid', 'zh-CN': '资格无效' },
  NO_SESSION: { en: 'Not logged in', 'zh-CN': '未登录' },
  CSRF_MISSING: { en: 'Forged call', 'zh-CN': '伪造的请求' },
  OVERLOADED: { en: 'Overloaded', 'zh-CN': '系统繁忙' },
  UNAVAILABLE: { en: 'Unavailable', 'zh-CN': '暂不可用' },
  READ_ONLY: { en: 'Switch: read only', 'zh-CN': '开关：只读' },
  NO_NEW_PASSES: { en: 'Switch: no new passes', 'zh-CN': '开关：停发资格' },
  INVALID: { en: 'Malformed call', 'zh-CN': '请求格式错误' },
}

/** The code itself where there is no word for it. */
export function reasonOf(code: string): string {
  return REASONS[code]?.[lang.value] ?? code
}
