import { plain, type MenuEntry } from './menu-entry.ts'

/** Price tables, their prices and surcharges. */
export const priceMenu: MenuEntry[] = [
  plain('delivery', 'fees', 'dlv:fee', ['价格表', 'Price tables'], 'dollar', {
    buttons: ['dlv:fee:activate', 'dlv:fee:cost'],
    component: 'prices/Fees',
  }),
  plain('delivery', 'fee-cells', 'dlv:fee', ['价格', 'Prices'], 'table', {
    key: 'delivery.prices',
    path: '/delivery/prices',
    component: 'prices/Prices',
  }),
  plain('delivery', 'surcharges', 'dlv:fee', ['附加费', 'Surcharges'], 'plus-circle'),
]
