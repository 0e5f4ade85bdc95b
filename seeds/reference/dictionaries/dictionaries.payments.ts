import { dictionary, type Dictionary } from './dictionary.ts'

/** Where and how customers pay. */
export const paymentDictionaries = (): Dictionary[] => [
  dictionary('payment_account_kind', '收款账户类型', 'Payment account type', [
    ['BANK', '银行账户', 'Bank account'],
    ['PSP', '支付平台', 'Payment provider'],
    ['CASH', '现金', 'Cash'],
  ]),
  dictionary('payment_channel', '支付渠道', 'Payment channel', [
    ['BANK', '银行转账', 'Bank transfer'],
    ['CASH', '现金', 'Cash'],
    ['STRIPE', 'Stripe 在线支付', 'Stripe'],
    ['ALIPAY', '支付宝', 'Alipay'],
  ]),
  dictionary('recharge_status', '充值状态', 'Recharge status', [
    ['draft', '待付款', 'To be paid', 'default'],
    ['paid', '已付款，待确认', 'Paid, to be confirmed', 'processing'],
    ['confirmed', '已到账', 'Credited', 'success'],
    ['rejected', '已驳回', 'Rejected', 'error'],
    ['refunded', '已退款', 'Refunded', 'warning'],
  ]),
  dictionary('bank_line_status', '银行流水状态', 'Bank line status', [
    ['open', '待匹配', 'To be matched', 'warning'],
    ['matched', '已匹配', 'Matched', 'success'],
    ['ignored', '已忽略', 'Ignored', 'default'],
    ['out', '付出', 'Outgoing', 'default'],
  ]),
]
