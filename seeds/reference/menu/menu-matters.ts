import type { MenuEntry } from './menu-entry.ts'

type Matter = readonly [
  key: string,
  name: string,
  nameEn: string,
  icon: string,
  /** Keys of its screens, without that of their folder. */
  of: string,
]

/**
 * One line of the menu per matter: the screens it gathers are the tabs of that line. Each keeps its
 * own path, name and permission.
 */
const MATTERS: readonly Matter[] = [
  [
    'boards.all',
    '看板与报表',
    'Boards and reports',
    'dashboard',
    'workplace status monitor earnings reports',
  ],
  ['shipment.orders', '订单', 'Orders', 'shopping', 'all b2c b2b fba wms generic world'],
  [
    'shipment.bulk',
    '导入与任务',
    'Import and tasks',
    'import',
    'import tasks revoke-tasks label-requests',
  ],
  ['shipment.amazon', 'FBA', 'FBA', 'car', 'fba-orders fbaWaybills fba-warehouses'],
  ['shipment.parties', '收发件人', 'Address books', 'contacts', 'shippers consignees'],
  [
    'stock.goods',
    '库存',
    'Stock',
    'database',
    'balances stock-skus goodsIn waves counts shortages stock-places',
  ],
  [
    'warehouse.arrivals',
    '到货',
    'Arrivals',
    'schedule',
    'predicted batchIn predictedShipments intercepts',
  ],
  [
    'returns.work',
    '退件处理',
    'Returns',
    'rollback',
    'unconfirmed mine common-returns return-claims predicted-returns return-rules return-configs',
  ],
  ['returns.stations', '退件工位', 'Return stations', 'scan', 'station print printSets'],
  [
    'returns.service',
    '工单',
    'Cases',
    'message',
    'cases attachments canned-replies case-terms mailbox',
  ],
  [
    'tracking.events',
    '轨迹',
    'Track and trace',
    'environment',
    'search numbers outbound result recipient-mails',
  ],
  [
    'tracking.carriers',
    '承运商与映射',
    'Couriers and mapping',
    'car',
    'couriers unmapped status-maps test',
  ],
  ['bill.bills', '承运商账单', "Carriers' bills", 'file-sync', 'matching lines'],
  ['bill.proofs', '签收证明', 'Proofs of delivery', 'file-done', 'pods pod-carriers print-jobs'],
  ['delivery.clients', '客户', 'Customers', 'team', 'customers user-depots'],
  [
    'delivery.offer',
    '服务与面单',
    'Services and labels',
    'rocket',
    'delivery-services service-choices label-templates number-pools number-segments event-templates',
  ],
  ['delivery.linehaul', '主单与派车', 'Waybills', 'global', 'waybills houseWaybills fbaWaybills'],
  [
    'delivery.partners',
    '供应商与仓库',
    'Suppliers and depots',
    'shop',
    'channels suppliers depots',
  ],
  [
    'delivery.areas',
    '分区与路由',
    'Zones and routing',
    'environment',
    'zones partitions partition-configs routing-codes routing-tables postal-rules remote-lists remote-postcodes',
  ],
  [
    'delivery.tariffs',
    '价格',
    'Prices',
    'dollar',
    'fees prices surcharges fuel-indexes fuel-rates exchange-rates embargoes vague-words',
  ],
  ['accounting.balances', '客户账户', 'Accounts', 'wallet', 'accounts requests trades charging'],
  [
    'accounting.payments',
    '收款',
    'Payments',
    'bank',
    'recharges bank-lines online-payments payment-accounts cod',
  ],
  [
    'accounting.billing',
    '发票与催款',
    'Invoices',
    'file-text',
    'invoices month-end dunning dunning-letters invoice-settings',
  ],
  [
    'accounting.books',
    '账簿与申报',
    'Books and returns',
    'account-book',
    'accounting-export vat-return ec-sales trial-balance open-items revaluations tax-rates',
  ],
  [
    'system.people',
    '用户',
    'Users',
    'user',
    'users registrations subAccounts online addressBook positions',
  ],
  [
    'system.access',
    '角色与权限',
    'Roles and permissions',
    'idcard',
    'roles roleUsers permissions accessTest',
  ],
  ['system.organisation', '组织', 'Organisation', 'apartment', 'tenants departments myDepartments'],
  [
    'system.words',
    '字典与规则',
    'Dictionaries and rules',
    'read',
    'dictionaries categories countries checkRules fillRules printSets',
  ],
  [
    'system.mail',
    '消息与公告',
    'Messages and announcements',
    'mail',
    'messages messageTemplates announcements',
  ],
  ['system.analysis', '报表设计', 'Report design', 'bar-chart', 'reports dataSources'],
  [
    'system.connections',
    '接口与集成',
    'Interfaces',
    'api',
    'api gateway thirdProviders messageChannels',
  ],
  ['system.records', '日志与任务', 'Logs and jobs', 'audit', 'logs dataLogs jobs files'],
]

/** A folder with its screens gathered by matter; what belongs to none stays a line of its own. */
export function byMatter(of: MenuEntry): MenuEntry {
  const { children } = of
  if (!children) return of
  const matterOf = new Map(
    MATTERS.flatMap((matter) => keysOf(matter).map((key) => [key, matter] as const)),
  )
  const made = new Set<Matter>()
  const gathered = children.flatMap((child): MenuEntry[] => {
    const matter = matterOf.get(child.key)
    if (!matter) return [child]
    if (made.has(matter)) return []
    made.add(matter)
    return [matterEntry(matter, children)]
  })
  return { ...of, ...(gathered[0] ? { redirect: gathered[0].path } : {}), children: gathered }
}

const keysOf = ([key, , , , of]: Matter): string[] =>
  of.split(' ').map((one) => `${key.split('.')[0]}.${one}`)

function matterEntry(matter: Matter, children: readonly MenuEntry[]): MenuEntry {
  const [key, name, nameEn, icon] = matter
  const tabs = keysOf(matter).map((one) => {
    const child = children.find((entry) => entry.key === one)
    if (!child) throw new Error(`${key} gathers ${one}, which is not in its folder`)
    return child
  })
  return {
    key,
    name,
    nameEn,
    path: `/tabs/${key.replace('.', '/')}`,
    component: 'layouts/TabLayout',
    icon,
    redirect: tabs[0]!.path,
    children: tabs,
  }
}
