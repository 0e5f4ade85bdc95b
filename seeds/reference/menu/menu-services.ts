import { plain, screen, type MenuEntry } from './menu-entry.ts'

/** Services, each a page of its own; their limits are part of it. */
export const serviceMenu: MenuEntry[] = [
  plain('delivery', 'delivery-services', 'dlv:service', ['物流服务', 'Services'], 'rocket', {
    path: '/delivery/services',
    component: 'services/Services',
  }),
  screen(
    'delivery.serviceNew',
    ['新建服务', 'New service'],
    '/delivery/services/new',
    'services/NewService',
    'rocket',
    ['dlv:service:add'],
    { hidden: true, granted: 'elsewhere' },
  ),
  screen(
    'delivery.service',
    ['服务详情', 'Service'],
    '/delivery/services/:id',
    'services/Service',
    'rocket',
    ['dlv:service:list'],
    { hidden: true, granted: 'elsewhere' },
  ),
  screen(
    'delivery.quote',
    ['报价试算', 'Quote and compare'],
    '/delivery/quote',
    'services/MyServices',
    'rocket',
    ['ship:service:list'],
    { hidden: true, granted: 'elsewhere' },
  ),
  plain('delivery', 'service-rules', 'dlv:service', ['服务限制', 'Service limits'], 'safety', {
    hidden: true,
  }),
]

/** What is open to a customer, with calculator and tariff. */
export const myServiceEntry: MenuEntry = screen(
  'shipment.services',
  ['可用服务', 'My services'],
  '/shipment/services',
  'services/MyServices',
  'rocket',
  ['ship:service:list'],
  { forCustomers: true },
)
