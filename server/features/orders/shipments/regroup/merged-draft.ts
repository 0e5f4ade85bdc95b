import { formatMoney, parseMoney } from '#contracts/kit/money.ts'
import { boxIdOf } from '#contracts/orders/fba/fba.numbers.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { hasValue } from '#contracts/orders/kinds/missing-paths.ts'
import {
  MAX_PALLETS,
  MAX_PARCELS,
  orderDraft,
  type OrderDraft,
} from '#contracts/orders/shipments.draft.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { fail } from '#server/kit/http/errors.ts'

type Attributes = NonNullable<OrderDraft['attributes']>
type Customs = NonNullable<OrderDraft['customs']>

/** What orders must have alike to become one; each has its own refusal. */
const ALIKE = {
  customer: (order: OrderDetail) => order.customerId,
  kind: (order: OrderDetail) => order.shipmentResource,
  status: (order: OrderDetail) => order.shipmentStatus,
  service: (order: OrderDetail) => order.serviceId,
  depot: (order: OrderDetail) => [order.depotId, order.userDepotId],
  consignee: (order: OrderDetail) => order.consignee,
  sender: (order: OrderDetail) => [order.shipperId, order.sender],
  fbaCode: (order: OrderDetail) => order.fbaCode,
  fba: (order: OrderDetail) => order.fba,
  delivery: (order: OrderDetail) => order.delivery,
  customs: ({ customs }: OrderDetail) =>
    customs && { ...customs, declaredValue: null, postalCharges: null },
  attributes: ({ attributes }: OrderDetail) =>
    attributes && { ...attributes, ...NO_AMOUNTS, services: attributes.services.toSorted() },
  // What they have cost counts against the cap of the sub-account that wrote them.
  creator: (order: OrderDetail) => (order.confirmTime === null ? null : order.createBy),
} as const
const NO_AMOUNTS = {
  codAmount: null,
  codCurrency: null,
  insuredAmount: null,
  insuredCurrency: null,
}

interface Merged {
  draft: OrderDraft
  /** New pallet numbers of parcels. */
  pallets: { id: string; palletNo: number }[]
  /** New box ids of cartons that had one of another carton's. */
  boxes: { id: string; fbaCode: string }[]
}

/** One order of all parcels; refused where the orders differ in what stands in an order once. */
export function mergedDraft(
  into: OrderDetail,
  from: readonly OrderDetail[],
  withLabel: ReadonlySet<string>,
): Merged {
  for (const order of from)
    for (const name of Object.keys(ALIKE) as (keyof typeof ALIKE)[])
      if (comparable(ALIKE[name](order)) !== comparable(ALIKE[name](into)))
        fail(`merge.differs.${name}`, { label: order.serialNumber })
  const all = [into, ...from]
  const count = all.reduce((sum, { parcels }) => sum + parcels.length, 0)
  if (count > MAX_PARCELS) fail('merge.tooManyParcels', { max: MAX_PARCELS })
  const drafts = all.map((order) => orderDraft.parse(order))
  const [first] = drafts
  if (!first) throw new Error('nothing to merge')
  const numbers = palletNumbers(drafts)
  const rows = all.flatMap((order) => order.parcels)
  const boxes = freeBoxIds(all, withLabel)
  const parcels = drafts
    .flatMap((draft, at) =>
      draft.parcels.map((parcel) => ({
        ...parcel,
        palletNo: parcel.palletNo && (numbers[at]?.get(parcel.palletNo) ?? null),
      })),
    )
    .map((parcel, at) => ({ ...parcel, fbaCode: boxes.get(rows[at]!.id) ?? parcel.fbaCode }))
  return {
    draft: {
      ...first,
      poCode: joined(drafts, 'poCode', ', ', 60),
      remark: joined(drafts, 'remark', '; ', 500),
      attributes: mergedAttributes(drafts),
      customs: mergedCustoms(drafts),
      pallets: drafts.flatMap((draft, at) =>
        (draft.pallets ?? []).map((pallet) => ({
          ...pallet,
          palletNo: pallet.palletNo && (numbers[at]?.get(pallet.palletNo) ?? null),
        })),
      ),
      parcels,
    },
    pallets: parcels.flatMap(({ palletNo }, at) =>
      palletNo ? [{ id: rows[at]!.id, palletNo: Number(palletNo) }] : [],
    ),
    boxes: [...boxes].map(([id, fbaCode]) => ({ id, fbaCode })),
  }
}

/**
 * Each order of a shipment numbers its cartons from 1. Those with the number we gave, which another
 * carton has, too, get the next free ones; a carton with a box label keeps what is on it.
 */
function freeBoxIds(
  orders: readonly OrderDetail[],
  withLabel: ReadonlySet<string>,
): Map<string, string> {
  const [into] = orders
  const shipment = into?.fbaCode
  const found = new Map<string, string>()
  if (!into || !shipment || !kindOf(into.shipmentResource).can.hasCartons) return found
  const all = orders.flatMap(({ parcels }) => parcels)
  const given = new Set(all.flatMap(({ fbaCode }) => fbaCode ?? []))
  const seen = new Set<string>()
  let next = 1
  for (const { id, seq, fbaCode } of all) {
    const twice = fbaCode !== null && seen.has(fbaCode)
    if (fbaCode) seen.add(fbaCode)
    if (!twice || fbaCode !== boxIdOf(shipment, seq) || withLabel.has(id)) continue
    while (given.has(boxIdOf(shipment, next))) next++
    const free = boxIdOf(shipment, next)
    given.add(free)
    found.set(id, free)
  }
  return found
}

/** The first order's pallets keep their numbers, the others' get the next free ones. */
function palletNumbers(drafts: readonly OrderDraft[]): Map<string, string>[] {
  const taken = new Set<string>()
  let next = 1
  const numbers = drafts.map(
    (draft) =>
      new Map(
        (draft.pallets ?? []).flatMap(({ palletNo }) => {
          if (!palletNo) return []
          let number = palletNo
          while (taken.has(number)) number = String(next++)
          taken.add(number)
          return [[palletNo, number] as const]
        }),
      ),
  )
  if (taken.size > MAX_PALLETS) fail('merge.tooManyPallets', { max: MAX_PALLETS })
  return numbers
}

/** Distinct texts one after the other; refused where they are too long for one field. */
function joined(
  drafts: readonly OrderDraft[],
  name: 'poCode' | 'remark',
  by: string,
  max: number,
): string | null {
  const text = [...new Set(drafts.flatMap((draft) => draft[name] ?? []))].join(by)
  if (text.length > max) fail(`merge.tooLong.${name}`, { max })
  return text || null
}

function mergedAttributes(drafts: readonly OrderDraft[]): OrderDraft['attributes'] {
  const blocks = drafts.flatMap(({ attributes }) => attributes ?? [])
  const [first] = blocks
  return first ? { ...first, ...sumOf(blocks, 'cod'), ...sumOf(blocks, 'insured') } : null
}

/** Amounts of whole orders are added up; two currencies have no sum. */
function sumOf(blocks: readonly Attributes[], name: 'cod' | 'insured'): Partial<Attributes> {
  const amounts = blocks.flatMap((block) => {
    const [amount, currency] = [block[`${name}Amount`], block[`${name}Currency`]]
    return amount && currency ? [{ amount, currency: currency.toUpperCase() }] : []
  })
  const currency = amounts[0]?.currency
  if (!currency) return {}
  if (amounts.some((one) => one.currency !== currency)) fail(`merge.differs.${name}Currency`)
  const minor = added(
    amounts.map(({ amount }) => amount),
    currency,
  )
  return { [`${name}Amount`]: formatMoney({ minor, currency }), [`${name}Currency`]: currency }
}
const added = (amounts: readonly string[], currency: string): bigint =>
  amounts.reduce((sum, text) => sum + (parseMoney(text, currency, 'any')?.minor ?? 0n), 0n)

function mergedCustoms(drafts: readonly OrderDraft[]): Customs | null {
  const blocks = drafts.flatMap(({ customs }) => customs ?? [])
  const [first] = blocks
  if (!first) return null
  const currency = drafts[0]?.parcels.flatMap(({ products }) => products)[0]?.currency
  const charges = blocks.flatMap(({ postalCharges }) => postalCharges ?? [])
  return {
    ...first,
    // The total of all goods follows from their lines.
    declaredValue: null,
    postalCharges:
      charges.length < 2 || !currency
        ? (charges[0] ?? null)
        : formatMoney({ minor: added(charges, currency), currency }),
  }
}

/** The given values, in one order of keys; what is empty is left out. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, one]) => hasValue(one))
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  ).replace('{}', 'null')
}
