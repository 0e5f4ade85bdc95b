import { LimitedThread } from '../runtime/limited-thread.ts'
import type { PatternOrder, PatternReply } from './pattern-worker.ts'

/** What patterns of users may take, of the processor's time in their thread (security.md §6.14). */
export const PATTERN_MS = 50

const thread = new LimitedThread<readonly PatternOrder[], PatternReply[]>(
  new URL('./pattern-worker.ts', import.meta.url),
  { ms: PATTERN_MS, megabytes: 64, waiting: 50, first: [{ pattern: '', text: '' }] },
)

/**
 * Runs patterns users wrote, in a thread of their own whose time is linear in pattern and text;
 * null where they took longer than PATTERN_MS. @throws Refusal server.busy where too many wait
 */
export const runPatterns = (orders: readonly PatternOrder[]): Promise<PatternReply[] | null> =>
  thread.run(orders)
