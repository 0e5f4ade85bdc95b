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
    ['SIMULATOR', '模拟支付', 'Simulated payment'],
  ]),
  dictionary('payment_provider', '支付平台', 'Payment provider', [
    ['STRIPE', 'Stripe', 'Stripe'],
    ['ALIPAY', '支付宝', 'Alipay'],
    ['SIMULATOR', '模拟支付（不收款）', 'Simulator (no real money)'],
  ]),
  dictionary('payment_event_status', '支付通知状态', 'Payment report status', [
    ['aside', '待处理', 'To be decided', 'warning'],
    ['done', '已处理', 'Done', 'success'],
    ['settled', '财务已处理', 'Settled by finance', 'success'],
    ['ignored', '无需处理', 'Nothing to do', 'default'],
  ]),
  dictionary('payment_event_why', '待处理原因', 'Why it was put aside', [
    ['unknownReference', '找不到对应的充值', 'No recharge has this number'],
    ['currencyDiffers', '币种不符', 'Another currency'],
    ['amountDiffers', '金额不符', 'Another amount'],
    ['rechargeClosed', '充值已驳回或已退款', 'The recharge was rejected or refunded'],
    ['moreThanLeft', '退单金额大于可扣金额', 'More than is left of the payment'],
    ['refundFailed', '支付平台退款失败', 'The refund failed at the provider'],
    ['refundUnsure', '退款结果未知', 'The provider gave no answer to the refund'],
  ]),
  dictionary('payment_event_kind', '支付通知类型', 'Kind of payment report', [
    ['paid', '已付款', 'Paid'],
    ['pending', '付款处理中', 'On its way'],
    ['failed', '付款失败', 'Failed'],
    ['expired', '付款页过期', 'Page expired'],
    ['returned', '直接扣款被退回', 'Direct debit returned'],
    ['chargeback', '退单', 'Charge-back'],
    ['won', '退单申诉成功', 'Charge-back won'],
    ['refundFailed', '退款失败', 'Refund failed'],
  ]),
  dictionary('recharge_status', '充值状态', 'Recharge status', [
    ['draft', '待付款', 'To be paid', 'default'],
    ['paid', '已付款，待确认', 'Paid, to be confirmed', 'processing'],
    ['confirmed', '已到账', 'Credited', 'success'],
    ['rejected', '已驳回', 'Rejected', 'error'],
    ['refunded', '已退款', 'Refunded', 'warning'],
    ['chargedBack', '已退单', 'Charged back', 'error'],
  ]),
  dictionary('invoice_kind', '发票类型', 'Invoice type', [
    ['invoice', '发票', 'Invoice', 'blue'],
    ['creditNote', '贷记单', 'Credit note', 'purple'],
  ]),
  dictionary('invoice_status', '发票状态', 'Invoice status', [
    ['draft', '草稿', 'Draft', 'default'],
    ['issued', '已开具', 'Issued', 'processing'],
    ['part', '部分付款', 'Partly paid', 'warning'],
    ['paid', '已付清', 'Paid', 'success'],
    ['credited', '已冲销', 'Credited', 'default'],
  ]),
  dictionary('invoice_mail_status', '发票邮件状态', 'Mail of an invoice', [
    ['waiting', '待发送', 'To be sent', 'processing'],
    ['sent', '已发送', 'Sent', 'success'],
    ['failed', '发送失败', 'Failed', 'error'],
    ['unconfigured', '未设置邮件服务器', 'No mail server', 'warning'],
    ['cancelled', '已取消', 'Cancelled', 'default'],
    ['noAddress', '无邮箱', 'No address', 'warning'],
  ]),
  dictionary('bank_line_status', '银行流水状态', 'Bank line status', [
    ['open', '待匹配', 'To be matched', 'warning'],
    ['matched', '已匹配', 'Matched', 'success'],
    ['ignored', '已忽略', 'Ignored', 'default'],
    ['out', '付出', 'Outgoing', 'default'],
    ['returned', '已退回', 'Returned', 'error'],
  ]),
]
