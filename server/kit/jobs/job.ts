import type { z } from 'zod'
import type { Job } from '../access/ctx.ts'

export type { Job } from '../access/ctx.ts'

/**
 * Declares a job, named `<feature>.<whatItDoes>`: queued by `tx.job(declared, payload)`, done as
 * `defineJob` declares.
 */
export function job<S extends z.ZodObject>(name: string, payload: S): Job<S> {
  return { name, payload }
}
