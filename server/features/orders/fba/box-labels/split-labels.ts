import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { placesOf, type Place, type ReadPage } from './label-places.ts'
import { PAGES_MAX, PdfRefusal } from './pdf-limits.ts'
import type { SplitReply, SplitTask } from './split-process.ts'
import { noTurns, takeTurn } from './turns.ts'

export interface CutLabel extends Place {
  bytes: Buffer
}
/** Milliseconds a file may take. */
const PATIENCE = 120_000

const turns = perApp(noTurns)

/** The labels of a PDF from outside, one after the other; refuses what is too much. */
export async function splitLabels(
  { deps, principal: { tenantId, userId } }: Pick<Ctx, 'deps' | 'principal'>,
  bytes: Buffer,
  patience = PATIENCE,
): Promise<CutLabel[]> {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) fail('fba.pdf.broken')
  const endTurn = await takeTurn(turns.of(deps), { tenantId, userId })
  try {
    const until = performance.now() + patience
    const labels: CutLabel[] = []
    const pages = await readAll(bytes, labels, until)
    await cutRest(bytes, placesOf(pages), labels, until)
    return labels
  } catch (error) {
    if (error instanceof PdfRefusal) return fail(`fba.pdf.${error.fault}`, { max: PAGES_MAX })
    throw error
  } finally {
    endTurn()
  }
}

const cutOf = (reply: SplitReply): CutLabel[] =>
  'label' in reply ? [{ ...reply.label, bytes: Buffer.from(reply.bytes) }] : []

/** Pages, a process for as many as its memory takes; one that reads all of them cuts, too. */
async function readAll(bytes: Buffer, labels: CutLabel[], until: number): Promise<ReadPage[]> {
  const pages: ReadPage[] = []
  for (let from: number | null = 1; from !== null;) {
    const before = pages.length
    const next = await inProcess({ bytes, from }, until, (reply) => {
      if ('page' in reply) pages.push(reply.page)
      labels.push(...cutOf(reply))
      return pages.length > before
    })
    if (next === 'full' && labels.length > 0) return pages
    from = next === 'full' ? pages.length + 1 : next
  }
  return pages
}

async function cutRest(
  bytes: Buffer,
  places: readonly Place[],
  labels: CutLabel[],
  until: number,
): Promise<void> {
  while (labels.length < places.length) {
    const before = labels.length
    await inProcess({ bytes, places: places.slice(before) }, until, (reply) => {
      labels.push(...cutOf(reply))
      return labels.length > before
    })
    if (labels.length === before) throw new PdfRefusal('broken')
  }
}

/**
 * Runs a task in a process of its own; `take` answers whether it has got anywhere. Answers what is
 * to be done next, or `full` where memory ended after some of it was done.
 */
async function inProcess(
  task: SplitTask,
  until: number,
  take: (reply: SplitReply) => boolean,
): Promise<number | null | 'full'> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null | 'full'>()
  let some = false
  const child = fork(fileURLToPath(new URL('./split-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const tooLarge = () => (some ? resolve('full') : reject(new PdfRefusal('tooLarge')))
  const timer = setTimeout(
    () => reject(new PdfRefusal('tooSlow')),
    Math.max(1, until - performance.now()),
  )
  child.on('message', (reply: SplitReply) => {
    if ('done' in reply) resolve(reply.next)
    else if ('broken' in reply) reject(new PdfRefusal('broken'))
    else if (!('refused' in reply)) some = take(reply)
    else if (reply.refused === 'tooLarge') tooLarge()
    else reject(new PdfRefusal(reply.refused))
  })
  child.on('error', reject)
  // Ended from outside, as by a system without memory.
  child.on('exit', tooLarge)
  child.send(task)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
