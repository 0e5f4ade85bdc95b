import { z } from 'zod'
import { inputOf, type Fields, type WireOf } from '#contracts/kit/field.ts'
import type { Ctx } from '../access/ctx.ts'

/** How many of what a run did, by name: shown in the run log. */
export type JobCounts = Readonly<Record<string, number>>
export type ParamsOf<F extends Fields> = { [K in keyof F]: WireOf<F[K]> | null }

/**
 * A kind of work an administrator may time (security.md §6.14: nothing outside this registry runs).
 * `tenants`: once in every open tenant, as the system inside it; `house`: once, with rows of no
 * tenant. Runs come at least once: a run after a crash must come to the same end. `signal` fires
 * when the run's time is over.
 */
export interface JobType<F extends Fields = Fields> {
  /** `feature.whatItDoes`; words in the namespace `scheduled-jobs` under `type.<name>`. */
  name: string
  reach: 'house' | 'tenants'
  params: F
  timeoutSeconds: number
  run(ctx: Ctx, params: ParamsOf<F>, signal: AbortSignal): Promise<JobCounts>
}

const known = new Map<string, JobType>()

/** Makes a kind of work known. Called at module load of the feature that does it. */
export function offerJob<const F extends Fields>(type: JobType<F>): void {
  if (known.has(type.name)) throw new Error(`job type ${type.name} is offered twice`)
  known.set(type.name, type as unknown as JobType)
}

export const jobTypes = (): readonly JobType[] => [...known.values()]
export const jobType = (name: string): JobType | null => known.get(name) ?? null

/**
 * The schema of a type's parameters: what is left out takes its initial value, unknown names are
 * refused.
 */
export function paramsSchema(type: JobType): z.ZodType<Record<string, unknown>> {
  const shape = Object.fromEntries(
    Object.entries(type.params).map(([name, spec]) => [
      name,
      inputOf({ ...spec, required: false }),
    ]),
  )
  return z
    .strictObject(shape)
    .transform((given) =>
      Object.fromEntries(
        Object.entries(type.params).map(([name, spec]) => [
          name,
          (given as Record<string, unknown>)[name] ?? spec.initial,
        ]),
      ),
    ) as unknown as z.ZodType<Record<string, unknown>>
}
