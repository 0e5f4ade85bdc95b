import type { Crud } from '#contracts/kit/crud.ts'
import { administration } from './permissions-system.ts'

import { row, type Permission } from './permission.ts'

export type { Permission } from './permission.ts'

/**
 * Codes of calls written by hand, in the words of the permission screen. Those of plain entities
 * follow from their definition.
 */
export const handwritten: readonly Permission[] = [
  row('dash:status:view', '查看状态看板', 'View the status board'),
  row('dash:analysis:view', '查看经营分析', 'View the analysis'),
  row('dash:monitor:view', '查看现场监控', 'View the depot monitor'),
  row('ship:b2c:list', '查询订单', 'Query orders'),
  row('ship:b2c:add', '新增订单', 'Add orders'),
  row('ship:b2c:edit', '编辑订单', 'Edit orders'),
  row('ship:b2c:confirm', '确认订单', 'Confirm orders'),
  row('ship:b2c:withdraw', '撤回确认', 'Withdraw confirmations'),
  row('ship:b2c:cancel', '取消订单', 'Cancel orders'),
  row('ship:b2c:import', '导入订单', 'Import orders'),
  row('ship:b2c:export', '导出订单', 'Export orders'),
  row('ship:price:view', '查看订单金额', 'See what orders cost'),
  row('ship:label:print', '打印面单', 'Print labels'),
  row('wh:in:scan', '入库扫描', 'Inbound scan'),
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
  row('trk:search:query', '查询轨迹', 'Search tracking'),
  row('trk:number:refresh', '刷新轨迹', 'Refresh tracking'),
  row('trk:number:event', '添加轨迹', 'Add tracking events'),
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
      return perm === undefined ? [] : [perm]
    }),
  )
  return ACTIONS.filter(([action]) => codes.has(`${entity.perm}:${action}`)).map(
    ([action, name, nameEn]) => row(`${entity.perm}:${action}`, name, nameEn),
  )
}
