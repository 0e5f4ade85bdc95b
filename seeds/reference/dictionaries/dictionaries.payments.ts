import { dictionary, type Dictionary } from './dictionary.ts'

/** Where and how customers pay. */
export const paymentDictionaries = (): Dictionary[] => [
  dictionary('payment_account_kind', '收款账户类型', 'Payment account type', [
    ['BANK', '银行账户', 'Bank account'],
    ['PSP', '支付平台', 'Payment provider'],
    ['CASH', '现金', 'Cash'],
  ]),
]
