import { formatMoney } from '#contracts/kit/money.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { corrections } from '#contracts/orders/corrections.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import {
  adjustCosts,
  adjustOrder,
  lockCharges,
  requirePaid,
  taxedPrice,
  type Adjusted,
} from '#server/features/orders/charging/index.ts'
import { amongAll, customsDoubts, requireCustoms } from '#server/features/orders/customs/index.ts'
import {
  chooseSources,
  labelSources,
  liveLabels,
  wantLabels,
} from '#server/features/orders/label-sources/index.ts'
import { finishLabels } from '#server/features/orders/labels/index.ts'
import {
  auditedOrder,
  checkedAgain,
  declaredChanges,
  lockOrderFor,
  noteSteps,
  quoteStored,
  readOrder,
  readPriced,
  replaceGoods,
  requireCustomsOpen,
  requireLabelFits,
  storePrice,
  takeNumbers,
  tellable,
  type LockedOrder,
  type ValidatedOrder,
} from '#server/features/orders/shipments/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change, changeMany } from '#server/kit/db/change.ts'
import { fail, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { requireSamePieces } from './same-pieces.ts'

/** What was entered of an order that is to be corrected. */
export type Correction = Pick<In<typeof corrections.preview>, 'consignee' | 'customs' | 'goods'>

export interface Sum {
  net: bigint
  gross: bigint
}
/** What a correction came to. */
export interface Corrected {
  /** Whether there are new numbers: what a label bears, or was declared with it, is another. */
  relabels: boolean
  /** Parcels whose labels are void; a new one takes the place of each. */
  labels: string[]
  /** Whether the order is charged already. */
  charged: boolean
  currency: string
  before: Sum | null
  after: Sum | null
  adjusted: Adjusted | null
  doubts: RawIssue[]
}

/** What a label shows of a consignee. */
const ON_LABEL = [
  'name',
  'company',
  'phone',
  'country',
  'state',
  'city',
  'postalCode',
  'street',
  'house',
  'address1',
  'address2',
] as const
/** All of it that can be corrected. */
const ADDRESS = [...ON_LABEL, 'email', 'taxNumber', 'remark'] as const
const differs = (a: OrderDetail, b: OrderDetail, key: (typeof ADDRESS)[number]): boolean =>
  (a.consignee[key] ?? null) !== (b.consignee[key] ?? null)

/**
 * Corrects a locked order whose labels are void, or its own: checked as the form does, priced by
 * the version it keeps, charged or given back what it costs more or less by now. New labels take the place
 * of those it had, under numbers of their own. `taken`: parcels whose labels were taken back for it.
 */
export async function applyCorrection(
  tx: Tx,
  locked: LockedOrder,
  correction: Correction,
  taken?: readonly string[],
): Promise<Corrected> {
  const { id } = locked
  const before = await readOrder(tx, id)
  const parcels = before.parcels.filter(({ id: one }) => locked.parcelIds.includes(one))
  const order = await checked(tx, { ...before, parcels }, before, correction)
  const old = await priceOf(tx, before, parcels.length < before.parcels.length)
  const live = taken ?? [...(await liveLabels(tx, locked.parcelIds)).keys()]
  const labelled = parcels
    .filter(({ id: one, labelCopies }) => labelCopies > 0 || live.includes(one))
    .map(({ id: one }) => one)
  await write(tx, { ...before, parcels }, order, correction)
  const written = await readOrder(tx, id)
  // A label keeps what was declared with it: other data need another label.
  const declared = declaredChanges(before, written).length > 0
  if (declared && labelled.length === 0) requireCustomsOpen(before, written)
  const relabels = declared || ON_LABEL.some((key) => differs(before, written, key))
  const { can } = kindOf(order.kind.code)
  const asksCustoms = can.needsCustoms ? requireCustoms : customsDoubts
  const doubts = await asksCustoms(tx, id)
  if (relabels) await renumber(tx, locked)
  const adjusted = await reprice(tx, before, old)
  if (relabels) await buyAgain(tx, locked, labelled)
  const charges = await lockCharges(tx, locked.parcelIds)
  const after = await readOrder(tx, id)
  await tx.audit('shipment', id, 'edit', auditedOrder(before), auditedOrder(after))
  await noteSteps(tx, [
    {
      shipmentId: id,
      action: 'correct',
      from: placeOf(before),
      to: placeOf(after),
      name: ADDRESS.filter((key) => differs(before, after, key)).join(),
    },
  ])
  return {
    relabels,
    labels: relabels ? labelled : [],
    charged: charges.some(({ state }) => state === 'charged'),
    currency: after.currency,
    before: await sumOf(tx, before, old.amount),
    after: await sumOf(tx, after, (await readPriced(tx, id))?.amount ?? null),
    adjusted,
    doubts,
  }
}

/** `80331 München, DE`. */
const placeOf = ({ consignee: { postalCode, city, country } }: OrderDetail): string =>
  `${[postalCode, city].filter(Boolean).join(' ')}, ${country}`

/** Checks an order with the parcels it is corrected for; `all` has those that were cancelled as well. */
async function checked(tx: Tx, before: OrderDetail, all: OrderDetail, correction: Correction) {
  const { consignee, customs, goods = [] } = correction
  const unknown = goods.find(({ parcelId }) => !before.parcels.some(({ id }) => id === parcelId))
  if (unknown) failFields([{ path: 'goods', code: 'field.ref' }])
  const wanted = {
    ...before,
    consignee,
    ...(customs === undefined ? {} : { customs }),
    parcels: before.parcels.map((parcel) => ({
      ...parcel,
      products: goods.find(({ parcelId }) => parcelId === parcel.id)?.products ?? parcel.products,
    })),
  }
  const { checked: result } = await checkedAgain(
    tx,
    wanted as unknown as OrderDetail,
    before.serviceId,
    true,
  )
  const places = before.parcels.map((parcel) => all.parcels.indexOf(parcel))
  if (kindOf(before.shipmentResource).can.usesStock)
    requireSamePieces(wanted.parcels, before, places)
  if (!result.ok)
    failFields(
      result.issues
        .map((issue) => tellable(tx, issue))
        .map((issue) => ({ ...issue, path: amongAll(issue.path, places) })),
    )
  return result.order
}

async function write(
  tx: Tx,
  before: OrderDetail,
  { consignee, blocks, parcels }: ValidatedOrder,
  { goods = [] }: Correction,
): Promise<void> {
  const { name, remark, ...address } = consignee
  await change(
    tx,
    'shipment',
    { id: before.id },
    { ...address, consigneeName: name, consigneeRemark: remark, customs: blocks.customs },
    { unlogged: 'all' },
  )
  const rows = before.parcels.flatMap(({ id }, at) =>
    goods.some(({ parcelId }) => parcelId === id) ? [{ id, parcel: parcels[at]! }] : [],
  )
  if (rows.length > 0) await replaceGoods(tx, rows)
}

/** Numbers of the address before are void, and our labels with them; a print makes new ones. */
async function renumber(tx: Tx, locked: LockedOrder): Promise<void> {
  const { id, serviceId, courierCode, customerId, parcelIds } = locked
  await labelSources.of(tx.deps).own.void(tx, parcelIds)
  const numbers = await takeNumbers(tx, { id: serviceId, courierCode }, customerId, parcelIds)
  const numberOf = new Map(parcelIds.map((parcelId, at) => [parcelId, numbers[at]!]))
  await changeMany(
    tx,
    'parcel',
    parcelIds.map((parcelId) => ({ id: parcelId })),
    (row) => ({ trackNo: numberOf.get(row.id)!, labelCopies: 0 }),
  )
  // The new label locks them again.
  const open = { customsLockedAt: null, customsLockedBy: null }
  await change(tx, 'shipment', { id }, { trackNo: numbers[0]!, ...open }, { unlogged: 'all' })
  await requireLabelFits(tx, await lockOrderFor(tx, id, 'correct', { wished: true }))
}

/** A carrier is asked for new labels of the parcels that had one, if they can be paid. */
async function buyAgain(
  tx: Tx,
  { serviceId: id, serviceCode: code, courierCode }: LockedOrder,
  labelled: string[],
): Promise<void> {
  const source = (await chooseSources(tx, [{ id, code, courierCode }])).get(id)!
  if (source.kind !== 'called' || labelled.length === 0) return
  await requirePaid(tx, labelled)
  const wanted = labelled.map((parcelId) => ({ parcelId, source: source.code }))
  await wantLabels(tx, wanted, { again: true })
  await tx.job(finishLabels, { parcelIds: labelled })
}

interface Price {
  /** Minor units. */
  amount: string | null
  /** By the version it keeps, as measured. */
  total: bigint | null
  /** Of an order with a parcel that was cancelled: its amount was that of all parcels. */
  isPart: boolean
}

async function priceOf(tx: Tx, { id }: OrderDetail, isPart: boolean): Promise<Price> {
  const order = await readPriced(tx, id)
  const priced = order && (await quoteStored(tx, order, 'own'))
  const total = priced?.ok && priced.quote.currency === order!.currency ? priced.quote.total : null
  const amount = order?.amount ?? null
  return { amount: isPart && total !== null ? String(total) : amount, total, isPart }
}

/** Another zone has another price; where the place makes none, the order costs what it did. */
async function reprice(tx: Tx, before: OrderDetail, old: Price): Promise<Adjusted | null> {
  const order = await readPriced(tx, before.id)
  const priced = order && (await quoteStored(tx, order, 'own'))
  if (!order || !priced) return null
  if (!priced.ok) {
    const [issue] = priced.issues
    return fail(asErrorCode(issue!.code), issue!.params)
  }
  if (priced.quote.currency !== order.currency) fail('correction.currency')
  const { total } = priced.quote
  // A re-weighing that was to change no price changes none by another address either.
  const stays =
    !old.isPart && order.amount !== null && old.total !== null && BigInt(order.amount) !== old.total
  if (total !== old.total || old.isPart)
    await storePrice(
      tx,
      order,
      priced.quote,
      stays ? atLeastNothing(BigInt(order.amount!) + total - old.total!) : null,
    )
  const after = await readOrder(tx, before.id)
  const facts = { before: placeOf(before), after: placeOf(after) }
  const onlyPrice = after.consignee.country === before.consignee.country
  const adjusted = await adjustOrder(tx, before.id, 'address', facts, { onlyPrice })
  await adjustCosts(tx, before.id, 'address')
  if (adjusted?.overdrawn) fail('charge.insufficient')
  return adjusted
}

const atLeastNothing = (minor: bigint): bigint => (minor < 0n ? 0n : minor)

async function sumOf(
  tx: Tx,
  { customerId, currency, consignee: { country } }: OrderDetail,
  amount: string | null,
): Promise<Sum | null> {
  if (amount === null) return null
  const total = formatMoney({ minor: BigInt(amount), currency })
  const { lines } = await taxedPrice(tx, { customerId, currency, total, country })
  const sum = (some: typeof lines) => some.reduce((all, { minor }) => all + BigInt(minor), 0n)
  return { net: sum(lines.filter(({ tax }) => !tax)), gross: sum(lines) }
}
