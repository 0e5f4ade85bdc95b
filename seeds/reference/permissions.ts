import { permsFor, type Crud } from '#contracts/kit/crud.ts'
import { KINDS } from '#contracts/orders/kinds/kinds.ts'
import { administration } from './permissions-system.ts'

import { carrierPermissions } from './menu/menu-carriers.ts'
import { moneyPermissions } from './menu/permissions-money.ts'
import { billPermissions } from './menu/menu-bills.ts'
import { podPermissions } from './menu/menu-pods.ts'
import { returnPermissions } from './menu/permissions-returns.ts'
import { stockPermissions } from './permissions-stock.ts'
import { row, type Permission } from './permission.ts'

export type { Permission } from './permission.ts'

/** What may be done with orders, for each kind of them. */
export const ORDER_ACTIONS: readonly (readonly [action: string, name: string, nameEn: string])[] = [
  ['list', '查询订单', 'Query orders'],
  ['add', '新增订单', 'Add orders'],
  ['edit', '编辑订单', 'Edit orders'],
  ['confirm', '确认订单', 'Confirm orders'],
  ['withdraw', '撤回确认', 'Withdraw confirmations'],
  ['cancel', '取消订单', 'Cancel orders'],
  ['split', '拆分订单', 'Split orders'],
  ['merge', '合并订单', 'Merge orders'],
  ['hold', '扣留', 'Hold parcels'],
  ['release', '放行', 'Release parcels'],
  ['lost', '登记丢失', 'Write parcels off as lost'],
  ['revoke', '退还客户', 'Return parcels to customers'],
  ['destroy', '登记销毁', 'Destroy parcels'],
  ['returned', '登记退回', 'Take returned parcels in'],
  ['import', '导入订单', 'Import orders'],
  ['export', '导出订单', 'Export orders'],
]

/**
 * Codes of calls written by hand, in the words of the permission screen. Those of plain entities
 * follow from their definition.
 */
export const handwritten: readonly Permission[] = [
  row('dash:status:view', '查看状态看板', 'View the status board'),
  row('dash:analysis:view', '查看经营分析', 'View the analysis'),
  row('dash:monitor:view', '查看现场监控', 'View the depot monitor'),
  row('dash:earnings:view', '查看收入与毛利', 'View revenue and margin'),
  ...KINDS.flatMap(({ slug }) =>
    ORDER_ACTIONS.map(([action, name, nameEn]) => row(`ship:${slug}:${action}`, name, nameEn)),
  ),
  row('acc:charging:edit', '设置订单扣费', 'Set up the charging of orders'),
  row('ship:price:view', '查看订单金额', 'See what orders cost'),
  row(
    'ship:price:quote',
    '报价并查看所处理订单的价格',
    'Quote, and see prices of the orders worked on',
  ),
  row('ship:service:list', '查看可用服务', 'See open services'),
  row('ship:label:print', '打印面单', 'Print labels'),
  row('ship:revoke:list', '查询撤销任务', 'Query revoke tasks'),
  row('ship:revoke:export', '导出撤销任务', 'Export revoke tasks'),
  row('ship:revoke:handle', '处理撤销任务', 'Handle revoke tasks'),
  row('ship:revoke:force', '强制撤销', 'Revoke without the label source'),
  row('ship:labelrequest:list', '查询面单申请', 'Query label requests'),
  row('ship:labelrequest:export', '导出面单申请', 'Export label requests'),
  row('ship:labelrequest:handle', '处理面单申请', 'Handle label requests'),
  row('ship:document:print', '打印单证', 'Print documents'),
  row('ship:customs:check', '报关检查与 HS 编码查询', 'Check customs data and search HS codes'),
  row('ship:delivery:appoint', '预约 FBA 派送', 'Make FBA appointments'),
  row('ship:delivery:deliver', '标记 FBA 送达或拒收', 'Mark FBA deliveries'),
  row('ship:delivery:pod', '处理 FBA 签收证明', 'Handle FBA PODs'),
  row('ship:delivery:label', '上传 FBA 箱唛', 'Upload FBA box labels'),
  row('dlv:routing:import', '导入路由表', 'Import routing tables'),
  row('dlv:userdepot:move', '转移客户仓库', 'Move user depots'),
  row('dlv:number:import', '导入号码', 'Import numbers'),
  row('dlv:number:void', '作废号码', 'Void numbers'),
  row('dlv:number:release', '释放号码', 'Release numbers'),
  row('dlv:number:reserve', '预留号码', 'Reserve numbers'),
  row('dlv:segment:activate', '启用和关闭号段', 'Activate and close segments'),
  row('dlv:label:publish', '发布面单模板', 'Publish label templates'),
  row('dlv:fee:draft', '准备价格草稿', 'Prepare price drafts'),
  row('dlv:fee:activate', '启用价格版本', 'Activate price versions'),
  row('dlv:fee:cost', '查看成本价', 'See cost prices'),
  row('acc:account:charge', '录入客户费用', 'Charge customers by hand'),
  row('acc:recharge:list', '查询充值', 'Query recharges'),
  row('acc:recharge:export', '导出充值', 'Export recharges'),
  row('acc:bankline:list', '查询银行流水', 'Query bank lines'),
  row('acc:bankline:export', '导出银行流水', 'Export bank lines'),
  row('pay:recharge:list', '查询自己的充值', 'Query own recharges'),
  row('pay:recharge:export', '导出自己的充值', 'Export own recharges'),
  row('acc:cod:list', '查询代收货款', 'Query cash on delivery'),
  row('acc:cod:export', '导出代收货款', 'Export cash on delivery'),
  row('acc:cod:import', '导入代收回款文件', 'Import remittances of cash on delivery'),
  row('acc:cod:decide', '处理代收差异', 'Decide on differences of cash on delivery'),
  row('acc:cod:payout', '代收货款付款', 'Pay out cash on delivery'),
  row('acc:cod:bank', '维护客户收款银行', "Keep customers' bank accounts"),
  row('acc:cod:setting', '代收货款设置', 'Set how cash on delivery is paid out'),
  row('pay:cod:list', '查询自己的代收货款', 'Query own cash on delivery'),
  row('pay:cod:export', '导出自己的代收货款', 'Export own cash on delivery'),
  row('acc:recharge:add', '代客户新增充值', 'Add recharges for customers'),
  row('acc:recharge:confirm', '确认和驳回充值', 'Confirm and reject recharges'),
  row('acc:recharge:refund', '充值退款', 'Refund recharges'),
  row('acc:recharge:import', '导入银行流水', 'Import bank files'),
  row('acc:recharge:limit', '设置单人确认限额', 'Set what one user confirms alone'),
  row('acc:bankline:match', '匹配银行流水', 'Match bank lines'),
  row('pay:recharge:add', '申请充值', 'Ask for recharges'),
  row('wh:in:scan', '入库扫描', 'Inbound scan'),
  row('wh:in:batch', '整批收货', 'Receive whole batches'),
  row('wh:intercept:list', '查询拦截件', 'Query intercepts'),
  row('wh:intercept:export', '导出拦截件', 'Export intercepts'),
  row(
    'wh:intercept:add',
    '登记拦截，并放行可见订单的包裹',
    'Stop parcels on arrival, and release those of orders one sees',
  ),
  row('wh:intercept:release', '放行拦截件', 'Release intercepts'),
  row('wh:pred:remind', '催客户预报件', 'Remind customers of predicted orders'),
  row('wh:sort:scan', '分拣扫描', 'Sorting scan'),
  row('wh:sort:gate', '开关与改派格口', 'Open, close and re-route gates'),
  row('wh:pkg:list', '查询袋和托盘', 'Query bags and pallets'),
  row('wh:pkg:export', '导出袋和托盘', 'Export bags and pallets'),
  row('wh:pkg:scan', '装袋扫描', 'Fill bags and pallets'),
  row('wh:pred:list', '查询预报批次', 'Query predicted batches'),
  row('wh:pred:add', '新增预报批次', 'Add predicted batches'),
  row('wh:pred:edit', '编辑预报批次', 'Edit predicted batches'),
  row('wh:pred:delete', '删除预报批次', 'Delete predicted batches'),
  row('wh:pred:finish', '完成预报批次', 'Finish predicted batches'),
  row('wh:pred:export', '导出预报批次', 'Export predicted batches'),
  row('wh:out:list', '查询出库批次', 'Query outbound batches'),
  row('wh:out:add', '新建出库批次', 'Open outbound batches'),
  row('wh:out:scan', '出库扫描', 'Outbound scan'),
  row('wh:out:close', '关闭出库批次', 'Close outbound batches'),
  row('wh:out:reopen', '撤销批次出库', 'Reopen shipped batches'),
  row('dlv:waybill:milestone', '主单节点', 'Note milestones of waybill batches'),
  row('dlv:waybill:close', '关闭主单', 'Close waybill batches'),
  row('dlv:waybill:add', '新建主单', 'Add waybill batches'),
  row('dlv:fbawaybill:add', '新建 FBA 派车单', 'Add FBA waybills'),
  row('dlv:fbawaybill:deliver', '发车、到仓与送达', 'Dispatch and deliver FBA waybills'),
  row('dlv:hawb:add', '生成分单', 'Generate house waybills'),
  row('trk:search:query', '查询轨迹', 'Search tracking'),
  row('trk:number:refresh', '刷新轨迹', 'Refresh tracking'),
  row('trk:number:event', '添加轨迹', 'Add tracking events'),
  row('trk:number:list', '查询派送单号', 'Query delivery numbers'),
  row('trk:number:edit', '维护派送单号', 'Change delivery numbers'),
  row('trk:number:export', '导出派送单号', 'Export delivery numbers'),
  row('trk:result:query', '查询轨迹结果', 'Query track results'),
  row('trk:result:edit', '更正轨迹结果', 'Correct track results'),
  row('trk:out:query', '查询出库轨迹', 'Search outbound tracks'),
  row('trk:out:mail', '邮件询问供应商', 'Mail suppliers about parcels'),
  row('trk:test:run', '测试轨迹报文', 'Try out tracking payloads'),
  row('trk:test:push', '模拟轨迹推送', 'Simulate tracking pushes'),
  ...stockPermissions,
  ...returnPermissions,
  ...billPermissions,
  ...podPermissions,
  ...carrierPermissions,
  ...moneyPermissions,
  ...administration,
]

const ACTIONS: readonly (readonly [action: string, name: string, nameEn: string])[] = [
  ['list', '查询', 'Query'],
  ['add', '新增', 'Add'],
  ['edit', '编辑', 'Edit'],
  ['delete', '删除', 'Delete'],
  ['import', '导入', 'Import'],
  ['export', '导出', 'Export'],
]

/** The codes a plain entity's calls ask for, each once. */
export function permissionsOf(entity: Crud): Permission[] {
  const codes = new Set<string>(
    entity.verbs.flatMap((verb) => {
      const { perm } = entity.endpoints[verb]
      return perm ?? []
    }),
  )
  return ACTIONS.flatMap(([action, name, nameEn]) =>
    permsFor(entity, action)
      .filter((code) => codes.has(code))
      .map((code) => row(code, name, nameEn)),
  )
}
