import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { cod } from '#contracts/money/cod/cod.ts'
import { COD } from '#contracts/money/cod/cod.states.ts'
import { needsStepUp } from '#contracts/money/account-figures.ts'
import { requireOwnSession } from '#server/features/money/accounts/index.ts'
import { post } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { fail } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { lockItem, patchItems, settleLines, type CodItem } from './item-row.ts'
import { closeLinesOf } from './line-row.ts'

/**
 * Settles a locked item with what came of it: the customer has `due`, once. Above an amount the
 * user shows a password again.
 */
export async function settleItem(
  tx: Tx,
  item: CodItem,
  due: bigint,
  reason: string,
): Promise<void> {
  const collected = BigInt(item.collected)
  const gap = BigInt(item.expected) - collected
  if (needsStepUp(gap < 0n ? -gap : gap, item.currency)) {
    requireOwnSession(tx)
    await requireStepUp(tx)
  }
  const status = due === 0n ? COD.writtenOff : COD.remitted
  await patchItems(tx, [{ item, patch: { status, due, settled: true, reason } }])
  await post(tx, {
    key: `cod:settle:${item.id}`,
    kind: 'cod',
    debit: 'workDone',
    reason,
    lines: settleLines(item, collected, due),
  })
}

/** The carrier will never pay the rest: the company or the customer bears it. */
export function writeOffItems(
  ctx: Ctx,
  { ids, bearer, reason }: In<typeof cod.writeOff>,
): Promise<Out<typeof cod.writeOff>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const item = await lockItem(tx, id)
    name(item.shipmentNo)
    if (item.status !== COD.open && item.status !== COD.difference)
      fail('cod.notOpen', { label: item.shipmentNo })
    const decision = bearer === 'company' ? 'accept' : 'writeOff'
    await closeLinesOf(tx, item.id, { decision, reason })
    const due = BigInt(bearer === 'company' ? item.expected : item.collected)
    await settleItem(tx, item, due, reason)
    return item.shipmentNo
  })
}
