import { sql } from 'kysely'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { readFile } from '#server/kit/files/stored-files.ts'
import { drawOwn } from './draw-own.ts'
import { printRows } from './find-printable.ts'
import { madeLabels } from './made-labels.ts'
import { wantedLayouts } from './wanted-layouts.ts'

export interface LabelCopy {
  name: string
  bytes: Buffer
}

/** Labels as they were made, marked as reprints, for evidence: nothing is printed, counted or bought. */
export async function labelCopies(ctx: Ctx, parcelIds: readonly string[]): Promise<LabelCopy[]> {
  const rows = await printRows(ctx, parcelIds)
  const made = await madeLabels(ctx, rows)
  const own = rows.filter(({ id }) => made.has(id))
  const copies: LabelCopy[] = []
  if (own.length > 0) {
    const models = own.map(({ id }) => ({ ...made.get(id)!.model, reprint: true }))
    const wanted = await wantedLayouts(ctx, own, { paper: null }, made)
    const bytes = await drawOwn({ models, wanted }, { format: 'pdf', dpi: 300 }, new Map())
    copies.push({ name: 'labels.pdf', bytes })
  }
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const others = await sql<{ no: string; format: string; fileId: string }>`select
      l.serial_number as no, l.format, l.file_id
    from ${ctx.rows('parcelLabel').as('l')}
    where l.parcel_id = any(${parcelIds}::bigint[]) and l.state = 'made' and l.file_id is not null
    order by l.id`.execute(ctx.db)
  for (const { no, format, fileId } of others.rows)
    copies.push({ name: `label-${no}.${format}`, bytes: (await readFile(tenant, fileId)).bytes })
  return copies
}
