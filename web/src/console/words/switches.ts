import { speaker } from '../../common/words'

export const say = speaker({
  en: {
    title: 'Switches',
    lead: 'Degrade by hand when something is in trouble. They act on every node at once and stay until you turn them back.',
    readOnly: 'Read only',
    readOnlyText:
      'Buyers can browse, log in and ask for their claims. Registration, passes, new claims, payments and cancelling are refused.',
    noNewPasses: 'No new passes',
    noNewPassesText:
      'The gate mints no passes. Passes that are out stay good, so the rush ebbs gently.',
    noRegistration: 'No registration',
    noRegistrationText: 'Nobody new registers and no one-time codes go out. Known buyers carry on.',
    pollingOnly: 'Polling only',
    pollingOnlyText: 'The buyers’ WebSocket is closed; their pages ask for results instead.',
    holdSettlement: 'Hold settlement',
    holdSettlementText:
      'Claims are taken, but stay queued while you look after the order book. They settle when you turn it off.',
    onTitle: 'Turn on “{0}”?',
    on: 'Turn on',
    turnedOn: '“{0}” is on.',
    turnedOff: '“{0}” is off.',
    isOn: 'On',
    isOff: 'Off',
  },
  'zh-CN': {
    title: '开关',
    lead: '出现问题时手动降级。对所有节点立即生效，直到你再次关闭。',
    readOnly: '只读',
    readOnlyText:
      '买家可以浏览、登录和查询自己的请求。注册、领取资格、新的抢购、付款和取消一律拒绝。',
    noNewPasses: '停发资格',
    noNewPassesText: '不再发放新资格，已发放的仍然有效，抢购会平缓结束。',
    noRegistration: '停止注册',
    noRegistrationText: '不再接受新买家注册，也不发送验证码。已有买家不受影响。',
    pollingOnly: '仅轮询',
    pollingOnlyText: '关闭买家的 WebSocket，页面改为轮询结果。',
    holdSettlement: '暂停结算',
    holdSettlementText: '照常接受抢购请求，但在维护订单簿期间保持排队，关闭开关后继续结算。',
    onTitle: '打开“{0}”？',
    on: '打开',
    turnedOn: '“{0}”已打开。',
    turnedOff: '“{0}”已关闭。',
    isOn: '开',
    isOff: '关',
  },
})
