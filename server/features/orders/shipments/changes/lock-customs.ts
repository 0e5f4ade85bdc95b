import { sql } from 'kysely'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { requireKind } from '../rows/kind-access.ts'
import { lockOrders } from '../parcels/lock-order.ts'

/** A printed label has left with the customs data it was made with. */
export async function lockCustoms(tx: Tx, shipmentIds: readonly string[]): Promise<void> {
  await sql`update shipment as s
    set customs_locked_at = now(), customs_locked_by = ${tx.principal.username}
    where ${tx.rows('shipment').where('s')} and s.id = any(${shipmentIds}::bigint[])
      and s.customs_locked_at is null`.execute(tx.db)
}

interface LockRow {
  serialNumber: string
  kind: string
  lockedAt: string | null
  printed: boolean
}

/** Locks or unlocks by hand; what a label was printed for stays locked. */
export function lockCustomsOfOrders(
  ctx: Ctx,
  { ids, locked }: { ids: string[]; locked: boolean },
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => {
      await lockOrders(tx, [id])
      const found = await sql<LockRow>`select s.serial_number, s.shipment_resource as kind,
          s.customs_locked_at as locked_at,
          exists (select 1 from parcel p where p.tenant_id = s.tenant_id
            and p.shipment_id = s.id and p.label_copies > 0) as printed
        from ${tx.rows('shipment').as('s')} where s.id = ${id}`.execute(tx.db)
      const row = found.rows[0] ?? failMissing()
      requireKind(tx, 'edit', row.kind)
      name(row.serialNumber)
      if ((row.lockedAt !== null) === locked) return row.serialNumber
      if (row.printed && !locked) fail('customs.printed', { label: row.serialNumber })
      await sql`update shipment as s
        set customs_locked_at = case when ${locked}::boolean then now() end,
          customs_locked_by = case when ${locked}::boolean then ${tx.principal.username} end,
          version = version + 1, update_by = ${tx.principal.username}, update_time = now()
        where ${tx.rows('shipment').where('s')} and s.id = ${id}`.execute(tx.db)
      await tx.audit('shipment', id, 'edit', { customsLocked: !locked }, { customsLocked: locked })
      return row.serialNumber
    },
    lockOrders,
  )
}

const PARTY = [
  'name',
  'company',
  'taxNumber',
  'country',
  'state',
  'city',
  'postalCode',
  'street',
  'house',
  'address1',
  'address2',
] as const
const GOODS = [
  'sku',
  'hscodeCn',
  'hscodeForeign',
  'nameCn',
  'nameEn',
  'material',
  'origin',
  'quanlity',
  'unitWeightKg',
  'unitPrice',
  'currency',
] as const

/** Which of the keys differ; what is missing is as what is empty. */
function changedKeys<Part extends object>(
  before: Part | null | undefined,
  after: Part | null | undefined,
  keys: Iterable<string>,
): string[] {
  const [old, now] = [before ?? {}, after ?? {}]
  return [...keys].filter(
    (key) => (Reflect.get(old, key) ?? null) !== (Reflect.get(now, key) ?? null),
  )
}

/** What was declared to customs and is another now, each field by its path; empty where nothing was. */
export function declaredChanges(before: OrderDetail, after: OrderDetail): string[] {
  if (before.customsLockedAt === null) return []
  const [old, now] = [before.customs ?? {}, after.customs ?? {}]
  const named = (part: string, keys: readonly string[]) => keys.map((key) => `${part}.${key}`)
  const paths = [
    ...changedKeys(before, after, ['shipmentResource', 'shipperId', 'depotId']),
    ...named('customs', changedKeys(old, now, new Set([...Object.keys(old), ...Object.keys(now)]))),
    ...named('consignee', changedKeys(before.consignee, after.consignee, PARTY)),
    ...named('sender', changedKeys(before.sender, after.sender, PARTY)),
    ...named(
      'attributes',
      changedKeys(before.attributes, after.attributes, ['dangerousGoods', 'unNumber']),
    ),
  ]
  const parcels = Math.max(before.parcels.length, after.parcels.length)
  for (let at = 0; at < parcels; at++) {
    const [was, is] = [before.parcels[at], after.parcels[at]]
    paths.push(...named(`parcels.${at}`, changedKeys(was, is, ['weightKg'])))
    const [lines, newLines] = [was?.products ?? [], is?.products ?? []]
    if (lines.length !== newLines.length) paths.push(`parcels.${at}.products`)
    for (const [line, goods] of newLines.entries())
      if (lines[line])
        paths.push(
          ...named(`parcels.${at}.products.${line}`, changedKeys(lines[line], goods, GOODS)),
        )
  }
  return paths
}

/** Refuses an edit of what was declared to customs. */
export function requireCustomsOpen(before: OrderDetail, after: OrderDetail): void {
  const issues = declaredChanges(before, after).map((path): RawIssue => ({
    path,
    code: 'customs.locked',
  }))
  if (issues.length > 0) failFields(issues)
}
