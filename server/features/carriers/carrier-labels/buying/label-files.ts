import { sql } from 'kysely'
import type { LabelDocument } from '#server/features/carriers/carriers/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { storeFile } from '#server/kit/files/stored-files.ts'
import { seenCarriers } from '../carrier-access.ts'
import type { CarrierLabel } from './label-rows.ts'

export const SHIPMENT_FILES = 'carrier_shipment'
const ENDINGS = { pdf: 'pdf', zpl: 'txt', png: 'png' } as const

async function named(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const known = ids.filter((id) => /^\d{1,19}$/.test(id))
  const { rows } = await sql<{ id: string; name: string }>`select t.id, t.serial_number as name
    from ${ctx.rows('carrierShipment').as('t')} where t.id = any(${known}::bigint[])
      and ${seenCarriers(ctx, 'shipment', 'list')}`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

offerFileOwner({
  kind: SHIPMENT_FILES,
  kinds: { attachment: { count: Infinity } },
  readable: named,
  mayChange: () => Promise.resolve(false),
  existing: async (ctx, ids) => {
    const known = ids.filter((id) => /^\d{1,19}$/.test(id))
    const { rows } = await sql<{ id: string }>`select t.id
      from ${ctx.rows('carrierShipment').as('t')}
      where t.id = any(${known}::bigint[])`.execute(ctx.db)
    return new Set(rows.map(({ id }) => id))
  },
})

/** Keeps a label's papers; the label itself is noted with its row, so that it is printed from here. */
export async function keepPapers(
  ctx: Ctx,
  label: Pick<CarrierLabel, 'id' | 'parcelId' | 'customerId' | 'labelFileId'>,
  papers: readonly LabelDocument[],
): Promise<string | null> {
  let own: { id: string; format: string } | null = null
  for (const { kind, format, bytes } of papers) {
    const file = await storeFile(asSystem(ctx, ctx.principal.tenantId), {
      ownerKind: SHIPMENT_FILES,
      ownerId: label.id,
      name: `${kind}-${label.parcelId}.${ENDINGS[format]}`,
      bytes: Buffer.from(bytes),
      customerId: label.customerId,
    })
    if (kind === 'label' && format !== 'png') own ??= { id: file.id, format }
  }
  const first = own
  // The label orders print stays the one that was bought; another format lies with it.
  if (first && label.labelFileId === null)
    await inTx(ctx, (tx) =>
      changeMany(asSystemTx(tx, tx.principal.tenantId), 'carrierShipment', [label.id], {
        labelFileId: first.id,
        labelFormat: first.format,
      }),
    )
  return first?.id ?? null
}
