import { sql } from 'kysely'
import { zipSync } from 'fflate'
import type { pods } from '#contracts/billing/pods.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { bytesOf, filesOf, readFile } from '#server/kit/files/stored-files.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { askCarriers } from './ask-carrier.ts'
import { labelOf, lockPod, lockPods, movePod, type PodRow } from './lock-pods.ts'
import { POD_FILES } from './pod-files.ts'

type Ids = { ids: readonly string[]; versions?: Record<string, number> | undefined }
export function eachPod(
  ctx: Ctx,
  { ids, versions }: Ids,
  work: (tx: Tx, row: PodRow) => Promise<string>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, id, name) => work(tx, await lockPod(tx, id, name, versions?.[id])),
    lockPods,
  )
}

/** Who looked at it, and when. */
const checked = (tx: Tx) => ({ checkedAt: nowIso(), checkedBy: tx.principal.username })

export const verifyRow = (tx: Tx, row: PodRow): Promise<string> =>
  movePod(tx, row, 'verify', { ...checked(tx), reason: null })
export const rejectRow = (tx: Tx, row: PodRow, reason: string): Promise<string> =>
  movePod(tx, row, 'reject', { ...checked(tx), reason })
export const missRow = (tx: Tx, row: PodRow, reason: string | null): Promise<string> =>
  movePod(tx, row, 'miss', { reason })

/** Noted; the carrier is written to once all rows of the call are through. */
export function requestRow(tx: Tx, row: PodRow): Promise<string> {
  return movePod(tx, row, 'request', { requestedAt: nowIso(), messageId: null, reason: null })
}

export const verifyPods = (ctx: Ctx, sent: In<typeof pods.verify>): Promise<BulkResult> =>
  eachPod(ctx, sent, verifyRow)
export const rejectPods = (ctx: Ctx, sent: In<typeof pods.reject>): Promise<BulkResult> =>
  eachPod(ctx, sent, (tx, row) => rejectRow(tx, row, sent.reason))
export const missPods = (ctx: Ctx, sent: In<typeof pods.miss>): Promise<BulkResult> =>
  eachPod(ctx, sent, (tx, row) => missRow(tx, row, sent.reason ?? null))

/** By mail: a proof without a carrier, or of one without an address, is refused by name. */
export async function requestPods(ctx: Ctx, sent: In<typeof pods.request>): Promise<BulkResult> {
  const done = await eachPod(ctx, sent, async (tx, row) => {
    const { rows } = await sql<{ email: string | null; name: string }>`select c.email, c.name
      from ${tx.rows('podCarrier').as('c')} where c.id = ${row.podCarrierId}`.execute(tx.db)
    const carrier = rows[0] ?? fail('pod.noCarrier', { label: labelOf(row) })
    if (carrier.email === null)
      fail('pod.noAddress', { label: labelOf(row), carrier: carrier.name })
    return requestRow(tx, row)
  })
  await askCarriers(ctx)
  return done
}

/** Another carrier delivers; its days count from the delivery. */
export async function assignPods(ctx: Ctx, sent: In<typeof pods.assign>): Promise<BulkResult> {
  const { rows } = await sql<{ id: string; dueDays: number }>`select c.id, c.due_days
    from ${ctx.rows('podCarrier').as('c')}
    where c.id = ${sent.podCarrierId} and c.enabled`.execute(ctx.db)
  const carrier = rows[0] ?? failFields([{ path: 'podCarrierId', code: 'field.ref' }])
  return eachPod(ctx, sent, async (tx, row) => {
    if (row.state === 'BILLED') fail('pod.billed', { label: labelOf(row) })
    await change(tx, 'pod', row, {
      podCarrierId: carrier.id,
      dueAt: sql`t.delivered_at + make_interval(days => ${carrier.dueDays})`,
    })
    return labelOf(row)
  })
}

/** A proof as it was sent or cut out. */
export async function readPod(ctx: Ctx, { id }: In<typeof pods.file>): Promise<FileReply> {
  const { rows } = await sql<{ fileId: string | null }>`select p.file_id
    from ${ctx.rows('pod').as('p')} where p.id = ${id}`.execute(ctx.db)
  const { fileId } = rows[0] ?? failMissing()
  const file = await readFile(ctx, fileId ?? fail('pod.noFile'))
  return new FileReply(file.name, file.type, file.bytes)
}

/** Bytes a zip holds at most. */
const ZIP_BYTES = 200 * 1024 * 1024

/** Of the chosen proofs those that are there; two of one name get different ones. */
export async function zipPods(ctx: Ctx, { ids }: In<typeof pods.zip>): Promise<FileReply> {
  const { rows } = await sql<{ id: string; fileId: string; label: string }>`select p.id, p.file_id,
      coalesce(p.track_no, p.fba_code, p.serial_number) as label
    from ${ctx.rows('pod').as('p')}
    where p.id = any(${ids}::bigint[]) and p.file_id is not null
    order by p.delivered_at, p.id`.execute(ctx.db)
  if (rows.length === 0) fail('pod.noFile')
  const files = await filesOf(
    ctx,
    POD_FILES,
    rows.map(({ id }) => id),
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  if (files.reduce((sum, { size }) => sum + size, 0) > ZIP_BYTES)
    fail('pod.zipTooLarge', { max: String(ZIP_BYTES / 1024 / 1024) })
  const packed: Record<string, [Uint8Array, { level: 0 }]> = {}
  for (const { fileId, label, id } of rows) {
    const file = byId.get(fileId)
    if (!file) continue
    const ending = /\.[a-z0-9]+$/i.exec(file.name)?.[0] ?? '.pdf'
    const name = `${label}${ending}`
    packed[name in packed ? `${label}-${id}${ending}` : name] = [
      await bytesOf(ctx, file),
      { level: 0 },
    ]
  }
  return new FileReply('pods.zip', 'application/zip', Buffer.from(zipSync(packed)))
}
