import { plain, type MenuEntry } from './menu-entry.ts'

/** Pools and segments of numbers: one page, opened at the one or the other. */
export const numberMenu: MenuEntry[] = [
  plain('delivery', 'number-pools', 'dlv:number', ['号码池', 'Number pools'], 'number', {
    path: '/delivery/numbers',
    component: 'numbers/Numbers',
    buttons: ['dlv:number:import', 'dlv:number:void', 'dlv:number:release', 'dlv:number:reserve'],
  }),
  plain('delivery', 'number-segments', 'dlv:segment', ['号段', 'Number segments'], 'number', {
    component: 'numbers/Numbers',
    buttons: ['dlv:segment:activate'],
  }),
]
