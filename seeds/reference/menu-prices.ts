import { plain, screen, type MenuEntry } from './menu-entry.ts'

/** Price tables, their prices and surcharges. */
export const priceMenu: MenuEntry[] = [
  plain('delivery', 'fees', 'dlv:fee', ['价格表', 'Price tables'], 'dollar', {
    buttons: ['dlv:fee:activate', 'dlv:fee:cost'],
    component: 'prices/Fees',
  }),
  screen(
    'delivery.prices',
    ['价格', 'Prices'],
    '/delivery/prices',
    'prices/Prices',
    'table',
    ['dlv:fee:list'],
    {
      granted: 'elsewhere',
    },
  ),
  plain('delivery', 'surcharges', 'dlv:fee', ['附加费', 'Surcharges'], 'plus-circle'),
]
