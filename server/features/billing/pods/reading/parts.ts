import { sql } from 'kysely'
import type { FoundPod, podFiles, PodPart, PodScan } from '#contracts/billing/pod-files.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { bytesOf, fileRow, filesOf } from '#server/kit/files/stored-files.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { attachFile } from '../attach-file.ts'
import { labelOf, lockPod, lockPods, type PodRow } from '../lock-pods.ts'
import { SCAN_FILES } from '../pod-files.ts'
import { matchNumbers } from './match-numbers.ts'
import { isPdf } from './cut-pages.ts'
import { cutOut, joinBehind } from './pages.ts'

interface Part {
  id: string
  scanId: string
  fromPage: number
  toPage: number
  podId: string | null
  state: string
  name: string
}

async function lockPart(tx: Tx, id: string, name: (label: string) => void): Promise<Part> {
  const { rows } =
    await sql<Part>`select t.id, t.scan_id, t.from_page, t.to_page, t.pod_id, t.state,
      s.name || ' · ' || t.from_page as name
    from pod_part as t join ${tx.rows('podScan').as('s')} on s.id = t.scan_id
    where ${tx.rows('podPart').where('t')} and t.id = ${id} for update of t`.execute(tx.db)
  const part = rows[0] ?? failMissing()
  name(part.name)
  if (part.state !== 'OPEN') fail('pod.partDone', { label: part.name })
  return part
}

/** The pages of a part; the whole of a file that is a picture. */
async function bytesOfPart(ctx: Ctx, part: Part): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await filesOf(ctx, SCAN_FILES, [part.scanId])
  if (!file) failMissing()
  const bytes = await bytesOf(ctx, file)
  return {
    name: file.name,
    bytes: isPdf(bytes) ? await cutOut(ctx, bytes, part.fromPage, part.toPage) : bytes,
  }
}

async function attachPart(tx: Tx, part: Part, row: PodRow, add: boolean): Promise<void> {
  const pages = part.toPage - part.fromPage + 1
  const sent = await bytesOfPart(tx, part)
  if (row.state === 'RECEIVED' && row.fileId !== null && !add)
    fail('pod.hasFile', { label: labelOf(row) })
  const before = add && row.fileId !== null ? await fileRow(tx, row.fileId) : null
  await attachFile(tx, row, {
    name: before === null ? sent.name : before.name.replace(/\.[a-z0-9]+$/i, '.pdf'),
    bytes:
      before === null ? sent.bytes : await joinBehind(tx, [await bytesOf(tx, before), sent.bytes]),
    source: 'upload',
    pages: pages + (before === null ? 0 : (row.pages ?? 1)),
  })
}

/** Links parts to the proofs proposed for them. */
export function confirmParts(ctx: Ctx, { ids }: In<typeof podFiles.confirm>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const part = await lockPart(tx, id, name)
    if (part.podId === null) fail('pod.noMatch', { label: part.name })
    await attachPart(tx, part, await lockPod(tx, part.podId, () => undefined), false)
    await change(tx, 'podPart', id, { state: 'LINKED' })
    return part.name
  })
}

/** By hand, to one proof or to several of one signed list. */
export function linkPart(
  ctx: Ctx,
  { partId, ids, add = false }: In<typeof podFiles.link>,
): Promise<BulkResult> {
  return eachRow(
    ctx,
    ids,
    async (tx, podId, name) => {
      const row = await lockPod(tx, podId, name)
      const { rows } = await sql<Part>`select t.id, t.scan_id, t.from_page, t.to_page, t.pod_id,
          t.state, s.name
        from ${tx.rows('podPart').as('t')} join ${tx.rows('podScan').as('s')} on s.id = t.scan_id
        where t.id = ${partId}`.execute(tx.db)
      const part = rows[0] ?? failMissing()
      if (part.state === 'DROPPED') fail('pod.partDone', { label: part.name })
      await attachPart(tx, part, row, add)
      await change(tx, 'podPart', partId, { state: 'LINKED', podId, why: null })
      return labelOf(row)
    },
    lockPods,
  )
}

export function dropParts(ctx: Ctx, { ids }: In<typeof podFiles.drop>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const part = await lockPart(tx, id, name)
    await change(tx, 'podPart', id, { state: 'DROPPED' })
    return part.name
  })
}

/** Each page of a part becomes a part; what was proposed was for the whole, and stays with its first page. */
export function splitParts(ctx: Ctx, { ids }: In<typeof podFiles.split>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const part = await lockPart(tx, id, name)
    if (part.fromPage === part.toPage) fail('pod.onePage', { label: part.name })
    await change(tx, 'podPart', id, { toPage: part.fromPage })
    await sql`insert into pod_part (tenant_id, scan_id, from_page, to_page, why, create_by)
      select ${tx.principal.tenantId}, ${part.scanId}, x.page, x.page, 'none',
        ${tx.principal.username}
      from generate_series(${part.fromPage + 1}::int, ${part.toPage}::int) as x(page)`.execute(
      tx.db,
    )
    return part.name
  })
}

/** The pages of a part as a file. */
export async function readPart(ctx: Ctx, { id }: In<typeof podFiles.pages>): Promise<FileReply> {
  const { rows } =
    await sql<Part>`select t.id, t.scan_id, t.from_page, t.to_page, t.pod_id, t.state,
      s.name
    from ${ctx.rows('podPart').as('t')} join ${ctx.rows('podScan').as('s')} on s.id = t.scan_id
    where t.id = ${id}`.execute(ctx.db)
  const { name, bytes } = await bytesOfPart(ctx, rows[0] ?? failMissing())
  const type = isPdf(bytes) ? 'application/pdf' : 'application/octet-stream'
  return new FileReply(name, type, bytes)
}

interface ScanRow {
  id: string
  name: string
  state: PodScan['state']
  fault: string | null
  pages: number
  pagesRead: number
  createBy: string | null
  createTime: string
}
interface PartRow {
  id: string
  scanId: string
  fromPage: number
  toPage: number
  number: string | null
  foundBy: PodPart['foundBy']
  why: PodPart['why']
  state: PodPart['state']
  podId: string | null
}
interface PodFound {
  id: string
  serialNumber: string
  trackNo: string | null
  fbaCode: string | null
  state: string
  deliveredAt: string
}
/** Files shown at once. */
const SCANS_MAX = 300

/** Files with open pages, those that are being read and those of a day that could not be. */
export async function previewScans(ctx: Ctx): Promise<Out<typeof podFiles.preview>> {
  const scans = await sql<ScanRow>`select s.id, s.name, s.state, s.fault, s.pages,
      s.pages_read, s.create_by, s.create_time
    from ${ctx.rows('podScan').as('s')}
    where s.state = 'READING' or (s.state = 'FAILED' and s.create_time > now() - interval '1 day')
      or exists (select 1 from ${ctx.rows('podPart').as('t')}
        where t.scan_id = s.id and t.state = 'OPEN')
    order by s.create_time desc, s.id desc limit ${SCANS_MAX}`.execute(ctx.db)
  const ids = scans.rows.map(({ id }) => id)
  const { rows } =
    await sql<PartRow>`select t.id, t.scan_id, t.from_page, t.to_page, t.number, t.found_by, t.why, t.state, t.pod_id
    from ${ctx.rows('podPart').as('t')} where t.scan_id = any(${ids}::bigint[])
    order by t.from_page, t.id`.execute(ctx.db)
  const pods = await podsById(
    ctx,
    rows.flatMap(({ podId }) => podId ?? []),
  )
  return scans.rows.map((scan) => ({
    ...scan,
    parts: rows
      .filter((part) => part.scanId === scan.id)
      .map(({ scanId: _, podId, ...part }) => ({
        ...part,
        pod: podId === null ? null : (pods.get(podId) ?? null),
      })),
  }))
}

async function podsById(ctx: Ctx, ids: readonly string[]): Promise<Map<string, FoundPod>> {
  const texts = await dictTexts(ctx)
  const { rows } = await sql<PodFound>`select p.id, p.serial_number,
      p.track_no, p.fba_code, p.state, p.delivered_at
    from ${ctx.rows('pod').as('p')} where p.id = any(${ids}::bigint[])
    order by p.delivered_at desc`.execute(ctx.db)
  return new Map(
    rows.map((row) => [row.id, { ...row, state_dictText: texts('pod_state', row.state) ?? '' }]),
  )
}

/** Proofs by any of their numbers; those whose number begins so where none is equal. */
export async function findPods(
  ctx: Ctx,
  { number }: In<typeof podFiles.find>,
): Promise<Out<typeof podFiles.find>> {
  const wanted = number.toUpperCase()
  const exact = [...((await matchNumbers(ctx, [wanted])).get(wanted) ?? [])]
  const { rows } = await sql<{ id: string }>`select p.id from ${ctx.rows('pod').as('p')}
    where starts_with(p.track_no, ${wanted}) or starts_with(p.serial_number, ${wanted})
      or starts_with(p.fba_code, ${wanted})
    order by p.delivered_at desc limit 20`.execute(ctx.db)
  const ids = exact.length > 0 ? exact.slice(0, 20) : rows.map(({ id }) => id)
  return [...(await podsById(ctx, ids)).values()]
}
