import { speaker } from '../../common/words'

export const say = speaker({
  en: {
    title: 'Run your sales',
    lead: 'Log in with the operator key. Sluice prints it on its first start, and the file that holds it on later ones, unless you have set your own.',
    key: 'Operator key',
    logIn: 'Log in',
    missing: 'Enter the operator key.',
    wrong: 'This is not the operator key. Nothing was changed.',
    ended: 'Your session has ended. Log in again to continue where you left off.',
    promise: 'Every unit accounted for, at any second of the rush.',
  },
  'zh-CN': {
    title: '管理你的抢购活动',
    lead: '请用运营密钥登录。Sluice 首次启动时会打印密钥，之后会打印其存放位置，除非你自行设置过。',
    key: '运营密钥',
    logIn: '登录',
    missing: '请输入运营密钥。',
    wrong: '密钥不正确，未做任何更改。',
    ended: '登录已过期，请重新登录后继续。',
    promise: '高峰的每一秒，每一件库存都有据可查。',
  },
})
