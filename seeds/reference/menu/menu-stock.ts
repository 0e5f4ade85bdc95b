import { folder, plain, screen, type MenuEntry } from './menu-entry.ts'

/** Goods stored for customers. */
export const stockMenu: MenuEntry = folder('stock', ['库存', 'Stock'], 'database', [
  screen(
    'stock.balances',
    ['库存查询', 'Stock'],
    '/shipment/stock',
    'stock/Stock',
    'database',
    ['stock:entry:list'],
    { buttons: ['stock:entry:export', 'stock:entry:opening'] },
  ),
  plain('stock', 'stock-skus', 'stock:sku', ['SKU 资料', 'SKUs'], 'tags', {
    path: '/shipment/skus',
  }),
  screen(
    'stock.goodsIn',
    ['入库单', 'Goods-in'],
    '/shipment/goods-in',
    'stock/GoodsIn',
    'login',
    ['stock:notice:list'],
    {
      buttons: [
        'stock:notice:add',
        'stock:notice:edit',
        'stock:notice:delete',
        'stock:notice:announce',
        'stock:notice:receive',
        'stock:notice:close',
        'stock:notice:export',
      ],
    },
  ),
  screen(
    'stock.shortages',
    ['缺货清单', 'Shortages'],
    '/shipment/shortages',
    'stock/Shortages',
    'warning',
    ['stock:short:list'],
    { buttons: ['stock:short:export', 'stock:order:allocate', 'stock:order:release'] },
  ),
  screen(
    'stock.waves',
    ['波次拣货', 'Waves'],
    '/shipment/waves',
    'waves/Waves',
    'partition',
    ['stock:wave:list'],
    { buttons: ['stock:wave:add', 'stock:wave:pick', 'stock:wave:export'] },
  ),
  screen(
    'stock.counts',
    ['盘点', 'Counts'],
    '/shipment/counts',
    'stock/Counts',
    'audit',
    ['stock:count:list'],
    {
      buttons: [
        'stock:count:add',
        'stock:count:enter',
        'stock:count:approve',
        'stock:count:export',
      ],
    },
  ),
  plain('stock', 'stock-places', 'stock:place', ['库位', 'Places'], 'environment', {
    path: '/shipment/places',
  }),
])
