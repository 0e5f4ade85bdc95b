import type { Ctx } from '#server/kit/access/ctx.ts'
import { perApp } from '#server/kit/runtime/deps.ts'

/** What carriers ask of outbound batches, which are of an area above them. */
interface Closings {
  /** Whether a batch is closed since that moment, and was not opened again. */
  isLast(ctx: Ctx, batchId: string, at: string): Promise<boolean>
}

/** Filled by `server/ports.ts`. */
export const closings = perApp<Closings>(() => {
  throw new Error('closings is not filled')
})
