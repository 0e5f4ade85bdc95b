import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import {
  drawnHash,
  keepLayouts,
  type LabelModel,
  type Layout,
} from '#server/features/commercial/label-templates/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import type { PrintRow } from './find-printable.ts'

/** A label as it was made: what it bears, and by what it was drawn. */
export interface MadeLabel {
  model: LabelModel
  layoutId: string
  drawn: Buffer
}

/**
 * The labels parcels have been given, by parcel. One under a number its parcel no longer has counts
 * no more: the parcel gets a new label.
 */
export async function madeLabels(
  ctx: Ctx,
  rows: readonly Pick<PrintRow, 'id' | 'trackNo' | 'labelCopies'>[],
): Promise<ReadonlyMap<string, MadeLabel>> {
  const numbers = new Map(
    rows.flatMap(({ id, trackNo, labelCopies }) => (labelCopies > 0 ? [[id, trackNo]] : [])),
  )
  if (numbers.size === 0) return new Map()
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const found = await sql<{
    parcelId: string
    layoutId: string
    number: string
    content: Buffer
    drawn: Buffer
  }>`select m.parcel_id, m.layout_id, m.number, m.content, m.drawn
    from ${tenant.rows('madeLabel').as('m')}
    where m.parcel_id = any(${[...numbers.keys()]}::bigint[])`.execute(ctx.db)
  return new Map(
    found.rows.flatMap(({ parcelId, layoutId, number, content, drawn }) =>
      numbers.get(parcelId) === number
        ? [[parcelId, { model: modelOf(content), layoutId, drawn }] as const]
        : [],
    ),
  )
}

const modelOf = (content: Buffer): LabelModel =>
  JSON.parse(inflateRawSync(content).toString('utf8')) as LabelModel

interface NewLabel {
  parcelId: string
  model: LabelModel
  layout: Layout
}

/** Keeps labels with the print that makes them, their parcels locked. */
export async function keepLabels(tx: Tx, labels: readonly NewLabel[]): Promise<void> {
  if (labels.length === 0) return
  const distinct = [...new Set(labels.map(({ layout }) => layout))]
  const ids = await keepLayouts(tx, distinct)
  const idOf = new Map(distinct.map((layout, at) => [layout, ids[at]!]))
  const column = (of: (one: NewLabel) => string) => labels.map(of)
  await sql`insert into made_label (tenant_id, parcel_id, layout_id, number, content, drawn,
      create_by)
    select ${tx.principal.tenantId}, x.parcel_id, x.layout_id, x.number,
      decode(x.content, 'base64'), decode(x.drawn, 'base64'), ${tx.principal.username}
    from unnest(${column(({ parcelId }) => parcelId)}::bigint[],
      ${column(({ layout }) => idOf.get(layout)!)}::bigint[],
      ${column(({ model }) => model.number)}::text[],
      ${column(({ model }) => deflateRawSync(JSON.stringify(model)).toString('base64'))}::text[],
      ${column(({ layout, model }) => drawnHash(layout, model).toString('base64'))}::text[])
      as x(parcel_id, layout_id, number, content, drawn)
    on conflict (tenant_id, parcel_id) do update set layout_id = excluded.layout_id,
      number = excluded.number, content = excluded.content, drawn = excluded.drawn,
      create_by = excluded.create_by, create_time = now()`.execute(tx.db)
}

/** Whether this version of the product draws a label as it was made. */
export const isDrawnAsMade = ({ model, drawn }: MadeLabel, layout: Layout): boolean =>
  drawnHash(layout, model).equals(drawn)
