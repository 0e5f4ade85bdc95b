import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { documents } from '#contracts/orders/documents.ts'
import type { labels } from '#contracts/orders/labels.ts'
import { bundleChosen, choiceOf } from '#server/features/orders/documents/index.ts'
import { printWith, refusedPrints, type PrintSteps } from '#server/features/orders/labels/index.ts'
import type { Ctx, RowOutcome, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { keepFile } from './task-files.ts'
import { changedSince, lockPart, storeOutcomes, type Task } from './task-part.ts'

/** Labels of one file. */
const LABELS_AT_ONCE = 500

/** The next orders whose labels make a file; at least one. */
export async function nextToPrint(ctx: Ctx, { id, cursorId }: Task): Promise<string[]> {
  const found = await sql<{ id: string }>`select x.id from (
      select r.shipment_id as id, row_number() over w as at,
        sum(coalesce(s.shipment_pieces, 1)) over w as pieces
      from ${ctx.rows('orderTaskRow').as('r')}
        left join ${ctx.rows('shipment').as('s')} on s.id = r.shipment_id
      where r.task_id = ${id} and r.shipment_id > ${cursorId}
      window w as (order by r.shipment_id)
      order by r.shipment_id limit ${LABELS_AT_ONCE}) x
    where x.at = 1 or x.pieces <= ${LABELS_AT_ONCE} order by x.id`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

/** Orders changed between the look at them and their lock; the part is looked at again. */
class ChangedMeanwhile extends Error {}
/** Another process did the part, or the task was stopped. */
class NotOurs extends Error {}
const TRIES = 5

/**
 * Prints one part of a task: what cannot be printed is refused order by order, the others make one
 * file. The file, the count of each print and the outcomes are one transaction: a process that dies
 * before it has printed nothing, after it the part is not done again.
 */
export async function printPart(ctx: Ctx, task: Task, ids: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await printOnce(ctx, task, ids)
    } catch (error) {
      if (error instanceof NotOurs) return
      const again = error instanceof ChangedMeanwhile || error instanceof Refusal
      if (!again || attempt >= TRIES) throw error
    }
}

async function printOnce(ctx: Ctx, task: Task, ids: readonly string[]): Promise<void> {
  const outcomes: Map<string, RowOutcome> = await changedSince(ctx, task.id, ids, {
    printing: true,
  })
  const names = await namesOf(ctx, task, ids)
  const plan = await (task.action === 'print' ? ofLabels : ofDocuments)(
    ctx,
    task,
    ids.filter((id) => !outcomes.has(id)),
  )
  const set = (id: string, ok: boolean, code: string | null, message: string | null) =>
    outcomes.set(id, { id, ok, label: names.get(id) ?? null, code, message })
  for (const [id, refusal] of plan.refused) {
    const { code, data } = ofOne(refusal, names.get(id))
    set(id, false, code, translateError(ctx.lang, code, data))
  }
  const open = ids.filter((id) => !outcomes.has(id))
  for (const id of open) {
    const left = plan.left.get(id)
    set(id, true, left?.code ?? null, left?.message ?? null)
  }
  const store = async (tx: Tx, file: FileReply | null) => {
    if (!(await lockPart(tx, task))) throw new NotOurs()
    if (file)
      await keepFile(tx, task, { name: nameOf(task, ids.length, file), content: file.content })
    await storeOutcomes(
      tx,
      task,
      ids.map((id) => outcomes.get(id)!),
    )
  }
  if (open.length === 0) return inTx(ctx, (tx) => store(tx, null))
  await plan.print(open, {
    base: task.publicBase,
    check: async (tx) => {
      const changed = await changedSince(tx, task.id, open, { printing: true })
      if (changed.size > 0) throw new ChangedMeanwhile()
    },
    counted: store,
  })
}

/** Refusals of a print of one order are results of that order. */
function ofOne({ code, data, result }: Refused, label: string | undefined): Refused {
  if (code !== 'label.notOpen') return { code, data }
  const [order] = (result as { orders?: { parcelStatus_dictText: string }[] }).orders ?? []
  return { code: 'shipment.not.print', data: { label, status: order?.parcelStatus_dictText } }
}

/** `labels-501-1000.pdf`: which orders of the task it has, in their order. */
function nameOf(task: Task, count: number, { name }: FileReply): string {
  const ending = name.slice(name.lastIndexOf('.'))
  const stem = task.action === 'print' ? 'labels' : 'documents'
  return `${stem}-${task.done + 1}-${task.done + count}${ending}`
}

type Refused = Pick<Refusal, 'code' | 'data'> & { result?: unknown }
/** What is known of a part's orders before anything is printed. */
interface Plan {
  refused: ReadonlyMap<string, Refused>
  /** Of orders that are printed: what is left out. */
  left: ReadonlyMap<string, { code: string; message: string }>
  print(ids: readonly string[], steps: PrintSteps): Promise<FileReply>
}

async function ofLabels(ctx: Ctx, task: Task, ids: readonly string[]): Promise<Plan> {
  const input = task.input as Omit<In<typeof labels.print>, 'ids'>
  return {
    refused: ids.length > 0 ? await refusedPrints(ctx, { ...input, ids: [...ids] }) : new Map(),
    left: new Map(),
    print: (open, steps) => printWith(ctx, { ...input, ids: [...open] }, steps),
  }
}

async function ofDocuments(ctx: Ctx, task: Task, ids: readonly string[]): Promise<Plan> {
  const input = task.input as Omit<In<typeof documents.bundle>, 'ids'>
  const choice = ids.length > 0 ? await choiceOf(ctx, ids, input.documents) : []
  const labelled = choice
    .filter(({ documents: open }) => open.includes('label'))
    .map(({ order }) => order.id)
  const refused = new Map<string, Refused>(
    labelled.length > 0
      ? await refusedPrints(ctx, { ids: labelled, format: 'pdf', dpi: 203, reason: input.reason })
      : [],
  )
  const left = new Map<string, { code: string; message: string }>()
  for (const { order, documents: open, refused: out } of choice) {
    const [first] = out
    if (!first) continue
    if (open.length === 0) refused.set(order.id, first)
    else {
      const texts = out.map(({ code, data }) => translateError(ctx.lang, code, data))
      left.set(order.id, { code: first.code, message: texts.join(' ') })
    }
  }
  return {
    refused,
    left,
    print: (open, steps) =>
      bundleChosen(
        ctx,
        choice.filter(({ order }) => open.includes(order.id)),
        input,
        steps,
      ),
  }
}

async function namesOf(
  ctx: Ctx,
  { id }: Task,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ id: string; label: string }>`select r.shipment_id as id, r.label
    from ${ctx.rows('orderTaskRow').as('r')}
    where r.task_id = ${id} and r.shipment_id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.id, row.label]))
}
