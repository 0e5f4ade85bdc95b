import { sql } from 'kysely'
import type { CodState } from '#contracts/money/cod/cod.states.ts'
import type { AccountRef, Line } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'

/** What a carrier collects for one order, as the database has it; amounts are minor units. */
export interface CodItem {
  id: string
  shipmentId: string
  shipmentNo: string
  customerId: string
  supplierId: string | null
  currency: string
  expected: string
  collected: string
  due: string | null
  status: CodState
  opened: number
  openTransactionId: string | null
  version: number
}

/**
 * Locks items by id, in one order whatever asks for them. Asked for the tenant: what a scan or a
 * file does to them does not depend on whose orders the user sees.
 */
export async function lockItems(tx: Tx, ids: readonly string[]): Promise<CodItem[]> {
  const found = await sql<CodItem>`select c.id, c.shipment_id, c.shipment_no, c.customer_id,
      c.supplier_id, c.currency, c.expected, c.collected, c.due, c.status, c.opened,
      c.open_transaction_id, c.version
    from cod_item as c
    where ${asSystem(tx, tx.principal.tenantId).rows('codItem').where('c')}
      and c.id = any(${ids}::bigint[])
    order by c.id for update`.execute(tx.db)
  return found.rows
}

/** One item the caller reaches, locked. */
export async function lockItem(tx: Tx, id: string): Promise<CodItem> {
  const seen = await sql<{ id: string }>`select c.id from ${tx.rows('codItem').as('c')}
    where c.id = ${id}`.execute(tx.db)
  const [item] = await lockItems(
    tx,
    seen.rows.map((row) => row.id),
  )
  return item ?? failMissing()
}

/** What of an item a step sets. */
export interface ItemPatch {
  status?: CodState
  collected?: bigint
  due?: bigint
  opened?: number
  openTransactionId?: string | null
  deliveredAt?: string | null
  settled?: boolean
  paidOn?: string | null
  payoutId?: string | null
  reason?: string
}

/** Writes steps of items, each with its line in the data log. */
export async function patchItems(
  tx: Tx,
  changes: readonly { item: CodItem; patch: ItemPatch }[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ item, patch }) => ({
    id: item.id,
    status: patch.status ?? item.status,
    collected: (patch.collected ?? BigInt(item.collected)).toString(),
    due: patch.due === undefined ? item.due : patch.due.toString(),
    opened: patch.opened ?? item.opened,
    open_transaction_id:
      patch.openTransactionId === undefined ? item.openTransactionId : patch.openTransactionId,
    delivered_at: patch.deliveredAt ?? null,
    undelivered: patch.deliveredAt === null,
    settled: patch.settled ?? null,
    paid_on: patch.paidOn ?? null,
    unpaid: patch.paidOn === null,
    payout_id: patch.payoutId ?? null,
    payout: patch.payoutId !== undefined,
    reason: patch.reason ?? null,
  }))
  await sql`update cod_item as c set status = x.status, collected = x.collected, due = x.due,
      opened = x.opened, open_transaction_id = x.open_transaction_id,
      delivered_at = case when x.undelivered then null
        else coalesce(x.delivered_at, c.delivered_at) end,
      settled_at = case x.settled when true then now() when false then null
        else c.settled_at end,
      paid_on = case when x.unpaid then null else coalesce(x.paid_on, c.paid_on) end,
      payout_id = case when x.payout then x.payout_id else c.payout_id end,
      reason = coalesce(x.reason, c.reason), version = c.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id bigint, status text,
      collected bigint, due bigint, opened int, open_transaction_id bigint,
      delivered_at timestamptz, undelivered boolean, settled boolean, paid_on date,
      unpaid boolean, payout_id bigint, payout boolean, reason text)
    where ${asSystem(tx, tx.principal.tenantId).rows('codItem').where('c')}
      and c.id = x.id`.execute(tx.db)
  await tx.auditMany(
    'cod_item',
    'edit',
    changes.map(({ item, patch }) => ({
      id: item.id,
      before: { status: item.status, collected: item.collected, due: item.due },
      after: {
        status: patch.status ?? item.status,
        collected: (patch.collected ?? BigInt(item.collected)).toString(),
        due: patch.due === undefined ? item.due : patch.due.toString(),
        ...(patch.reason === undefined ? {} : { reason: patch.reason }),
        ...(patch.payoutId === undefined ? {} : { payoutId: patch.payoutId }),
      },
    })),
  )
}

type Owned = Pick<CodItem, 'customerId' | 'supplierId' | 'currency'>
const account = ({ customerId, currency }: Owned, ref: string): AccountRef => ({
  kind: 'cod',
  ref,
  customerId,
  currency,
})
const owedByCarrier = (item: Owned): AccountRef => account(item, `carrier:${item.supplierId ?? 0}`)
const expectedFor = (item: Owned): AccountRef => account(item, 'expected')
export const owedTo = (item: Pick<CodItem, 'customerId' | 'currency'>): AccountRef =>
  account({ ...item, supplierId: null }, 'owed')
/** What came of a carrier and belongs to no order yet. */
export const unclearOf = (supplierId: string, currency: string): AccountRef => ({
  kind: 'cod',
  ref: `unclear:${supplierId}`,
  currency,
})

const isMoney = ({ minor }: Line): boolean => minor !== 0n

/** Delivered: the carrier owes it, and the customer will have it. */
export const openLines = (item: CodItem): Line[] => [
  { account: owedByCarrier(item), minor: -BigInt(item.expected) },
  { account: expectedFor(item), minor: BigInt(item.expected) },
]

/** The carrier paid `minor` of it from an account. */
export const receivedLines = (item: CodItem, minor: bigint, from: AccountRef): Line[] => [
  { account: from, minor: -minor },
  { account: owedByCarrier(item), minor },
]

/**
 * Ends it: what the carrier still owes is given up, the customer has `due`, and what lies between
 * is the company's cost or income.
 */
export function settleLines(item: CodItem, collected: bigint, due: bigint): Line[] {
  const expected = BigInt(item.expected)
  const own: AccountRef = {
    kind: 'adjustment',
    ref: 'codDifference',
    customerId: item.customerId,
    currency: item.currency,
  }
  return [
    { account: owedByCarrier(item), minor: expected - collected },
    { account: expectedFor(item), minor: -expected },
    { account: owedTo(item), minor: due },
    { account: own, minor: collected - due },
  ].filter(isMoney)
}

/** One line per account: a file of thousands of orders is a posting of a few lines. */
export function summed(lines: readonly Line[]): Line[] {
  const byAccount = new Map<string, Line>()
  for (const line of lines) {
    const key = JSON.stringify(line.account)
    const known = byAccount.get(key)
    byAccount.set(key, known ? { ...known, minor: known.minor + line.minor } : line)
  }
  return [...byAccount.values()].filter(isMoney)
}
