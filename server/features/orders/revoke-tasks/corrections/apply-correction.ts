import { formatMoney } from '#contracts/kit/money.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { corrections } from '#contracts/orders/corrections.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import {
  adjustCosts,
  adjustOrder,
  taxedPrice,
  type Adjusted,
} from '#server/features/orders/charging/index.ts'
import { customsDoubts, requireCustoms } from '#server/features/orders/customs/index.ts'
import {
  chooseSources,
  labelSources,
  wantLabels,
} from '#server/features/orders/label-sources/index.ts'
import { finishLabels } from '#server/features/orders/labels/index.ts'
import {
  auditedOrder,
  checkedAgain,
  lockOrderFor,
  noteSteps,
  quoteStored,
  readOrder,
  readPriced,
  replaceGoods,
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

/** What was entered of an order that is to be corrected. */
export type Correction = Pick<In<typeof corrections.preview>, 'consignee' | 'customs' | 'goods'>

export interface Sum {
  net: bigint
  gross: bigint
}
/** What a correction came to. */
export interface Corrected {
  /** Whether labels are void and new ones wanted: the address on them is another one. */
  labels: boolean
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

/**
 * Corrects a locked order whose labels are void, or its own: checked as the form does, priced by
 * the version it keeps, charged or given back what it costs more or less by now. New labels take the place
 * of those it had, under numbers of their own.
 */
export async function applyCorrection(
  tx: Tx,
  locked: LockedOrder,
  correction: Correction,
): Promise<Corrected> {
  const { id } = locked
  const before = await readOrder(tx, id)
  const order = await checked(tx, before, correction)
  const labels = ON_LABEL.some(
    (key) => (before.consignee[key] ?? null) !== (order.consignee[key] ?? null),
  )
  const old = await priceOf(tx, before)
  await write(tx, before, order, correction)
  const { can } = kindOf(order.kind.code)
  const asksCustoms = can.needsCustoms ? requireCustoms : customsDoubts
  const doubts = await asksCustoms(tx, id)
  if (labels) await relabel(tx, locked, before)
  const adjusted = await reprice(tx, before, old)
  const after = await readOrder(tx, id)
  await tx.audit('shipment', id, 'edit', auditedOrder(before), auditedOrder(after))
  await noteSteps(tx, [
    { shipmentId: id, action: 'correct', from: placeOf(before), to: placeOf(after) },
  ])
  return {
    labels,
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

async function checked(tx: Tx, before: OrderDetail, correction: Correction) {
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
  if (!result.ok) failFields(result.issues.map((issue) => tellable(tx, issue)))
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

/** Numbers and labels of the address before are void; a print makes ours, a carrier is asked for its own. */
async function relabel(tx: Tx, locked: LockedOrder, before: OrderDetail): Promise<void> {
  const { id, serviceId, serviceCode, courierCode, customerId, parcelIds } = locked
  await labelSources.of(tx.deps).own.void(tx, parcelIds)
  const numbers = await takeNumbers(tx, { id: serviceId, courierCode }, customerId, parcelIds)
  const numberOf = new Map(parcelIds.map((parcelId, at) => [parcelId, numbers[at]!]))
  await changeMany(
    tx,
    'parcel',
    parcelIds.map((parcelId) => ({ id: parcelId })),
    (row) => ({ trackNo: numberOf.get(row.id)!, labelCopies: 0 }),
  )
  await change(tx, 'shipment', { id }, { trackNo: numbers[0]! }, { unlogged: 'all' })
  await requireLabelFits(tx, await lockOrderFor(tx, id, 'correct', { wished: true }))
  const service = { id: serviceId, code: serviceCode, courierCode }
  const source = (await chooseSources(tx, [service])).get(serviceId)!
  const labelled = before.parcels.filter(({ labelCopies, id: parcelId }) => {
    const state = locked.states[parcelIds.indexOf(parcelId)] ?? 0
    return labelCopies > 0 || state >= PARCEL.LABELLED
  })
  if (source.kind !== 'called' || labelled.length === 0) return
  const wanted = labelled.map((parcel) => ({ parcelId: parcel.id, source: source.code }))
  await wantLabels(tx, wanted)
  await tx.job(finishLabels, { parcelIds: wanted.map(({ parcelId }) => parcelId) })
}

interface Price {
  /** Minor units. */
  amount: string | null
  /** By the version it keeps, as measured. */
  total: bigint | null
}

async function priceOf(tx: Tx, { id }: OrderDetail): Promise<Price> {
  const order = await readPriced(tx, id)
  const priced = order && (await quoteStored(tx, order, 'own'))
  return {
    amount: order?.amount ?? null,
    total: priced?.ok && priced.quote.currency === order!.currency ? priced.quote.total : null,
  }
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
  if (total !== old.total) await storePrice(tx, order, priced.quote)
  const facts = { before: placeOf(before), after: placeOf(await readOrder(tx, before.id)) }
  const adjusted = await adjustOrder(tx, before.id, 'address', facts)
  await adjustCosts(tx, before.id, 'address')
  if (adjusted?.overdrawn) fail('charge.insufficient')
  return adjusted
}

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
