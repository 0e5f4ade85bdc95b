import { sql } from 'kysely'
import {
  routingMapping,
  type routing,
  type RoutingMapping,
} from '#contracts/commercial/zones/routing.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { idText } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { layoutOf } from '#server/kit/sheets/layout.ts'
import { readSheet, SheetError, type SheetRow } from '#server/kit/sheets/sheets.ts'
import { guessMapping } from './guess-mapping.ts'

const SAMPLES = 5
/** Enough to read a few rows: the others are read when the file is imported. */
const HEAD_ROWS = 400_000

export async function requireSupplier(ctx: Ctx, id: string): Promise<{ name: string }> {
  const found = await sql<{ name: string }>`select s.name
    from ${ctx.rows('supplier').as('s')} where s.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failFields([{ path: 'supplierId', code: 'field.ref' }])
}

export async function readLayout(
  ctx: Ctx,
  sent: In<typeof routing.layout>,
): Promise<Out<typeof routing.layout>> {
  const file = (await ctx.http?.upload()) ?? failFields([{ path: 'file', code: 'field.required' }])
  const asked = idText.safeParse(file.fields.supplierId ?? sent.supplierId)
  if (!asked.success) return failFields([{ path: 'supplierId', code: 'field.required' }])
  const supplierId = asked.data
  await requireSupplier(ctx, supplierId)
  let rows: SheetRow[] = []
  for await (const batch of readSheet(file.bytes, file.name, { rows: HEAD_ROWS })) {
    rows = batch.slice(0, SAMPLES + 1)
    break
  }
  const headings = rows[0]?.cells ?? []
  if (rows.length < 2) throw new SheetError('sheet.empty')
  const saved = await savedMapping(ctx, supplierId, headings)
  return {
    headings,
    samples: rows.slice(1).map(({ cells }) => headings.map((_, at) => cells[at] ?? '')),
    mapping: saved ?? guessMapping(headings),
    saved: saved !== null,
  }
}

async function savedMapping(
  ctx: Ctx,
  supplierId: string,
  headings: readonly string[],
): Promise<RoutingMapping | null> {
  const found = await sql<{ mapping: unknown }>`select m.mapping
    from ${ctx.rows('routingMapping').as('m')}
    where m.supplier_id = ${supplierId} and m.layout = ${layoutOf(headings)}`.execute(ctx.db)
  // Saved by an older version, it may name a column there is no longer.
  const read = routingMapping.safeParse(found.rows[0]?.mapping)
  return read.success ? read.data : null
}

/** Kept for the next file of these headings. */
export async function saveMapping(
  tx: Tx,
  supplierId: string,
  headings: readonly string[],
  mapping: RoutingMapping,
): Promise<void> {
  const done = await sql<{ id: string; fresh: boolean }>`insert into routing_mapping
      (tenant_id, supplier_id, layout, headings, mapping, create_by)
    values (${tx.principal.tenantId}, ${supplierId}, ${layoutOf(headings)},
      ${JSON.stringify(headings)}::jsonb, ${JSON.stringify(mapping)}::jsonb,
      ${tx.principal.username})
    on conflict (tenant_id, supplier_id, layout) do update
      set mapping = excluded.mapping, version = routing_mapping.version + 1,
        update_by = excluded.create_by, update_time = now()
    returning id, version = 1 as fresh`.execute(tx.db)
  const saved = done.rows[0]!
  await tx.audit('routing_mapping', saved.id, saved.fresh ? 'add' : 'edit', null, {
    supplierId,
    headings,
    mapping,
  })
}
