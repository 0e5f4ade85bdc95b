import { sql } from 'kysely'
import { z } from 'zod'
import { SCAN_PAGES_MAX, type podFiles } from '#contracts/billing/pod-files.ts'
import { PODS_PROVEN } from '#contracts/billing/pods.states.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { idText } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { bytesOf, filesOf, storeFile } from '#server/kit/files/stored-files.ts'
import { failUnauthorised } from '#server/kit/http/errors.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'
import { namePatterns, readName } from '../carriers/file-names.ts'
import { POD_TYPES, SCAN_FILES } from '../pod-files.ts'
import { matchNumbers } from './match-numbers.ts'
import { readPage, type ScanFault } from './pages.ts'
import { numbersIn, segmentsOf, type PageNumbers } from './read-numbers.ts'

const readScanJob = job('pods.readScan', z.object({ scanId: idText }))
defineJob(
  readScanJob,
  (ctx, { scanId }) => readScan(ctx, scanId),
  (ctx, { scanId }) => inTx(ctx, (tx) => endScan(tx, scanId, 'tooMuch')),
)

/** Takes a file in; it is read by a job. */
export async function uploadScan(
  ctx: Ctx,
  _: In<typeof podFiles.upload>,
): Promise<Out<typeof podFiles.upload>> {
  const sent = await (ctx.http ?? failUnauthorised('session.missing')).upload()
  return inTx(ctx, async (tx) => {
    const { rows } = await sql<{ id: string }>`insert into pod_scan (tenant_id, name, create_by)
      values (${tx.principal.tenantId}, ${sent.name}, ${tx.principal.username})
      returning id`.execute(tx.db)
    const { id } = rows[0]!
    const file = await storeFile(tx, {
      ownerKind: SCAN_FILES,
      ownerId: id,
      name: sent.name,
      bytes: sent.bytes,
      kind: 'pod',
      customerId: null,
      limits: { types: POD_TYPES },
    })
    await change(tx, 'podScan', id, { fileId: file.id, name: file.name })
    await tx.job(readScanJob, { scanId: id })
    return { id }
  })
}

interface Scan {
  id: string
  name: string
  state: string
  found: PageNumbers[]
}

/** Reads a file page by page, each kept when it is read, and proposes what its parts prove. */
export async function readScan(ctx: Ctx, scanId: string): Promise<void> {
  const [file] = await filesOf(ctx, SCAN_FILES, [scanId])
  const { rows } = await sql<Scan>`select s.id, s.name, s.state, s.found
    from ${ctx.rows('podScan').as('s')} where s.id = ${scanId}`.execute(ctx.db)
  const scan = rows[0]
  if (!file || scan?.state !== 'READING') return
  const bytes = await bytesOf(ctx, file)
  const found = [...scan.found]
  for (let pages = found.length + 1; found.length < pages;) {
    const read = await readPage(ctx, bytes, found.length + 1)
    if ('fault' in read || read.pages > SCAN_PAGES_MAX) {
      await inTx(ctx, (tx) => endScan(tx, scanId, 'fault' in read ? read.fault : 'tooMuch'))
      return
    }
    found.push(read.found)
    pages = read.pages
    await inTx(ctx, async (tx) => {
      await change(
        tx,
        'podScan',
        scanId,
        { pages: read.pages, pagesRead: found.length, found },
        { unlogged: ['found', 'pagesRead'] },
      )
    })
  }
  await inTx(ctx, (tx) => proposeParts(tx, scan, found))
}

async function endScan(tx: Tx, scanId: string, fault: ScanFault): Promise<void> {
  await change(tx, 'podScan', scanId, (row) =>
    row.state === 'READING' ? { state: 'FAILED', fault } : {},
  )
}

/** The parts of a file that was read, once. */
async function proposeParts(tx: Tx, scan: Scan, found: readonly PageNumbers[]): Promise<void> {
  let isFirst = false
  await change(tx, 'podScan', scan.id, (row) => {
    isFirst = row.state === 'READING'
    return isFirst ? { state: 'READ' } : {}
  })
  if (!isFirst) return
  const named = await numbersOfName(tx, scan.name)
  const numbers = [...new Set([...named, ...found.flatMap((page) => page.numbers)])]
  const parts = segmentsOf(found, await matchNumbers(tx, numbers), named)
  const done = await proven(
    tx,
    parts.flatMap(({ podId }) => podId ?? []),
  )
  for (const part of parts) {
    const isDone = part.podId !== null && done.has(part.podId)
    await sql`insert into pod_part (tenant_id, scan_id, from_page, to_page, number, found_by, pod_id,
        why, create_by)
      values (${tx.principal.tenantId}, ${scan.id}, ${part.fromPage}, ${part.toPage},
        ${part.number}, ${part.foundBy}, ${part.podId}, ${isDone ? 'done' : part.why},
        ${tx.principal.username})`.execute(tx.db)
  }
}

/** Numbers in a file's name: by the carriers' patterns, else whatever looks like one. */
async function numbersOfName(ctx: Ctx, name: string): Promise<string[]> {
  const { rows } = await sql<{ filePatterns: string }>`select c.file_patterns
    from ${ctx.rows('podCarrier').as('c')}
    where c.enabled and c.file_patterns is not null order by c.id limit 200`.execute(ctx.db)
  for (const { filePatterns } of rows) {
    const read = readName(namePatterns(filePatterns).patterns, name)
    if (read) return read.numbers.map(({ number }) => number)
  }
  const stem = name.replace(/\.[a-z0-9]{2,4}$/i, '')
  return numbersIn([stem.replaceAll('_', ' ')])
}

async function proven(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select p.id from ${ctx.rows('pod').as('p')}
    where p.id = any(${ids}::bigint[]) and p.state = any(${PODS_PROVEN}::text[])`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}
