import { plain, screen, type MenuEntry } from './menu-entry.ts'

/** Price tables, their prices and surcharges. */
export const priceMenu: MenuEntry[] = [
  plain('delivery', 'fees', 'dlv:fee', ['价格表', 'Price tables'], 'dollar', {
    buttons: ['dlv:fee:draft', 'dlv:fee:activate', 'dlv:fee:cost'],
    component: 'prices/Fees',
  }),
  plain('delivery', 'fee-cells', 'dlv:fee', ['价格', 'Prices'], 'table', {
    key: 'delivery.prices',
    path: '/delivery/prices',
    component: 'prices/Prices',
  }),
  plain('delivery', 'surcharges', 'dlv:fee', ['附加费', 'Surcharges'], 'plus-circle'),
  plain(
    'delivery',
    'service-choices',
    'ship:choice',
    ['服务匹配规则', 'Service rules'],
    'branches',
    {
      component: 'service-choices/ServiceChoices',
    },
  ),
  plain('delivery', 'fuel-indexes', 'dlv:fee', ['燃油指数', 'Fuel indexes'], 'line-chart'),
  plain('delivery', 'fuel-rates', 'dlv:fee', ['燃油费率', 'Fuel rates'], 'rise', {
    component: 'prices/FuelRates',
  }),
  plain('delivery', 'remote-lists', 'dlv:fee', ['偏远名单', 'Remote lists'], 'environment', {
    component: 'prices/RemoteLists',
  }),
  plain('delivery', 'remote-postcodes', 'dlv:fee', ['偏远邮编', 'Remote postcodes'], 'pushpin'),
]

/** Zones as a whole, and what parcels are sorted by, from the suppliers' files. */
export const routingMenu: MenuEntry[] = [
  screen(
    'delivery.zones',
    ['分区表', 'Zone sheets'],
    '/delivery/zones',
    'zones/Zones',
    'environment',
    ['dlv:partition:list'],
    { granted: 'elsewhere' },
  ),
  plain('delivery', 'routing-codes', 'dlv:routing', ['路由码', 'Routing codes'], 'gateway', {
    buttons: ['dlv:routing:import'],
    component: 'zones/RoutingCodes',
  }),
  plain('delivery', 'routing-tables', 'dlv:routing', ['路由表', 'Routing tables'], 'tags'),
]
