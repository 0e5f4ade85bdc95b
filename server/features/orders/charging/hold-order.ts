import { sql } from 'kysely'
import { TRADE_ITEMS } from '#contracts/commercial/rating.ts'
import type { QuoteOut } from '#contracts/commercial/rating.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { DEDUCT } from '#contracts/orders/charging.ts'
import { hold } from '#server/features/money/ledger/index.ts'
import { taxTermsOf } from '#server/features/money/tax/index.ts'
import { COMPANY_ACCOUNT_CODE } from '#contracts/parties/customers.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { fail, Refusal, type RawIssue } from '#server/kit/http/errors.ts'
import { chargeWeighed, warnShort } from './at-inbound.ts'
import { holdKeyOf, lockCharges, sideOf } from './charge-rows.ts'
import { releaseCharges } from './end-charges.ts'
import { requireMoney, worded } from './payer/missing-money.ts'
import { sumOf, type ChargeLine } from './share-lines.ts'
import { chargeParts } from './tax-shares.ts'

/** A confirmed order as it is charged. */
interface Terms {
  shipmentId: string
  serialNumber: string
  customerId: string
  depotId: string
  currency: string
  country: string | null
  amount: string | null
  quote: QuoteOut | null
  feeVersionId: string | null
  createBy: string | null
  method: string
  useCredit: boolean
  parcels: { id: string; no: string; weight: number | null }[] | null
}

/** Null where the order is not charged: before the tenant's moment, or the company's own. */
async function termsOf(tx: Tx, shipmentId: string): Promise<Terms | null> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<Terms>`select s.id as shipment_id, s.serial_number, s.customer_id,
      s.depot_id, s.currency, s.country, s.amount, s.quote, s.fee_version_id, s.create_by,
      v.deduct_method as method, v.iz_subsist as use_credit,
      (select json_agg(json_build_object('id', p.id::text, 'no', p.serial_number,
          'weight', p.chargeable_weight) order by p.seq)
        from parcel p where p.tenant_id = s.tenant_id and p.shipment_id = s.id
          and p.parcel_status >= 0) as parcels
    from ${tenant.rows('shipment').as('s')}
      join charging_setting c on c.tenant_id = s.tenant_id
        and c.charging_from <= coalesce(s.confirm_time, now())
      join delivery_service v on v.tenant_id = s.tenant_id and v.id = s.service_id
      join customer k on k.tenant_id = s.tenant_id and k.id = s.customer_id
    where s.id = ${shipmentId} and k.code <> ${COMPANY_ACCOUNT_CODE}`.execute(tx.db)
  return rows[0] ?? null
}

/**
 * Keeps what a confirmed order costs, parcel by parcel: of the customer's money where the label
 * charges it, of its credit where it pays by the month. The order is locked. Refuses with
 * `ledger.insufficient` (what is available and what is needed, for who sees prices),
 * `ledger.frozen`, `charge.noPrice`. Answers what the user should know: that the account will not
 * do for what is charged later.
 */
export async function holdOrder(tx: Tx, shipmentId: string): Promise<RawIssue[]> {
  const terms = await termsOf(tx, shipmentId)
  if (!terms?.parcels) return []
  const { parcels, currency, customerId, method, createBy } = terms
  if (terms.amount === null) return fail('charge.noPrice', { label: terms.serialNumber })
  const tax = await taxTermsOf(tx, [{ id: shipmentId, customerId, destination: terms.country }])
  const parts = chargeParts(
    { quote: terms.quote, amount: BigInt(terms.amount), currency },
    parcels.map(({ weight }) => weight ?? 0),
    tax.get(shipmentId) ?? null,
  )
  const total = parts.reduce((sum, lines) => sum + sumOf(lines), 0n)
  const isHeld = (lines: readonly ChargeLine[]) =>
    (method === DEDUCT.label || method === DEDUCT.monthly) && sumOf(lines) > 0n
  const account = { kind: sideOf(method), customerId, currency }
  const useCredit = method === DEDUCT.monthly || terms.useCredit
  // It must do for the whole order, not only for its first parcels.
  if (parts.some(isHeld)) await requireMoney(tx, account, total, useCredit)
  const ids = await addCharges(tx, terms, parcels, parts, isHeld)
  try {
    for (const [at, lines] of parts.entries())
      if (isHeld(lines))
        await hold(tx, {
          key: holdKeyOf({ id: ids[at]!, holdNo: 0 }),
          account,
          minor: sumOf(lines),
          what: TRADE_ITEMS.freight,
          useCredit,
          anyAccount: true,
          shipmentId,
          shipmentNo: terms.serialNumber,
          parcelId: parcels[at]!.id,
          parcelNo: parcels[at]!.no,
          ...(createBy === null ? {} : { forUser: createBy }),
        })
  } catch (error) {
    throw worded(tx, error)
  }
  const later = { customerId, currency, useCredit }
  if (method === DEDUCT.outbound) return warnShort(tx, method, later)
  if (method !== DEDUCT.inbound) return []
  // Weighed before it was confirmed: it is due now.
  const [debtor] = await chargeWeighed(
    tx,
    parcels.map(({ id }) => id),
  )
  if (debtor) throw worded(tx, new Refusal(debtor.code, { data: debtor.data }))
  return warnShort(tx, method, later)
}

async function addCharges(
  tx: Tx,
  terms: Terms,
  parcels: readonly { id: string; no: string }[],
  parts: readonly ChargeLine[][],
  isHeld: (lines: readonly ChargeLine[]) => boolean,
): Promise<string[]> {
  const { shipmentId, customerId, depotId, method, currency, feeVersionId, createBy } = terms
  const states = parts.map((lines) => (isHeld(lines) ? 'held' : 'waiting'))
  const amounts = parts.map((lines) => sumOf(lines).toString())
  const { rows } = await sql<{ id: string }>`insert into parcel_charge (tenant_id, shipment_id,
      parcel_id, parcel_no, customer_id, depot_id, method, state, currency, amount, held, lines,
      fee_version_id, order_amount, create_by)
    select ${tx.principal.tenantId}, ${shipmentId}, x.parcel_id, x.parcel_no, ${customerId},
      ${depotId}, ${method}, x.state, ${currency}, x.amount,
      case when x.state = 'held' then x.amount else 0 end, x.lines, ${feeVersionId},
      ${terms.amount}, ${createBy}
    from unnest(${parcels.map(({ id }) => id)}::bigint[],
      ${parcels.map(({ no }) => no)}::text[], ${states}::text[], ${amounts}::bigint[],
      ${parts.map((lines) => JSON.stringify(lines))}::jsonb[]) with ordinality
      as x(parcel_id, parcel_no, state, amount, lines, place)
    order by x.place returning id`.execute(tx.db)
  await tx.auditMany(
    'parcel_charge',
    'add',
    rows.map(({ id }, at) => ({
      id,
      before: null,
      after: {
        parcelNo: parcels[at]!.no,
        method,
        state: states[at]!,
        amount: formatMoney({ minor: BigInt(amounts[at]!), currency }),
        currency,
      },
    })),
  )
  return rows.map(({ id }) => id)
}

/**
 * Holds again what orders cost whose price, service or parcels were changed after they were
 * confirmed. All of them are locked, none has a label.
 */
export async function holdAgain(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ id: string; parcelId: string | null; confirmed: boolean }>`select
      s.id, p.id as parcel_id, s.confirm_time is not null as confirmed
    from ${tenant.rows('shipment').as('s')}
      join charging_setting c on c.tenant_id = s.tenant_id and c.charging_from is not null
      left join parcel p on p.tenant_id = s.tenant_id and p.shipment_id = s.id
    where s.id = any(${orderIds}::bigint[]) order by s.id`.execute(tx.db)
  if (rows.length === 0) return
  const charges = await lockCharges(
    tx,
    rows.flatMap(({ parcelId }) => (parcelId === null ? [] : [parcelId])),
  )
  await releaseCharges(tx, charges)
  const confirmed = rows.filter((row) => row.confirmed && row.parcelId !== null)
  for (const id of new Set(confirmed.map((row) => row.id))) await holdOrder(tx, id)
}
