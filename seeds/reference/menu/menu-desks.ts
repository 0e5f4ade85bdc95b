import { plain, screen, type MenuEntry } from './menu-entry.ts'

/** Channels, suppliers and depots, each with a page of its own. */
export const deskMenu: MenuEntry[] = [
  plain('delivery', 'channels', 'dlv:channel', ['渠道', 'Channels'], 'branches', {
    component: 'channels/Channels',
  }),
  screen(
    'delivery.channel',
    ['渠道详情', 'Channel'],
    '/delivery/channels/:id',
    'channels/Channel',
    'branches',
    ['dlv:channel:list'],
    { hidden: true, granted: 'elsewhere' },
  ),
  plain('delivery', 'suppliers', 'dlv:supplier', ['供应商', 'Suppliers'], 'shop', {
    component: 'suppliers/Suppliers',
  }),
  screen(
    'delivery.supplier',
    ['供应商详情', 'Supplier'],
    '/delivery/suppliers/:id',
    'suppliers/Supplier',
    'shop',
    ['dlv:supplier:list'],
    { hidden: true, granted: 'elsewhere' },
  ),
  plain(
    'delivery',
    'supplier-contacts',
    'dlv:supplier',
    ['供应商联系人', 'Supplier contacts'],
    'shop',
    {
      hidden: true,
    },
  ),
  plain('delivery', 'depots', 'dlv:depot', ['仓库资料', 'Depots'], 'bank', {
    component: 'depots/Depots',
  }),
  screen(
    'delivery.depot',
    ['仓库详情', 'Depot'],
    '/delivery/depots/:id',
    'depots/Depot',
    'bank',
    ['dlv:depot:list'],
    { hidden: true, granted: 'elsewhere' },
  ),
  plain('delivery', 'depot-gates', 'dlv:depot', ['格口', 'Depot gates'], 'bank', { hidden: true }),
]
