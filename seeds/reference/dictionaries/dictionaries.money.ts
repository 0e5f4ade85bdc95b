import { dictionary, type Dictionary } from './dictionary.ts'

/** What a charge is for: price tables name it, and so do trade details. */
export const FEE_ITEMS = [
  ['1', '运费', 'Freight'],
  ['2', '燃油附加费', 'Fuel'],
  ['3', '偏远附加费', 'Remote area'],
  ['4', '超长费', 'Oversize'],
  ['5', '超重费', 'Overweight'],
  ['6', '住宅派送费', 'Residential'],
  ['7', '带电附加费', 'Battery'],
  ['8', '挂号费', 'Registration'],
  ['9', '操作费', 'Handling'],
  ['10', '换单费', 'Relabelling'],
  ['11', '仓储费', 'Storage'],
  ['12', '销毁费', 'Destruction'],
  ['13', '退件运费', 'Return freight'],
  ['14', '清关费', 'Customs clearance'],
  ['15', '代垫关税/增值税', 'Duty and VAT disbursed'],
  ['16', '保险费', 'Insurance'],
  ['17', '代收货款手续费', 'COD fee'],
  ['18', '签收证明费', 'Proof of delivery'],
  ['19', '调账', 'Adjustment'],
  ['20', '赔偿', 'Compensation'],
] as const

/** Words of accounts, their trade details and what two users decide. */
export const moneyDictionaries = (): Dictionary[] => [
  dictionary('account_kind', '客户账户类型', 'Account type', [
    ['customer', '预付', 'Prepaid'],
    ['receivable', '月结', 'Monthly'],
  ]),
  dictionary('account_status', '客户账户状态', 'Account status', [
    ['open', '正常', 'Open', 'success'],
    ['frozen', '已冻结', 'Frozen', 'error'],
  ]),
  dictionary('money_trade_type', '交易类型', 'Trade type', [
    ['recharge', '充值', 'Recharge', 'success'],
    ['charge', '扣款', 'Charge', 'blue'],
    ['refund', '退款', 'Refund', 'cyan'],
    ['adjustment', '调账', 'Adjustment', 'purple'],
    ['transfer', '转账', 'Transfer', 'gold'],
    ['exchange', '兑换', 'Exchange', 'gold'],
    ['reversal', '冲正', 'Reversal', 'warning'],
    ['chargeback', '拒付', 'Chargeback', 'error'],
    ['cod', '代收货款', 'Cash on delivery', 'cyan'],
  ]),
  dictionary('money_trade_item', '交易项目', 'Trade item', [
    ...FEE_ITEMS,
    ['tax', '增值税', 'VAT'],
    ['discount', '优惠', 'Discount'],
    ['bankFee', '银行手续费', 'Bank fee'],
    ['writeOff', '坏账核销', 'Write-off'],
    ['dunningFee', '催款费', 'Dunning fee'],
    ['defaultInterest', '逾期利息', 'Default interest'],
    ['recharge', '充值', 'Recharge'],
    ['charge', '扣款', 'Charge'],
    ['refund', '退款', 'Refund'],
    ['adjustment', '调账', 'Adjustment'],
    ['transfer', '转账', 'Transfer'],
    ['exchange', '兑换', 'Exchange'],
    ['reversal', '冲正', 'Reversal'],
    ['chargeback', '拒付', 'Chargeback'],
    ['cod', '代收货款付款', 'Payout of cash on delivery'],
  ]),
  dictionary('tax_category', '税务类别', 'Tax category', [
    ['S', '标准税率', 'Standard rate'],
    ['Z', '零税率', 'Zero rate'],
    ['E', '免税', 'Exempt'],
    ['AE', '反向征税', 'Reverse charge'],
    ['K', '欧盟境内供货', 'Intra-Community supply'],
    ['G', '出口免税', 'Export outside the EU'],
    ['O', '不征税', 'Not subject to VAT'],
  ]),
  dictionary('payment_type', '支付方式', 'Payment type', [
    ['balance', '余额', 'Balance'],
    ['monthly', '月结', 'Monthly bill'],
  ]),
  dictionary('account_request_kind', '复核申请类型', 'Request type', [
    ['adjust', '调账', 'Adjustment'],
    ['transfer', '转账', 'Transfer'],
    ['reverse', '冲正', 'Reversal'],
  ]),
  dictionary('account_request_status', '复核申请状态', 'Request status', [
    ['1', '待复核', 'Waiting', 'warning'],
    ['2', '已通过', 'Approved', 'success'],
    ['3', '已驳回', 'Rejected', 'default'],
  ]),
]
