import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import type { Place } from './label-places.ts'
import { PAGES_MAX, type PdfFault } from './pdf-limits.ts'
import type { SplitReply } from './split-process.ts'
import { noTurns, takeTurn } from './turns.ts'

export interface CutLabel extends Place {
  bytes: Buffer
}
/** Milliseconds a file may take. */
const PATIENCE = 30_000

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
    return await inProcess(bytes, patience)
  } finally {
    endTurn()
  }
}

async function inProcess(bytes: Buffer, patience: number): Promise<CutLabel[]> {
  const { promise, resolve, reject } = Promise.withResolvers<CutLabel[]>()
  const labels: CutLabel[] = []
  const child = fork(fileURLToPath(new URL('./split-process.ts', import.meta.url)), [], {
    serialization: 'advanced',
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const refuse = (fault: PdfFault) => {
    try {
      fail(`fba.pdf.${fault}`, { max: PAGES_MAX })
    } catch (error) {
      reject(error as Error)
    }
  }
  const timer = setTimeout(() => refuse('tooSlow'), patience)
  child.on('message', (reply: SplitReply) => {
    if ('label' in reply) labels.push({ ...reply.label, bytes: Buffer.from(reply.bytes) })
    else if ('done' in reply) resolve(labels)
    else if ('refused' in reply) refuse(reply.refused)
    else refuse('broken')
  })
  child.on('error', reject)
  // Ended from outside, as by a system without memory.
  child.on('exit', () => refuse('tooLarge'))
  child.send(bytes)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}
