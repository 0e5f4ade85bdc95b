import { statfs } from 'node:fs/promises'
import { now } from '../../runtime/clock.ts'
import type { Refusal } from '../errors.ts'

/** Less than one file and a few pages of the log: the next write may fail. */
const LEAST_BYTES = 32 * 1024 * 1024
/** After a write that failed for want of space, others go elsewhere for so long. */
const AVOID_MS = 30_000

export interface DiskWatch {
  /** Takes note of a refusal that reports a full disk. */
  note(request: unknown, refusal: Pick<Refusal, 'code'>): void
  /** Whether writes have no room: here, or a short while ago at the database or the file store. */
  full(): Promise<boolean>
}

export function diskWatch(dataDir: string): DiskWatch {
  let failedAt = -Infinity
  return {
    note: (_request, { code }) => {
      if (code === 'server.diskFull' || code === 'file.storeFull') failedAt = now()
    },
    full: async () => {
      if (now() - failedAt < AVOID_MS) return true
      const space = await statfs(dataDir).catch(() => null)
      return space !== null && space.bavail * space.bsize < LEAST_BYTES
    },
  }
}
