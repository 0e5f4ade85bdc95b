import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { datetime, dict, int, length, money, ref, text, textarea, weight } from '../kit/field.ts'

/** Where a track is looked for: the own ones, those all customers see, those without an owner. */
export const POOLS = ['my', 'common', 'unconfirmed'] as const
export type Pool = (typeof POOLS)[number]
/** Only for who sorts out owners. */
const SORTING = 'ret:unconf:list'

/** Returned parcels, from the announcement to the last fee. */
export const returnTrackList = crud(
  entity({
    name: 'return-tracks',
    table: 'return_track',
    scope: 'owner',
    creator: true,
    unowned: true,
    depot: 'depot_id',
    label: 'no',
    filters: {
      pool: text({ filter: 'eq', show: [] }),
      /** Any number or word people know of it. */
      find: text({ filter: 'eq', show: [] }),
    },
    fields: {
      no: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
      trackNo: text({ readOnly: true, filter: 'prefix', sort: true, width: 170 }),
      state: dict('return_state', { readOnly: true, filter: 'in', sort: true, width: 130 }),
      customerId: ref('customers', {
        readOnly: true,
        perm: 'base:customer:list',
        filter: 'in',
        width: 160,
      }),
      depotId: ref('depots', { readOnly: true, filter: 'in', width: 120 }),
      place: text({ readOnly: true, filter: 'prefix', width: 100 }),
      arrivedAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      carrier: text({ readOnly: true, filter: 'prefix', width: 110 }),
      senderText: textarea({ readOnly: true, show: ['list', 'detail'], width: 200 }),
      senderPostalCode: text({ readOnly: true, show: ['detail'], width: 100 }),
      goods: text({ readOnly: true, filter: 'like', width: 180 }),
      weight: weight({ readOnly: true, width: 100 }),
      length: length({ readOnly: true, show: ['detail'] }),
      width: length({ readOnly: true, show: ['detail'] }),
      height: length({ readOnly: true, show: ['detail'] }),
      grade: dict('return_grade', { readOnly: true, filter: 'in', width: 100 }),
      value: money({
        readOnly: true,
        currencyFrom: 'currency',
        sign: 'nonNegative',
        show: ['detail'],
      }),
      currency: dict('currency', { readOnly: true, show: ['detail'] }),
      action: dict('return_action', { readOnly: true, filter: 'in', width: 110 }),
      actionBy: dict('return_decided_by', { readOnly: true, show: ['detail'] }),
      actionNote: textarea({ readOnly: true, show: ['detail'] }),
      score: int({ readOnly: true, perm: SORTING, sort: true, width: 90 }),
      matchReason: text({ readOnly: true, perm: SORTING, show: ['detail'] }),
      dueStep: dict('return_due_step', { readOnly: true, filter: 'in', width: 140 }),
      dueAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      ownedAt: datetime({ readOnly: true, show: ['detail'] }),
      doneAt: datetime({ readOnly: true, show: ['detail'] }),
    },
  }),
  {
    path: '/rwms/returnTrack',
    perm: ['ret:my', 'ret:unconf'],
    verbs: ['exportXls'],
    byHand: ['list', 'queryById'],
    sort: { column: 'arrivedAt', order: 'desc' },
  },
)
