import { row, type Permission } from '../permission.ts'

/** Codes of money, in the words of the permission screen. */
export const moneyPermissions: readonly Permission[] = [
  row('acc:account:list', '查询客户账户', 'Query accounts'),
  row('acc:account:export', '导出客户账户', 'Export accounts'),
  row('acc:account:credit', '设置信用额度与预警', 'Set credit and alarm levels'),
  row('acc:account:freeze', '冻结与解冻账户', 'Freeze and unfreeze accounts'),
  row('acc:account:adjust', '申请调账', 'Ask for adjustments'),
  row('acc:account:transfer', '申请转账', 'Ask for transfers'),
  row('acc:account:reconcile', '核对账本', 'Reconcile accounts'),
  row('acc:account:month', '结账与申请反结账', 'Close months and ask to reopen them'),
  row('acc:request:list', '查询待复核申请', 'Query requests for approval'),
  row('acc:request:export', '导出待复核申请', 'Export requests for approval'),
  row('acc:request:approve', '复核调账、转账、冲正与反结账', 'Approve requests of others'),
  row('acc:trade:list', '查询交易明细', 'Query trade details'),
  row('acc:trade:export', '导出交易明细', 'Export trade details'),
  row('acc:trade:reverse', '冲正交易', 'Reverse trades'),
  row('acc:invoice:setting', '开票设置', 'Set up invoices'),
  row('pay:account:list', '查看我的账户', 'See the own account'),
  row('pay:account:export', '导出我的账户', 'Export the own account'),
  row('pay:account:alarm', '设置余额预警', 'Set the alarm level'),
  row('pay:trade:list', '查看自己的交易明细', 'See own trade details'),
  row('pay:trade:export', '导出自己的交易明细', 'Export own trade details'),
]
