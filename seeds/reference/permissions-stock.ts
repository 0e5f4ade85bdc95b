import { row, type Permission } from './permission.ts'

/** Codes of stock, in the words of the permission screen. */
export const stockPermissions: readonly Permission[] = [
  row('stock:entry:list', '查询库存', 'Query stock'),
  row('stock:entry:export', '导出库存', 'Export stock'),
  row('stock:entry:opening', '录入期初库存', 'Book opening balances'),
  row('stock:notice:list', '查询入库单', 'Query goods-in'),
  row('stock:notice:add', '新增入库单', 'Add goods-in notices'),
  row('stock:notice:edit', '编辑入库单', 'Edit goods-in notices'),
  row('stock:notice:delete', '删除入库单', 'Delete goods-in notices'),
  row('stock:notice:announce', '提交入库预报', 'Announce goods-in'),
  row('stock:notice:receive', '收货入库', 'Receive goods'),
  row('stock:notice:close', '关闭入库单', 'Close goods-in notices'),
  row('stock:notice:export', '导出入库单', 'Export goods-in'),
  row('stock:short:list', '查询缺货', 'Query shortages'),
  row('stock:short:export', '导出缺货', 'Export shortages'),
  row('stock:order:allocate', '分配库存', 'Allocate stock to orders'),
  row('stock:order:release', '释放库存', 'Release stock of orders'),
  row('stock:wave:list', '查询波次', 'Query waves'),
  row('stock:wave:add', '新建波次', 'Open waves'),
  row('stock:wave:pick', '波次拣货', 'Pick waves'),
  row('stock:wave:export', '导出波次', 'Export waves'),
  row('stock:count:list', '查询盘点', 'Query counts'),
  row('stock:count:add', '新建盘点', 'Open counts'),
  row('stock:count:enter', '录入盘点', 'Enter counts'),
  row('stock:count:approve', '审批盘点', 'Approve counts'),
  row('stock:count:export', '导出盘点', 'Export counts'),
]
