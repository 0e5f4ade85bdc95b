import { screen, type MenuEntry } from './menu-entry.ts'

/** What flies, sails, drives or rolls together, and its papers. */
export const waybillMenu: MenuEntry[] = [
  screen(
    'delivery.waybills',
    ['主单批次', 'Waybill batches'],
    '/delivery/waybills',
    'waybills/WaybillBatches',
    'rocket',
    ['dlv:waybill:list'],
    {
      entity: 'waybill-batches',
      buttons: ['dlv:waybill:add', 'dlv:waybill:milestone', 'dlv:waybill:close'],
    },
  ),
  screen(
    'delivery.houseWaybills',
    ['分单', 'House waybills'],
    '/delivery/house-waybills',
    'waybills/HouseWaybills',
    'profile',
    ['dlv:hawb:list'],
    { entity: 'house-waybills', buttons: ['dlv:hawb:add'] },
  ),
  screen(
    'delivery.fbaWaybills',
    ['FBA 派车单', 'FBA waybills'],
    '/delivery/fba-waybills',
    'fba-waybills/FbaWaybills',
    'schedule',
    ['dlv:fbawaybill:list'],
    { entity: 'fba-waybills', buttons: ['dlv:fbawaybill:add', 'dlv:fbawaybill:deliver'] },
  ),
]

/** The customer's own cartons on trucks to marketplaces. */
export const cartonListMenu: MenuEntry = screen(
  'shipment.fbaWaybills',
  ['FBA 装箱清单', 'Waybill FBA lists'],
  '/shipment/fba-waybills',
  'fba-waybills/FbaCartonLists',
  'inbox',
  ['wb:fba:list'],
  { entity: 'fba-carton-lists' },
)
