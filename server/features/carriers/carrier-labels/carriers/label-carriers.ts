import type { Ctx } from '#server/kit/access/ctx.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { dhl } from './dhl/index.ts'
import { gls } from './gls/index.ts'
import type { LabelCarrier } from './label-carrier.ts'

/** The carriers labels are bought from, one folder each; others in tests of what any of them may rely on. */
export const labelCarriers = perApp<{ all: readonly LabelCarrier[] }>(() => ({ all: [dhl, gls] }))

export const labelCarrier = (ctx: Ctx, code: string): LabelCarrier | null =>
  labelCarriers.of(ctx.deps).all.find((one) => one.code === code) ?? null
