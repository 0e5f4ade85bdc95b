import type { z } from 'zod'

/** A job: its name and the shape of its payload. */
export interface Job<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly payload: S
}

/**
 * Declares a job, named `<feature>.<whatItDoes>`: queued by `tx.job(declared, payload)`, done as
 * `defineJob` declares.
 */
export function job<S extends z.ZodObject>(name: string, payload: S): Job<S> {
  return { name, payload }
}
