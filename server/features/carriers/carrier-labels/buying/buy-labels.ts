import {
  CarrierError,
  logCalls,
  type LabelResult,
} from '#server/features/carriers/carriers/index.ts'
import type { CarrierState } from '#contracts/carriers/carrier-sets.ts'
import type { WantedLabel } from '#server/features/orders/label-sources/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { stopAccount } from '../accounts/account-login.ts'
import { accountRows, openAccount, type OpenAccount } from '../accounts/open-account.ts'
import {
  carrierLabels,
  claimToSend,
  storeOutcomes,
  wantCarrierLabels,
  type CarrierLabel,
  type Outcome,
} from './label-rows.ts'
import { keepPapers } from './label-files.ts'
import { parcelToShip, planParcels, type PlannedParcel } from './plan-parcels.ts'
import { messageOfError, ownMessage, storedMessages } from './wording.ts'

/** Calls under way to one account at once. */
const AT_ONCE = 4

/**
 * Buys the labels of keys that have none yet. What is wanted is written down first; a label is
 * taken by one process before its carrier is asked, and what the carrier answered is noted before
 * anything else. Where the time is over those not asked for yet stay wanted.
 */
export async function buyLabels(
  ctx: Ctx,
  carrier: string,
  wanted: readonly WantedLabel[],
  signal: AbortSignal,
): Promise<void> {
  const planned = await planParcels(
    ctx,
    wanted.map(({ parcelId }) => parcelId),
  )
  const accounts = await openAccounts(ctx, [...planned.values()])
  const asked = wanted.flatMap(({ key, parcelId }) => {
    const one = planned.get(parcelId)
    const account = one?.accountId ? accounts.get(one.accountId) : undefined
    return one && account
      ? [{ key, planned: one, billing: account.row.billing[one.product ?? ''] ?? null }]
      : []
  })
  await wantCarrierLabels(ctx, carrier, asked)
  const labels = await carrierLabels(ctx, { keys: wanted.map(({ key }) => key) })
  const open = labels.filter(({ state }) => state === 'wanted')
  for (const [accountId, own] of Map.groupBy(open, (one) => one.accountId)) {
    const account =
      accounts.get(accountId) ?? (await openAccounts(ctx, [{ accountId }])).get(accountId)
    if (account) await buyWith(ctx, account, own, planned, signal)
  }
}

export async function openAccounts(
  ctx: Ctx,
  of: readonly { accountId: string | null }[],
): Promise<Map<string, OpenAccount>> {
  const ids = [...new Set(of.flatMap(({ accountId }) => accountId ?? []))]
  const rows = await accountRows(ctx, ids)
  return new Map(
    rows.flatMap((row) => {
      const account = openAccount(ctx, row)
      return account ? [[row.id, account] as const] : []
    }),
  )
}

async function buyWith(
  ctx: Ctx,
  account: OpenAccount,
  labels: readonly CarrierLabel[],
  planned: ReadonlyMap<string, PlannedParcel>,
  signal: AbortSignal,
): Promise<void> {
  const { row, carrier } = account
  if (row.stoppedAt !== null || !row.enabled) {
    await noteStopped(ctx, account, labels)
    return
  }
  // Without its own number a product is refused: DHL answers 500 to it, and bills another one.
  const isBilled = new Set(carrier.products.filter(({ billed }) => billed).map(({ code }) => code))
  const bare = labels.filter(({ parcelId }) => {
    const product = planned.get(parcelId)?.product ?? ''
    return isBilled.has(product) && !row.billing[product]
  })
  await note(
    ctx,
    account,
    bare,
    { state: 'refused', messages: [ownMessage('billing', row.name)] },
    UNASKED,
  )
  const good = labels.filter((one) => !bare.includes(one))
  const byFormat = Map.groupBy(good, ({ parcelId }) => planned.get(parcelId)?.labelType === '3')
  const chunks = [...byFormat.values()].flatMap((some) => chunked(some, carrier.perCall))
  const worker = async (): Promise<void> => {
    while (chunks.length > 0 && !signal.aborted && account.row.stoppedAt === null)
      await buyChunk(ctx, account, chunks.shift()!, planned)
  }
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, chunks.length) }, worker))
    if (account.row.stoppedAt !== null) await noteStopped(ctx, account, chunks.flat())
  } finally {
    await logCalls(ctx, account)
  }
}

/** A batch looks again and again whether the account lives: what is noted is not noted twice. */
async function noteStopped(
  ctx: Ctx,
  account: OpenAccount,
  labels: readonly CarrierLabel[],
): Promise<void> {
  const advice = account.row.enabled ? 'auth' : 'account'
  const fresh = labels.filter(({ messages }) => messages[0]?.advice !== advice)
  const messages = [ownMessage(advice, account.row.name)]
  await note(ctx, account, fresh, { state: 'wanted', messages }, UNASKED)
}

const chunked = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, at * size + size),
  )

const note = (
  ctx: Ctx,
  account: OpenAccount,
  labels: readonly CarrierLabel[],
  outcome: Outcome,
  from?: readonly CarrierState[],
): Promise<void> =>
  storeOutcomes(ctx, account, new Map(labels.map(({ id }) => [id, outcome])), from)
/** Not asked for yet: a label another process has sent meanwhile is left to it. */
const UNASKED = ['wanted'] as const

async function buyChunk(
  ctx: Ctx,
  account: OpenAccount,
  chunk: readonly CarrierLabel[],
  planned: ReadonlyMap<string, PlannedParcel>,
): Promise<void> {
  const ready = chunk.filter(({ parcelId }) => planned.has(parcelId))
  const claimed = await claimToSend(
    ctx,
    ready.map(({ id }) => id),
  )
  if (claimed.length === 0) return
  try {
    const parcels = await Promise.all(
      claimed.map((one) => parcelToShip(ctx, planned.get(one.parcelId)!, account, one.reference)),
    )
    const results = await account.adapter.createLabel!(parcels, claimed[0]!.labelKey)
    await storeResults(ctx, account, claimed, results)
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    await note(ctx, account, claimed, failedCall(error))
    if (error.kind === 'auth') await stopAccount(ctx, account)
  }
}

/** Whether a call that failed may have bought something decides whether it is asked for again. */
function failedCall(error: CarrierError): Outcome {
  const messages = [messageOfError(error.kind, error.message)]
  if (error.kind === 'refused') return { state: 'refused', messages }
  const isUndone = ['auth', 'busy', 'circuit'].includes(error.kind) || neverLeft(error)
  return { state: isUndone ? 'wanted' : 'unknown', messages }
}

const NO_CONNECTION = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ADDRESS_/
const neverLeft = (error: CarrierError): boolean =>
  error.kind === 'network' && NO_CONNECTION.test(error.message)

async function storeResults(
  ctx: Ctx,
  account: OpenAccount,
  labels: readonly CarrierLabel[],
  results: readonly LabelResult[],
): Promise<void> {
  const outcomes = new Map(
    labels.map((label, at): [string, Outcome] => {
      const result = results[at]
      return [label.id, result ? outcomeOf(account, result) : { state: 'unknown', messages: [] }]
    }),
  )
  await storeOutcomes(ctx, account, outcomes)
  for (const [at, label] of labels.entries()) {
    const result = results[at]
    if (result?.ok) await keepPapers(ctx, label, result.documents)
  }
}

function outcomeOf({ carrier }: OpenAccount, result: LabelResult): Outcome {
  const messages = storedMessages(carrier, result.issues)
  const { raw } = result
  if (!result.ok) return { state: result.unknown ? 'unknown' : 'refused', messages, raw }
  const isWhole = result.documents.some(({ kind }) => kind === 'label')
  return {
    state: 'bought',
    messages: isWhole ? messages : [...messages, ownMessage('brokenLabel')],
    carrierNo: result.carrierNo,
    handle: result.handle,
    returnNo: result.returnNo,
    routingCode: result.routingCode,
    raw,
  }
}
