import { now as clock, nowIso } from '#server/kit/runtime/clock.ts'
import { labelPrinted } from '#contracts/orders/labels.events.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { labels } from '#contracts/orders/labels.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import {
  lockCustoms,
  lockOrders,
  lockParcels,
  moveParcels,
} from '#server/features/orders/shipments/index.ts'
import { chargeParcels, requirePaid } from '#server/features/orders/charging/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failConflict, Refusal } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { inTx } from '#server/kit/db/tx.ts'
import type { LabelRow } from '#server/features/orders/label-sources/index.ts'
import { joinWithOthers } from './join-labels.ts'
import { labelsOfOthers } from './sources/make-labels.ts'
import { findPrintable, reprintsOf, type PrintRow } from './find-printable.ts'
import { unprintable } from '#server/kit/pdf/fonts.ts'
import type { LabelModel, Wanted } from '#server/features/commercial/label-templates/index.ts'
import { drawOwn, layOut, type Cuts } from './draw-own.ts'
import { clockOf, labelModel, textsOf } from './drawing/label-model.ts'
import { isDrawnAsMade, keepLabels, madeLabels, type MadeLabel } from './made-labels.ts'
import { paperOfSet, wantedLayouts, type SetPaper } from './wanted-layouts.ts'
import { recordPrint, samePrint } from './print-record.ts'
import { routesOf } from './routes-of.ts'
import { publicBase } from './public-base.ts'

type Input = In<typeof labels.print>

const TRIES = 3

/**
 * Labels of orders or parcels in one file, in the order asked. The first print of a confirmed
 * parcel makes it LABELLED; a further one needs a reason and is marked. Drawn before anything is
 * locked or counted: what cannot be drawn was not printed, and what changed while it was drawn is
 * drawn again.
 */
export const printLabels = (ctx: Ctx, input: Input): Promise<FileReply> => printWith(ctx, input)

/** What goes with a print that is stored: it is counted and stored in one transaction, or neither. */
export interface PrintSteps {
  /** The public address, where no request names it. */
  base?: string
  /** With the orders locked, before anything is counted. */
  check?(tx: Tx): Promise<void>
  /** What becomes of the drawn labels before anything is locked. */
  compose?(labels: FileReply): Promise<FileReply>
  counted?(tx: Tx, file: FileReply): Promise<void>
}

/** `printLabels`, with what goes with it. */
export async function printWith(
  ctx: Ctx,
  input: Input,
  steps: PrintSteps = {},
): Promise<FileReply> {
  const now = new Date(clock())
  const base = steps.base ?? publicBase(ctx.http)
  let sheet = await sheetOf(ctx, input, { now, base })
  const others = await labelsOfOthers(ctx, sheet.rows, input)
  if (others.size > 0) sheet = await sheetOf(ctx, input, { now, base })
  for (let attempt = 1; ; attempt++) {
    const drawn = sheet
    const cuts: Cuts = new Map()
    const bytes = await draw(ctx, drawn, input, others, cuts)
    const labels = reply(ctx, drawn, bytes, input, now, cuts)
    const file = (await steps.compose?.(labels)) ?? labels
    sheet = await inTx(ctx, async (tx) => {
      if (input.ids) await lockOrders(tx, input.ids)
      else await lockParcels(tx, input.parcelIds ?? [])
      await steps.check?.(tx)
      const locked = await sheetOf(tx, input, { now, base })
      if (!isDeepStrictEqual(locked.content, drawn.content)) return locked
      if (!locked.recorded) await count(tx, locked, input, cuts)
      await keepNew(tx, locked, others)
      await steps.counted?.(tx, file)
      return locked
    })
    if (isDeepStrictEqual(sheet.content, drawn.content)) return file
    if (attempt >= TRIES) failConflict('label.changed')
  }
}

/**
 * Why orders cannot be printed now, by order; empty where all can. Labels of other sources are
 * asked for. A set that is refused as a whole is asked about in halves.
 */
export async function refusedPrints(ctx: Ctx, input: Input): Promise<Map<string, Refusal>> {
  const ids = input.ids ?? []
  try {
    const sheet = await sheetOf(ctx, input, { now: new Date(clock()), base: '' })
    const others = await labelsOfOthers(ctx, sheet.rows, input)
    layOut(ownOf(sheet, (row) => !others.has(row.id)))
    return new Map()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (ids.length < 2) return new Map(ids.map((id) => [id, error]))
    const half = Math.ceil(ids.length / 2)
    const first = await refusedPrints(ctx, { ...input, ids: ids.slice(0, half) })
    const second = await refusedPrints(ctx, { ...input, ids: ids.slice(half) })
    return new Map([...first, ...second])
  }
}

/** What a print will contain, as the tables have it now. */
interface Sheet {
  rows: readonly PrintRow[]
  /** Parcels printed before: marked as reprints. */
  again: ReadonlySet<string>
  /** The caller's own print under this request key, which this one repeats. */
  recorded: boolean
  /** Characters no printer has, by parcel. */
  odd: ReadonlyMap<string, string>
  /** All that is drawn, and nothing else: equal where the same is drawn again. */
  content: { models: LabelModel[]; layouts: string[]; paper: SetPaper | null }
  wanted: readonly Wanted[]
  /** Labels parcels have: printed again as they were made. */
  made: ReadonlyMap<string, MadeLabel>
}

const ownOf = ({ rows, content, wanted }: Sheet, isOwn: (row: PrintRow) => boolean) => ({
  models: content.models.filter((_, at) => isOwn(rows[at]!)),
  wanted: wanted.filter((_, at) => isOwn(rows[at]!)),
})

async function sheetOf(
  ctx: Ctx,
  input: Input,
  { now, base }: { now: Date; base: string },
): Promise<Sheet> {
  const reason = input.reason || undefined
  const rows = await findPrintable(ctx, input)
  const same = await samePrint(
    ctx,
    input.format,
    rows.map((row) => row.id),
    input.requestKey,
  )
  const again = same ? new Set(same.reprintIds) : reprintsOf(rows, reason)
  const made = await madeLabels(ctx, rows)
  const isNew = (row: PrintRow) => !made.has(row.id)
  const fresh = rows.filter(isNew)
  const routes = new Map(
    (await routesOf(ctx, fresh, now)).map((route, at) => [fresh[at]!.id, route]),
  )
  const models = rows.map((row): LabelModel => {
    const reprint = again.has(row.id)
    const before = made.get(row.id)
    return before
      ? { ...before.model, reprint }
      : labelModel(row, { reprint, base, now, route: routes.get(row.id) ?? null })
  })
  const odd = new Map(
    rows.flatMap((row, at) => {
      const missing = unprintable(textsOf(models[at]!))
      return missing.length > 0 ? [[row.id, missing.join('')] as const] : []
    }),
  )
  const paper =
    input.format === 'pdf' && input.printSetId ? await paperOfSet(ctx, input.printSetId) : null
  const wanted = await wantedLayouts(ctx, rows, { size: input.size, paper }, made)
  const layouts = wanted.map(({ layout }) => layout.key)
  return {
    rows,
    again,
    recorded: same !== null,
    odd,
    content: { models, layouts, paper },
    wanted,
    made,
  }
}

function reply(
  ctx: Ctx,
  { rows, odd }: Sheet,
  bytes: Buffer,
  input: Input,
  now: Date,
  cuts: Cuts,
): FileReply {
  ctx.http?.setHeader('X-Label-Count', String(rows.length))
  const warned = rows.filter((row, at) => odd.has(row.id) || cuts.has(at)).length
  if (warned > 0) ctx.http?.setHeader('X-Label-Warnings', String(warned))
  const name = `labels-${clockOf(now, rows[0]?.timeZone ?? 'UTC')
    .replace(/[-:]/g, '')
    .replace(' ', '-')}`
  return input.format === 'zpl'
    ? new FileReply(`${name}.zpl`, 'text/plain; charset=utf-8', bytes)
    : new FileReply(`${name}.pdf`, 'application/pdf', bytes)
}

async function draw(
  ctx: Ctx,
  { rows, content: { models }, wanted }: Sheet,
  input: Input,
  others: ReadonlyMap<string, LabelRow>,
  cuts: Cuts,
): Promise<Buffer> {
  if (others.size === 0) return drawOwn({ models, wanted }, input, cuts)
  return joinWithOthers(ctx, rows, others, input.format, (from, to) =>
    drawOwn({ models: models.slice(from, to), wanted: wanted.slice(from, to) }, input, cuts, from),
  )
}

async function count(
  tx: Tx,
  { rows, again, odd, made, wanted }: Sheet,
  input: Input,
  cuts: Cuts,
): Promise<void> {
  const reason = input.reason || undefined
  const ids = rows.map((row) => row.id)
  await sql`update parcel as p
    set label_copies = label_copies + 1, version = version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('parcel').where('p')} and p.id = any(${ids}::bigint[])`.execute(tx.db)
  await tx.auditMany(
    'parcel',
    'edit',
    rows.map((row, at) => {
      const unprintable = odd.get(row.id)
      const cut = cuts.get(at)
      const before = made.get(row.id)
      const differs = before && !isDrawnAsMade(before, wanted[at]!.layout)
      return {
        id: row.id,
        before: { labelCopies: row.labelCopies },
        after: {
          labelCopies: row.labelCopies + 1,
          ...(again.has(row.id) ? { reprintReason: reason } : {}),
          ...(unprintable ? { unprintableCharacters: unprintable } : {}),
          ...(cut ? { cutTexts: cut.join(', ') } : {}),
          ...(differs ? { drawnOtherwise: true } : {}),
        },
      }
    }),
  )
  await recordPrint(tx, {
    format: input.format,
    parcelIds: ids,
    reprintIds: ids.filter((id) => again.has(id)),
    reason,
    requestKey: input.requestKey,
  })
  const unlabelled = rows.filter((row) => row.parcelStatus === PARCEL.CONFIRMED)
  await requirePaid(
    tx,
    unlabelled.map((row) => row.id),
  )
  await moveParcels(
    tx,
    unlabelled.map((row) => row.id),
    PARCEL.LABELLED,
    { labelledAt: nowIso() },
  )
  // Received before it had a label, a parcel keeps its state.
  await chargeParcels(
    tx,
    rows.filter((row) => row.parcelStatus > PARCEL.LABELLED).map((row) => row.id),
    'label',
  )
  await lockCustoms(tx, [...new Set(rows.map((row) => row.orderId))])
  const first = ids.filter((id) => !again.has(id))
  if (first.length > 0) await tx.emit(labelPrinted, { parcelIds: first, at: nowIso() })
}

/** What this print made is kept as it was drawn; labels of other sources are files already. */
const keepNew = (
  tx: Tx,
  { rows, content: { models }, wanted, made }: Sheet,
  others: ReadonlyMap<string, LabelRow>,
): Promise<void> =>
  keepLabels(
    tx,
    rows.flatMap((row, at) =>
      made.has(row.id) || others.has(row.id)
        ? []
        : [
            {
              parcelId: row.id,
              model: { ...models[at]!, reprint: false },
              layout: wanted[at]!.layout,
            },
          ],
    ),
  )
