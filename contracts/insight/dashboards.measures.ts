import type { Analysis, Todo, TodayFigures, WAIT_BUCKETS } from './dashboards.ts'
import type { billRunList } from '../billing/bill-runs.ts'
import { DEADLINE_DAYS } from '../billing/bills.states.ts'
import type { disputeList } from '../billing/disputes.ts'
import { OUT_BATCH, PREDICTED_BATCH } from '../depot/scans.states.ts'
import { REQUEST, type accountRequestList } from '../money/account-requests.ts'
import type { accountList } from '../money/accounts.ts'
import type { bankLineList } from '../money/bank-lines.ts'
import type { paymentEventList } from '../money/payment-events.ts'
import { ANSWERED_CASES, LATE_CASES, MY_CASES } from './cases.measures.ts'
import { INVOICE_DRAFTS, INVOICES_OVERDUE } from './invoices.measures.ts'
import { RECHARGES_PAID } from './recharges.measures.ts'
import type { tradeList } from '../money/trades.ts'
import type { outBatchList } from '../depot/outbound.ts'
import type { predictedBatchList } from '../depot/predicted.ts'
import { dayAfter, measure, measureList, type Look, type Measure } from '../kit/measure.ts'
import { IN_DEPOT, parcelsAt } from '../orders/parcels.measures.ts'
import type { shipmentImports } from '../orders/imports/shipment-imports.ts'
import type { shipmentList } from '../orders/shipments.ts'
import { orderPerms } from '../orders/kinds/kind-perms.ts'
import { ALL_ORDERS } from '../orders/kinds/kinds.ts'
import { REVOKE_OPEN } from '../orders/labels.states.ts'
import type { revokeTaskList } from '../orders/revoke-tasks.ts'
import { CLOSED_MIXED, PARCEL } from '../orders/shipments.states.ts'
import type { registrationList } from '../platform/session/identity.ts'
import type { messageList } from '../platform/messaging/messages.ts'
import type { returnClaimList } from '../returns/return-claims.ts'
import { RETURN } from '../returns/return-tracks.states.ts'
import type { returnTrackList } from '../returns/return-tracks.ts'
import { LATE_PARCELS } from '../tracking/delivery-numbers.measures.ts'
import type { tracking } from '../tracking/tracking.ts'

/** The list figures of orders lead to: orders of every kind the caller sees. */
export const LISTED = { path: ALL_ORDERS, perm: orderPerms('list') } as const

type OrderFilters = Parameters<typeof measure<typeof shipmentList>>[0]['filter']
const orders = (filter: OrderFilters, by?: 'shipmentStatus'): Measure =>
  measure<typeof shipmentList>({
    entity: 'shipments',
    screen: LISTED.path,
    filter,
    ...(by ? { by } : {}),
  })
const withStatus = (status: number): Measure => orders(() => ({ shipmentStatus: String(status) }))

const onlyToday = ({ today }: Look) => ({ from: today, to: today })

/** Orders by status, all statuses. */
export const BY_STATUS: Measure = orders(() => ({}), 'shipmentStatus')

export const TODAY: Readonly<Record<keyof TodayFigures, Measure>> = {
  added: orders(({ today }) => ({ createTime_begin: today, createTime_end: today })),
  received: parcelsAt('receivedAt', onlyToday),
  outbound: parcelsAt('outboundAt', onlyToday),
  delivered: parcelsAt('deliveredAt', onlyToday),
  exceptions: withStatus(PARCEL.EXCEPTION),
  held: IN_DEPOT.held,
}

/** Drafts made from so many days ago to so many days ago; null: since ever. */
const drafts = (from: number | null, to: number): Measure =>
  orders(({ today }) => ({
    shipmentStatus: String(PARCEL.DRAFT),
    ...(from === null ? {} : { createTime_begin: dayAfter(today, -from) }),
    ...(to === 0 ? {} : { createTime_end: dayAfter(today, -to) }),
  }))
/** Orders that wait for their confirmation, by whole days. */
export const DRAFTS_BY_AGE: Readonly<Record<(typeof WAIT_BUCKETS)[number], Measure>> = {
  '0-2': drafts(2, 0),
  '3-7': drafts(7, 3),
  '8-30': drafts(30, 8),
  '30+': drafts(null, 31),
}

/** What an analysis counts: all that was not called off before it began. */
export const COUNTED: readonly number[] = [...Object.values(PARCEL), CLOSED_MIXED]
  .filter((status) => status !== PARCEL.CANCELLED && status !== PARCEL.REVOKED)
  .toSorted((a, b) => a - b)

export interface Narrow {
  depotId?: string
  customerId?: string
  serviceId?: string
  country?: string
}
/** Of these the prices make up the order value: all that were confirmed. */
export const VALUED = COUNTED.filter((of) => of !== PARCEL.DRAFT && of !== PARCEL.PREDICTED)
const inSpan =
  (states: readonly number[]) =>
  (from: string, to: string, narrow: Narrow = {}): Measure =>
    orders(() => ({
      createTime_begin: from,
      createTime_end: to,
      shipmentStatus: states.join(','),
      ...narrow,
    }))
/** Orders of an analysis: its span, and what it was narrowed to. */
export const analysed = inSpan(COUNTED)
/** Orders whose prices are its order value. */
export const valued = inSpan(VALUED)
/** What an analysis shares its orders out by. */
export const SHARES: Readonly<
  Record<Extract<keyof Analysis, `by${string}`>, keyof Narrow & string>
> = { byService: 'serviceId', byCountry: 'country', byCustomer: 'customerId' }
/** Parcels of an analysis, by what happened to them. */
export const flowed = (
  from: string,
  to: string,
  narrow: Pick<Narrow, 'depotId' | 'customerId'> = {},
): Readonly<Record<'received' | 'outbound' | 'delivered', Measure>> => ({
  received: parcelsAt('receivedAt', () => ({ from, to }), narrow),
  outbound: parcelsAt('outboundAt', () => ({ from, to }), narrow),
  delivered: parcelsAt('deliveredAt', () => ({ from, to }), narrow),
})

/** Revoke tasks that are open and not put off. */
export const REVOKES_DUE: Measure = measure<typeof revokeTaskList>({
  entity: 'revoke-tasks',
  screen: '/shipment/revoke-tasks',
  filter: ({ today }) => ({ status: REVOKE_OPEN.join(','), followUp_end: today }),
})

interface TodoMeasure {
  /** Of each of these one: to see the list, and to do something about it. */
  perms: readonly (string | readonly string[])[]
  /** It waits for customers: to staff the same rows are nothing to act on. */
  ofCustomers?: true
  measure: Measure
}
/** What waits for a user to act. */
export const TODOS: Readonly<Record<Todo['kind'], TodoMeasure>> = {
  held: { perms: [LISTED.perm, orderPerms('release')], measure: withStatus(PARCEL.HELD) },
  revokes: { perms: ['ship:revoke:list', 'ship:revoke:handle'], measure: REVOKES_DUE },
  exceptions: {
    perms: [LISTED.perm, [...orderPerms('lost'), 'trk:number:event', 'ret:case:add']],
    measure: withStatus(PARCEL.EXCEPTION),
  },
  drafts: { perms: [LISTED.perm, orderPerms('confirm')], measure: withStatus(PARCEL.DRAFT) },
  imports: {
    perms: [orderPerms('import')],
    measure: measureList<typeof shipmentImports.list>({
      list: '/erp/shipmentImport/list',
      screen: '/shipment/import',
      filter: ({ today }) => ({ unresolved: 'true', createTime_begin: dayAfter(today, -6) }),
    }),
  },
  predicted: {
    perms: ['wh:pred:list', ['wh:pred:finish', 'wh:pred:edit', 'wh:in:batch']],
    measure: measure<typeof predictedBatchList>({
      entity: 'predicted-batches',
      screen: '/warehouse/predicted',
      filter: ({ today }) => ({
        status: [PREDICTED_BATCH.waiting, PREDICTED_BATCH.inProgress].join(','),
        expectedDate_end: dayAfter(today, -1),
      }),
    }),
  },
  outBatches: {
    perms: ['wh:out:list', 'wh:out:close'],
    measure: measure<typeof outBatchList>({
      entity: 'out-batches',
      screen: '/warehouse/out',
      filter: ({ today }) => ({ status: OUT_BATCH.open, createTime_end: dayAfter(today, -1) }),
    }),
  },
  lateParcels: { perms: ['trk:number:list', 'trk:number:event'], measure: LATE_PARCELS },
  unmapped: {
    perms: ['trk:map:list', ['trk:map:add', 'trk:map:edit']],
    measure: measureList<typeof tracking.unmapped>({
      list: '/erp/tracking/unmapped',
      screen: '/tracking/unmapped',
      filter: () => ({}),
    }),
  },
  accountRequests: {
    perms: ['acc:request:list', 'acc:request:approve'],
    measure: measure<typeof accountRequestList>({
      entity: 'account-requests',
      screen: '/accounting/requests',
      filter: () => ({ status: REQUEST.waiting }),
    }),
  },
  lowBalance: {
    perms: ['acc:account:list', 'acc:recharge:add'],
    measure: measure<typeof accountList>({
      entity: 'accounts',
      screen: '/accounting/accounts',
      filter: () => ({ low: 'true' }),
    }),
  },
  bankLines: {
    perms: ['acc:bankline:list', 'acc:bankline:match'],
    measure: measure<typeof bankLineList>({
      entity: 'bank-lines',
      screen: '/accounting/bank-lines',
      filter: () => ({ status: 'open' }),
    }),
  },
  recharges: { perms: ['acc:recharge:list', 'acc:recharge:confirm'], measure: RECHARGES_PAID },
  paymentsAside: {
    perms: ['acc:recharge:list', 'acc:recharge:confirm'],
    measure: measure<typeof paymentEventList>({
      entity: 'payment-events',
      screen: '/accounting/online-payments',
      filter: () => ({ status: 'aside' }),
    }),
  },
  invoiceDrafts: { perms: ['acc:invoice:list', 'acc:invoice:issue'], measure: INVOICE_DRAFTS },
  overdueInvoices: { perms: ['acc:invoice:list', 'acc:invoice:dun'], measure: INVOICES_OVERDUE },
  tradeQuestions: {
    perms: ['acc:trade:list', 'acc:trade:answer'],
    measure: measure<typeof tradeList>({
      entity: 'trades',
      screen: '/accounting/trades',
      filter: () => ({ asked: 'true' }),
    }),
  },
  billDeadlines: {
    perms: ['bill:match:list', 'bill:match:accept'],
    measure: measure<typeof billRunList>({
      entity: 'bill-runs',
      screen: '/bill/matching',
      filter: ({ today }) => ({
        state: 'matched',
        open_begin: '1',
        deadline_begin: today,
        deadline_end: dayAfter(today, DEADLINE_DAYS),
      }),
    }),
  },
  disputeDeadlines: {
    perms: ['bill:data:list', 'bill:dispute:list', 'bill:dispute:edit'],
    measure: measure<typeof disputeList>({
      entity: 'disputes',
      screen: '/bill/lines',
      tab: 'disputes',
      filter: ({ today }) => ({
        state: 'draft',
        deadline_begin: today,
        deadline_end: dayAfter(today, DEADLINE_DAYS),
      }),
    }),
  },
  lateCases: { perms: ['ret:case:list', 'ret:case:handle'], measure: LATE_CASES },
  answeredCases: {
    perms: ['ret:case:list', 'ret:case:comment'],
    ofCustomers: true,
    measure: ANSWERED_CASES,
  },
  myCases: {
    perms: ['ret:case:list', ['ret:case:handle', 'ret:case:comment']],
    measure: MY_CASES,
  },
  returnsUnconfirmed: {
    perms: ['ret:unconf:list', 'ret:track:distribute'],
    measure: measure<typeof returnTrackList>({
      entity: 'return-tracks',
      screen: '/returns/unconfirmed',
      filter: () => ({ pool: 'unconfirmed' }),
    }),
  },
  returnsUndecided: {
    perms: ['ret:my:list', 'ret:my:instruct'],
    measure: measure<typeof returnTrackList>({
      entity: 'return-tracks',
      screen: '/returns/mine',
      filter: () => ({ pool: 'my', state: String(RETURN.AWAIT) }),
    }),
  },
  returnClaims: {
    perms: ['ret:claim:list', 'ret:claim:decide'],
    measure: measure<typeof returnClaimList>({
      entity: 'return-claims',
      screen: '/returns/claims',
      filter: () => ({ state: '1' }),
    }),
  },
  registrations: {
    perms: ['sys:registration:list', 'sys:registration:decide'],
    measure: measure<typeof registrationList>({
      entity: 'registrations',
      screen: '/isystem/registrations',
      filter: () => ({ state: 'pending' }),
    }),
  },
  messages: {
    perms: ['sys:msg:list', 'sys:msg:resend'],
    measure: measure<typeof messageList>({
      entity: 'messages',
      screen: '/modules/message/sysMessageList',
      filter: ({ today }) => ({ state: 'failed', createTime_begin: dayAfter(today, -29) }),
    }),
  },
}
