import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { LimitedThread } from '#server/kit/runtime/limited-thread.ts'
import type { PageFault } from './cut-pages.ts'
import type { PageOrder, PageReply } from './page-worker.ts'
import type { PageNumbers } from './read-numbers.ts'

/** What a page of a file from outside may take, with the packed pictures in it. */
const LIMITS = {
  ms: 20_000,
  waitMs: 90_000,
  megabytes: 512,
  growth: 900,
  waiting: 400,
  first: { kind: 'start' },
} as const

const thread = new LimitedThread<PageOrder, PageReply>(
  new URL('./page-worker.ts', import.meta.url),
  LIMITS,
)
const run = (ctx: Pick<Ctx, 'principal'>, order: PageOrder): Promise<PageReply | null> =>
  thread.run(order, ctx.principal.tenantId)

export type ScanFault = PageFault | 'tooMuch'

/** The numbers on a page, and how many pages the file has. */
export async function readPage(
  ctx: Pick<Ctx, 'principal'>,
  bytes: Buffer,
  page: number,
): Promise<{ pages: number; found: PageNumbers } | { fault: ScanFault }> {
  const reply = await run(ctx, { kind: 'page', bytes, page })
  if (reply && 'found' in reply) return reply
  return { fault: reply && 'fault' in reply ? reply.fault : 'tooMuch' }
}

async function made(ctx: Ctx, order: PageOrder): Promise<Buffer> {
  const reply = await run(ctx, order)
  return reply && 'bytes' in reply
    ? Buffer.from(reply.bytes)
    : fail(`pod.fault.${reply && 'fault' in reply ? reply.fault : 'tooMuch'}`)
}

export const cutOut = (ctx: Ctx, bytes: Buffer, from: number, to: number): Promise<Buffer> =>
  made(ctx, { kind: 'cut', bytes, from, to })
export const joinBehind = (ctx: Ctx, files: readonly Buffer[]): Promise<Buffer> =>
  made(ctx, { kind: 'join', files })
