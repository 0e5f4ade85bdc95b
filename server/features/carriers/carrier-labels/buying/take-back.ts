import {
  CarrierError,
  logCalls,
  type CancelResult,
} from '#server/features/carriers/carriers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { asSystemTx, inTx } from '#server/kit/db/tx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { stopAccount } from '../accounts/account-login.ts'
import { openAccounts } from './buy-labels.ts'
import { isClosing, type CarrierLabel } from './label-rows.ts'

type Void = Pick<CarrierLabel, 'voidState' | 'voidReason'>

/**
 * Takes labels back with the account that bought each. Once done it stays done: a carrier asked
 * again answers that it does not know the number.
 */
export async function takeBack(
  ctx: Ctx,
  labels: readonly CarrierLabel[],
): Promise<ReadonlyMap<string, Void>> {
  const results = new Map<string, Void>()
  const accounts = await openAccounts(ctx, labels)
  for (const label of labels) {
    const account = accounts.get(label.accountId)
    if (label.voidState === 'void') {
      results.set(label.id, label)
      continue
    }
    if (label.state === 'wanted' || label.state === 'refused') {
      results.set(label.id, await dropUnasked(ctx, label.id))
      continue
    }
    const canAsk = account && label.handle !== null && account.row.stoppedAt === null
    const begun = canAsk || label.closedAt !== null ? await beginVoid(ctx, label.id) : UNANSWERED
    if (!canAsk || begun.voidState !== 'sent') {
      results.set(label.id, begun)
      continue
    }
    const answer = await ask(ctx, account, label.handle!)
    await note(ctx, label.id, answer)
    results.set(label.id, answer)
  }
  return results
}

const UNANSWERED: Void = { voidState: 'unknown', voidReason: null }

/** Taken for its carrier to be asked: what is closed stays, and what is being closed is asked later. */
async function beginVoid(ctx: Ctx, id: string): Promise<Void> {
  let begun: Void = UNANSWERED
  await inTx(ctx, (tx) =>
    changeMany(asSystemTx(tx, tx.principal.tenantId), 'carrierShipment', [id], (row) => {
      if (row.closedAt === null && isClosing(row)) return null
      begun =
        row.closedAt === null
          ? { voidState: 'sent', voidReason: null }
          : { voidState: 'refused', voidReason: 'closed' }
      return { ...begun, voidAskedAt: nowIso() }
    }),
  )
  return begun
}

async function ask(
  ctx: Ctx,
  account: Parameters<typeof stopAccount>[1],
  handle: string,
): Promise<Void> {
  try {
    return voidOf(await account.adapter.cancel!(handle))
  } catch (error) {
    if (!(error instanceof CarrierError)) throw error
    if (error.kind === 'auth') await stopAccount(ctx, account)
    return { voidState: 'unknown', voidReason: error.message }
  } finally {
    await logCalls(ctx, account)
  }
}

/** What its carrier was never asked for is void at once, unless it is being asked just now. */
async function dropUnasked(ctx: Ctx, id: string): Promise<Void> {
  const changed = await inTx(ctx, (tx) =>
    changeMany(asSystemTx(tx, tx.principal.tenantId), 'carrierShipment', [id], (row) =>
      row.state === 'wanted' || row.state === 'refused' ? { voidState: 'void' } : null,
    ),
  )
  return { voidState: changed.length > 0 ? 'void' : 'unknown', voidReason: null }
}

function voidOf(result: CancelResult): Void {
  if (result.outcome === 'refused') return { voidState: 'refused', voidReason: result.reason }
  return { voidState: result.outcome === 'done' ? 'void' : 'pending', voidReason: null }
}

const note = (ctx: Ctx, id: string, change: Void): Promise<unknown> =>
  inTx(ctx, (tx) =>
    changeMany(asSystemTx(tx, tx.principal.tenantId), 'carrierShipment', [id], {
      voidState: change.voidState,
      voidReason: change.voidReason?.slice(0, 500) ?? null,
      voidAskedAt: nowIso(),
    }),
  )
