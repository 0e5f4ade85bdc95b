import {
  calledSource,
  keyOf,
  type CalledSource,
  type LabelRow,
} from '#server/features/orders/label-sources/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'

/** A claimed label is asked about again after this time: a call of a lost process ends by then. */
export const LEASE_SECONDS = 120

export type Answered<A> = readonly (readonly [label: LabelRow, answer: A | { state: 'unknown' }])[]

/**
 * Asks the sources of labels that were claimed, each source once and outside of transactions. What
 * a source does not answer in time is unknown.
 */
export async function askSources<A extends { state: string }>(
  ctx: Ctx,
  labels: readonly LabelRow[],
  call: (
    source: CalledSource,
    some: readonly LabelRow[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, A>>,
): Promise<Answered<A>> {
  const bySource = Map.groupBy(labels, ({ source }) => source)
  const parts = await Promise.all(
    [...bySource].map(async ([code, some]) => {
      const answers = await askOne(ctx, code, some, call)
      return some.map((one) => [one, answers.get(keyOf(ctx, one)) ?? UNKNOWN] as const)
    }),
  )
  return parts.flat()
}
const UNKNOWN = { state: 'unknown' } as const

async function askOne<A>(
  ctx: Ctx,
  code: string,
  some: readonly LabelRow[],
  call: (
    source: CalledSource,
    some: readonly LabelRow[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, A>>,
): Promise<ReadonlyMap<string, A>> {
  const source = calledSource(ctx, code)
  if (!source) {
    ctx.log.warn({ source: code }, 'a label source is not part of this version')
    return new Map()
  }
  const signal = AbortSignal.timeout(source.patienceMs)
  try {
    return await Promise.race([
      call(source, some, signal),
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () =>
          reject(new Error(`no answer within ${source.patienceMs} ms`)),
        )
      }),
    ])
  } catch (error) {
    ctx.log.warn({ err: error, source: code, requestId: ctx.requestId }, 'label source')
    return new Map()
  }
}
