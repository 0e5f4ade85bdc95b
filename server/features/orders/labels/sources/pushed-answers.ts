import {
  labelsByKey,
  type LabelRow,
  type MakeAnswer,
  type VoidAnswer,
} from '#server/features/orders/label-sources/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { recordMade } from './answer-labels.ts'
import { recordVoided } from './void-labels.ts'

/**
 * Records what a source sent by itself of labels it was asked for, by their keys; the tenant is
 * that of `ctx`. Answers the keys under which that source has no label. Sent again, or after
 * another answer, it changes nothing.
 */
export const recordAnswers = (
  ctx: Ctx,
  source: string,
  answers: ReadonlyMap<string, MakeAnswer>,
): Promise<string[]> =>
  record(ctx, { source, answers, isOpen: ({ state }) => !ANSWERED.includes(state) }, recordMade)
const ANSWERED: readonly string[] = ['made', 'refused']

/** The same of labels that were to be void; what follows for their orders follows from it. */
export const recordVoids = (
  ctx: Ctx,
  source: string,
  answers: ReadonlyMap<string, VoidAnswer>,
): Promise<string[]> =>
  record(
    ctx,
    { source, answers, isOpen: ({ voidState }) => voidState !== null && voidState !== 'void' },
    recordVoided,
  )

async function record<A>(
  ctx: Ctx,
  {
    source,
    answers,
    isOpen,
  }: {
    source: string
    answers: ReadonlyMap<string, A>
    isOpen: (label: LabelRow) => boolean
  },
  store: (ctx: Ctx, answered: readonly (readonly [LabelRow, A])[]) => Promise<void>,
): Promise<string[]> {
  const labels = await labelsByKey(ctx, source, [...answers.keys()])
  await store(
    ctx,
    [...labels].flatMap(([key, label]) =>
      isOpen(label) ? [[label, answers.get(key)!] as const] : [],
    ),
  )
  return [...answers.keys()].filter((key) => !labels.has(key))
}
