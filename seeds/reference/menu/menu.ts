import { orderPerms } from '#contracts/orders/kinds/kind-perms.ts'
import { ALL_ORDERS, KINDS, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import { ORDER_ACTIONS } from '../permissions.ts'
import { folder, plain, screen, type MenuEntry } from './menu-entry.ts'
import { byMatter } from './menu-matters.ts'
import { priceMenu, routingMenu } from './menu-prices.ts'
import { labelMenu } from './menu-labels.ts'
import { accountingMenu } from './menu-accounting.ts'
import { myMoneyMenu } from './menu-money.ts'
import { numberMenu } from './menu-numbers.ts'
import { depotMenu } from './menu-depot.ts'
import { billMenu } from './menu-bills.ts'
import { podMenu } from './menu-pods.ts'
import { cartonListMenu, waybillMenu } from './menu-waybills.ts'
import { carrierMenu } from './menu-carriers.ts'
import { deskMenu } from './menu-desks.ts'
import { myServiceEntry, serviceMenu } from './menu-services.ts'
import { boardsMenu } from './menu-boards.ts'
import { monitorMenu } from './menu-monitor.ts'
import { systemMenu } from './menu-system.ts'
import { accountMenu, messageMenu } from './menu-account.ts'
import { returnsMenu } from './menu-returns.ts'
import { stockMenu } from './menu-stock.ts'

export type { MenuEntry } from './menu-entry.ts'

const ORDER_SCREENS: Readonly<
  Record<KindCode, { texts: readonly [name: string, nameEn: string]; icon: string }>
> = {
  B2C: { texts: ['B2C 订单', 'B2C orders'], icon: 'shopping' },
  B2B: { texts: ['B2B 订单', 'B2B orders'], icon: 'shop' },
  FBA: { texts: ['FBA 订单', 'FBA orders'], icon: 'container' },
  WMS: { texts: ['WMS 订单', 'WMS orders'], icon: 'database' },
  GENERIC: { texts: ['通用订单', 'Generic orders'], icon: 'file' },
  WORLD: { texts: ['国际邮快件', 'World-ship orders'], icon: 'global' },
}

const folders: readonly MenuEntry[] = [
  screen(
    'home',
    ['首页', 'Home'],
    '/dashboard/analysis',
    'dashboard/Analysis',
    'home',
    ['dash:analysis:view'],
    { forEveryone: true },
  ),
  boardsMenu,
  folder('shipment', ['订单', 'Orders'], 'shopping', [
    screen(
      'shipment.all',
      ['全部订单', 'All orders'],
      ALL_ORDERS,
      'shipments/Orders',
      'unordered-list',
      orderPerms('list'),
      {
        granted: 'elsewhere',
        buttons: [
          'ship:price:view',
          'ship:price:quote',
          'ship:label:print',
          'ship:customs:check',
          'ship:document:print',
        ],
      },
    ),
    ...KINDS.map((kind) => {
      const { texts, icon } = ORDER_SCREENS[kind.code]
      return screen(
        `shipment.${kind.screen.split('/').at(-1)}`,
        texts,
        kind.screen,
        'shipments/Orders',
        icon,
        [`ship:${kind.slug}:list`],
        {
          buttons: ORDER_ACTIONS.filter(([action]) => action !== 'list').map(
            ([action]) => `ship:${kind.slug}:${action}`,
          ),
        },
      )
    }),
    screen(
      'shipment.import',
      ['导入订单', 'Import orders'],
      '/shipment/import',
      'shipments/ImportOrders',
      'import',
      orderPerms('import'),
      { granted: 'elsewhere' },
    ),
    screen(
      'shipment.tasks',
      ['批量任务', 'Bulk tasks'],
      '/shipment/tasks',
      'order-tasks/OrderTasks',
      'ordered-list',
      orderPerms('list'),
      { granted: 'elsewhere' },
    ),
    myServiceEntry,
    plain('shipment', 'parcels', 'ship:parcel', ['包裹', 'Parcels'], 'inbox', {
      hidden: true,
      component: 'shipments/Parcels',
    }),
    cartonListMenu,
    plain('shipment', 'fba-orders', 'ship:delivery', ['FBA 派送', 'FBA deliveries'], 'car', {
      component: 'fba/FbaDeliveries',
      buttons: ['appoint', 'deliver', 'pod', 'label'].map((action) => `ship:delivery:${action}`),
    }),
    plain('shipment', 'revoke-tasks', 'ship:revoke', ['撤销任务', 'Revoke tasks'], 'rollback', {
      component: 'revoke-tasks/RevokeTasks',
      buttons: ['ship:revoke:handle', 'ship:revoke:force'],
    }),
    plain(
      'shipment',
      'label-requests',
      'ship:labelrequest',
      ['面单申请', 'Label requests'],
      'printer',
      { component: 'label-requests/LabelRequests', buttons: ['ship:labelrequest:handle'] },
    ),
    plain(
      'shipment',
      'fba-warehouses',
      'base:fbawarehouse',
      ['FBA 仓库', 'FBA warehouses'],
      'bank',
    ),
    plain('shipment', 'shippers', 'base:shipper', ['发件人', 'Shippers'], 'export', {
      component: 'shippers/Shippers',
    }),
    plain('shipment', 'consignees', 'base:consignee', ['收件人', 'Consignees'], 'contacts', {
      component: 'consignees/Consignees',
    }),
  ]),
  myMoneyMenu,
  stockMenu,
  depotMenu,
  returnsMenu,
  folder('tracking', ['物流跟踪', 'Tracking'], 'environment', [
    screen(
      'tracking.search',
      ['轨迹查询', 'Track search'],
      '/tracking/search',
      'tracking/TrackSearch',
      'search',
      ['trk:search:query'],
      {
        buttons: ['trk:number:refresh', 'trk:number:event'],
      },
    ),
    plain('tracking', 'numbers', 'trk:number', ['派送单号', 'Delivery numbers'], 'barcode', {
      component: 'tracking/DeliveryNumbers',
      entity: 'delivery-numbers',
      buttons: ['trk:number:edit'],
    }),
    screen(
      'tracking.outbound',
      ['出库轨迹查询', 'Outbound track search'],
      '/tracking/outbound',
      'outbound-tracks/OutTracks',
      'send',
      ['trk:out:query'],
      { buttons: ['trk:out:mail'] },
    ),
    screen(
      'tracking.result',
      ['轨迹结果', 'Track result'],
      '/tracking/result',
      'tracking/TrackResult',
      'file-search',
      ['trk:result:query'],
      { buttons: ['trk:result:edit'] },
    ),
    plain(
      'tracking',
      'recipient-mails',
      'trk:mail',
      ['收件人邮件', 'Mails to recipients'],
      'mail',
      {
        path: '/tracking/mails',
        component: 'tracking/RecipientMails',
      },
    ),
    plain('tracking', 'couriers', 'trk:courier', ['承运商', 'Couriers'], 'car', {
      component: 'tracking/Couriers',
    }),
    screen(
      'tracking.unmapped',
      ['未映射代码', 'Unmapped codes'],
      '/tracking/unmapped',
      'tracking/UnmappedCodes',
      'question-circle',
      ['trk:map:list'],
    ),
    screen(
      'tracking.test',
      ['轨迹测试', 'Test track'],
      '/tracking/test',
      'tracking/TestTrack',
      'code',
      ['trk:test:run'],
      { buttons: ['trk:test:push'] },
    ),
    plain('tracking', 'status-maps', 'trk:map', ['状态映射', 'Status mapping'], 'swap', {
      component: 'tracking/StatusMaps',
    }),
  ]),
  folder('bill', ['账单与签收', 'Bills and PODs'], 'file-done', [...billMenu, ...podMenu]),
  folder('delivery', ['基础资料', 'Delivery'], 'deployment-unit', [
    plain('delivery', 'customers', 'base:customer', ['客户', 'Customers'], 'team', {
      component: 'services/Customers',
    }),
    screen(
      'delivery.customer',
      ['客户详情', 'Customer'],
      '/delivery/customers/:id',
      'services/Customer',
      'team',
      ['base:customer:list'],
      { hidden: true, granted: 'elsewhere' },
    ),
    ...serviceMenu,
    ...waybillMenu,
    ...deskMenu,
    ...carrierMenu,
    plain('delivery', 'user-depots', 'dlv:userdepot', ['客户仓库', 'User depots'], 'solution', {
      buttons: ['dlv:userdepot:move'],
      component: 'user-depots/UserDepots',
    }),
    plain('delivery', 'partitions', 'dlv:partition', ['分区', 'Zones'], 'partition'),
    plain('delivery', 'partition-configs', 'dlv:partitioncfg', ['分区配置', 'Zone rows'], 'global'),
    ...routingMenu,
    ...priceMenu,
    ...numberMenu,
    plain(
      'delivery',
      'event-templates',
      'dlv:event',
      ['轨迹模板', 'Event templates'],
      'notification',
      {
        path: '/delivery/events',
        component: 'tracking/EventTemplates',
      },
    ),
    ...labelMenu,
    plain('delivery', 'postal-rules', 'base:postal', ['邮编规则', 'Postal code rules'], 'mail'),
    plain('delivery', 'exchange-rates', 'dlv:rate', ['汇率', 'Exchange rates'], 'swap'),
    plain('delivery', 'embargoes', 'base:embargo', ['禁限运', 'Embargoes'], 'stop'),
    plain(
      'delivery',
      'vague-words',
      'base:vagueword',
      ['笼统品名', 'Vague words'],
      'question-circle',
    ),
  ]),
  accountingMenu,
  messageMenu,
  systemMenu,
  monitorMenu,
  accountMenu,
]

/** The menu of a new installation, in the order it is shown: a line per matter. */
export const menu: readonly MenuEntry[] = folders.map((one) => byMatter(one))

/** Every entry, parents before children. */
export function entries(tree: readonly MenuEntry[] = menu): MenuEntry[] {
  return tree.flatMap((entry) => [entry, ...entries(entry.children ?? [])])
}
