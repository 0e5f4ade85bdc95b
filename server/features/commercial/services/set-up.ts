import { deliveryServices } from '#contracts/commercial/delivery-services.ts'
import { fees } from '#contracts/commercial/fees.ts'
import { numberSegmentList } from '#contracts/commercial/numbers/number-segments.entity.ts'
import { partitionConfigs } from '#contracts/commercial/partition-configs.ts'
import { partitions } from '#contracts/commercial/partitions.ts'
import { serviceRules } from '#contracts/commercial/service-rules.ts'
import type { serviceDesk } from '#contracts/commercial/services.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import type { Entity } from '#contracts/kit/entity.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import {
  activateVersion,
  cloneVersion,
  feeHooks,
  saveSheet,
} from '#server/features/commercial/prices/index.ts'
import { partitionConfigHooks, partitionHooks } from '#server/features/commercial/zones/index.ts'
import { segmentHooks } from '#server/features/commercial/numbers/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { failDenied, failFields, Refusal, type RawIssue } from '#server/kit/http/errors.ts'
import { issuesOf } from '#server/kit/http/mount.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { addRow, editRow } from '#server/kit/resource/resource-write.ts'
import { restrictTo } from './open-to.ts'
import { deliveryServiceHooks, serviceRuleHooks } from './service-hooks.ts'
import { businessDay } from '#server/kit/db/business-day.ts'

type Input = In<typeof serviceDesk.setUp>

const NEEDED = ['dlv:partition:add', 'dlv:partitioncfg:add', 'dlv:segment:add'] as const
/** What puts prices to use; with the right to prepare them alone they stay a draft. */
const PRICING = ['dlv:fee:add', 'dlv:fee:edit', 'dlv:fee:activate'] as const

/**
 * A service with everything an order needs, whole or not at all. Every part goes through the checks
 * it has on its own page; what is refused is named by its place in the body. Prices and numbers of a
 * caller who may not put them to use wait as drafts.
 */
export async function setUpService(ctx: Ctx, input: Input): Promise<Out<typeof serviceDesk.setUp>> {
  if (!NEEDED.every((perm) => ctx.can(perm))) failDenied()
  if (!mayPrice(ctx) && !ctx.can('dlv:fee:draft')) failDenied()
  const build = (tx: Tx) => buildService(tx, input)
  if (!input.dryRun) return inTx(ctx, build)
  await dryRun(ctx, build)
  return { id: null }
}

const mayPrice = (ctx: Ctx): boolean => PRICING.every((perm) => ctx.can(perm))

async function buildService(tx: Tx, input: Input): Promise<{ id: string }> {
  const { id } = await add(tx, 'service', deliveryServices, input.service, deliveryServiceHooks)
  for (const [at, limit] of input.limits.entries())
    await add(tx, `limits.${at}`, serviceRules, { ...limit, serviceId: id }, serviceRuleHooks)
  const zones: string[] = []
  for (const [at, { rows, ...zone }] of input.zones.entries()) {
    const path = `zones.${at}`
    const made = await add(tx, path, partitions, { ...zone, serviceId: id }, partitionHooks)
    zones.push(made.id)
    for (const [no, row] of rows.entries())
      await add(
        tx,
        `${path}.rows.${no}`,
        partitionConfigs,
        { ...row, partitionId: made.id },
        partitionConfigHooks,
      )
  }
  await addPrices(tx, input, id, zones)
  const status = tx.can('dlv:segment:activate') ? '1' : '0'
  if (input.numbers)
    await add(
      tx,
      'numbers',
      numberSegmentList,
      { code: input.service.code, ...input.numbers, serviceId: id, status },
      segmentHooks,
    )
  const customerIds = input.customerIds ?? []
  if (customerIds.length > 0) await within('customerIds', () => restrictTo(tx, id, customerIds))
  return { id }
}

async function addPrices(
  tx: Tx,
  { service, prices }: Input,
  serviceId: string,
  zones: readonly string[],
): Promise<void> {
  const { currency, stepMode, rows } = prices
  const { code, name, nameEn } = service as { code: string; name: string; nameEn?: string | null }
  const fee = await add(
    tx,
    'prices',
    fees,
    {
      code: `${code.slice(0, 27)}-SELL`,
      name,
      nameEn: nameEn ?? null,
      currency,
      stepMode,
      serviceId,
      kind: '1',
      status: '0',
      validFrom: await businessDay(tx),
    },
    feeHooks,
  )
  await within('prices', async () => {
    const draft = await cloneVersion(tx, { feeId: fee.id })
    const { version } = await saveSheet(tx, {
      id: draft.id,
      version: 1,
      zones: [...zones],
      rows,
    })
    if (mayPrice(tx)) await activateVersion(tx, { id: draft.id, version })
  })
  await editRow(tx, deliveryServices as Crud, serviceId, 1, { feeId: fee.id }, {})
}

async function add<E extends Entity>(
  tx: Tx,
  path: string,
  of: E,
  body: Record<string, unknown>,
  hooks: Hooks<E>,
): Promise<{ id: string }> {
  return within(path, async () => {
    const parsed = of.input.safeParse(body)
    if (!parsed.success) failFields(issuesOf(parsed.error))
    return addRow(tx, of, parsed.data, hooks as Hooks)
  })
}

/** Refusals of a part are of the body's: `name` of a zone is `zones.2.name`. */
async function within<R>(path: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const issues: RawIssue[] =
      error.issues.length > 0
        ? error.issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }))
        : [{ path, code: error.code, data: error.data }]
    return failFields(issues)
  }
}
