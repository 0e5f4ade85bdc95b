import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { isImportColumn } from '#contracts/orders/imports/import-fields.ts'
import type {
  ImportMapping,
  importMappings,
  SavedMapping,
} from '#contracts/orders/imports/import-mappings.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failDenied, failMissing } from '#server/kit/http/errors.ts'
import { layoutOf } from '#server/kit/sheets/layout.ts'

/** Saved mappings a customer may have. */
const MAPPINGS_MAX = 200

interface Row {
  id: string
  name: string
  customerId: string
  customerName: string
  shared: boolean
  headings: string[]
  mapping: ImportMapping
  version: number
  createBy: string
  createTime: string
}

/** A mapping as it was stored, without fields there are no longer. */
export const currentMapping = ({ decimal, fields }: ImportMapping): ImportMapping => ({
  decimal,
  fields: fields.filter(({ field }) => isImportColumn(field)),
})

async function mappingsWhere(ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SavedMapping[]> {
  const found = await sql<Row>`select m.id, m.name, m.customer_id, m.shared, m.headings, m.mapping,
      m.version, m.create_by, m.create_time,
      (select name from customer c
        where c.tenant_id = m.tenant_id and c.id = m.customer_id) as customer_name
    from ${ctx.rows('shipmentImportMapping').as('m')} where ${condition}
    order by lower(m.name), m.id limit ${MAPPINGS_MAX}`.execute(ctx.db)
  return found.rows.map(({ customerName, mapping, ...row }) => ({
    ...row,
    mapping: currentMapping(mapping),
    customerId_dictText: customerName,
  }))
}

export const listMappings = (
  ctx: Ctx,
  { customerId }: In<typeof importMappings.list>,
): Promise<Out<typeof importMappings.list>> =>
  mappingsWhere(
    ctx,
    customerId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`m.customer_id = ${customerId}`,
  )

/** Mappings a customer's file of these headings can be read by, the sender's own first. */
export async function mappingsFor(
  ctx: Ctx,
  of: { customerId: string; headings: readonly string[]; sender: string | null },
): Promise<SavedMapping[]> {
  const found = await mappingsWhere(
    ctx,
    sql<SqlBool>`m.customer_id = ${of.customerId} and m.layout = ${layoutOf(of.headings)}
      and (m.shared or m.create_by = ${of.sender})`,
  )
  return found.toSorted(
    (a, b) => Number(b.createBy === of.sender) - Number(a.createBy === of.sender),
  )
}

/** Saved under its layout: a sender has one mapping for the same headings. */
export async function saveMapping(
  tx: Tx,
  of: {
    customerId: string
    headings: readonly string[]
    mapping: ImportMapping
    name: string
    shared: boolean
  },
): Promise<void> {
  if (of.shared && tx.principal.dataScope === 'sub') failDenied()
  const done = await sql<{ id: string; fresh: boolean }>`insert into shipment_import_mapping
      (tenant_id, customer_id, name, layout, headings, mapping, shared, create_by)
    select ${tx.principal.tenantId}, ${of.customerId}, ${of.name}, ${layoutOf(of.headings)},
      ${JSON.stringify(of.headings)}::jsonb, ${JSON.stringify(of.mapping)}::jsonb, ${of.shared},
      ${tx.principal.username}
    where (select count(*) from ${asSystem(tx, tx.principal.tenantId).rows('shipmentImportMapping').as('m')}
      where m.customer_id = ${of.customerId}) < ${MAPPINGS_MAX}
    on conflict (tenant_id, customer_id, layout, create_by) do update
      set name = excluded.name, mapping = excluded.mapping, shared = excluded.shared,
        version = shipment_import_mapping.version + 1, update_by = excluded.create_by,
        update_time = now()
    returning id, version = 1 as fresh`.execute(tx.db)
  const saved = done.rows[0] ?? fail('import.tooManyMappings', { max: MAPPINGS_MAX })
  await tx.audit('shipment_import_mapping', saved.id, saved.fresh ? 'add' : 'edit', null, {
    name: of.name,
    shared: of.shared,
    customerId: of.customerId,
    mapping: of.mapping,
  })
}

const logged = ({ name, shared, mapping, version }: SavedMapping) => ({
  name,
  shared,
  mapping,
  version,
})

export function editMapping(
  ctx: Ctx,
  { id, version, name, shared, mapping }: In<typeof importMappings.edit>,
): Promise<Out<typeof importMappings.edit>> {
  return inTx(ctx, async (tx) => {
    const before = await mine(tx, id)
    if (before.version !== version) failConflict('row.stale', before)
    if (shared && tx.principal.dataScope === 'sub') failDenied()
    await change(
      tx,
      'shipmentImportMapping',
      { id },
      {
        name: name ?? before.name,
        shared: shared ?? before.shared,
        mapping: mapping ?? before.mapping,
      },
      { unlogged: 'all' },
    )
    const after = await mine(tx, id)
    await tx.audit('shipment_import_mapping', id, 'edit', logged(before), logged(after))
    return after
  })
}

export function deleteMapping(ctx: Ctx, { id }: In<typeof importMappings.delete>): Promise<null> {
  return inTx(ctx, async (tx) => {
    const before = await mine(tx, id)
    await sql`delete from shipment_import_mapping as m
      where ${tx.rows('shipmentImportMapping').where('m')} and m.id = ${id}`.execute(tx.db)
    await tx.audit('shipment_import_mapping', id, 'delete', logged(before), null)
    return null
  })
}

/** Locked; a sub-account uses shared mappings and does not change them. */
async function mine(tx: Tx, id: string): Promise<SavedMapping> {
  await sql`select 1 from shipment_import_mapping as m
    where ${tx.rows('shipmentImportMapping').where('m')} and m.id = ${id} for update`.execute(tx.db)
  const [found] = await mappingsWhere(tx, sql<SqlBool>`m.id = ${id}`)
  if (!found) failMissing()
  if (tx.principal.dataScope === 'sub' && found.createBy !== tx.principal.username) failDenied()
  return found
}
