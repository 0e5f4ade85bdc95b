import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { needsStepUp } from '#contracts/money/account-figures.ts'
import type { codLines } from '#contracts/money/cod/cod-remittances.ts'
import { COD, COD_TAKES, isUnclear } from '#contracts/money/cod/cod.states.ts'
import { requireOwnSession } from '#server/features/money/accounts/index.ts'
import { post } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import {
  lockItem,
  openLines,
  patchItems,
  receivedLines,
  settleLines,
  summed,
  unclearOf,
} from './item-row.ts'
import { closeLinesOf, decideLines, itemOf, lockLine, wireLine, type CodLine } from './line-row.ts'
import { settleItem } from './settle-item.ts'

/** What becomes of lines that differ. The order is locked before its line, as an import does. */
export function decideOnLines(
  ctx: Ctx,
  { ids, decision, reason }: In<typeof codLines.decide>,
): Promise<Out<typeof codLines.decide>> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const itemId = await itemOf(tx, id)
    const item = itemId === null ? null : await lockItem(tx, itemId)
    const line = await lockLine(tx, id)
    name(line.number)
    if (line.state !== 'open' && line.state !== 'claimed')
      fail('cod.decided', { label: line.number })
    if (decision === 'claim') {
      await decideLines(tx, [line], { decision, reason, state: 'claimed' })
      return line.number
    }
    if (isUnclear(line.kind)) {
      if (decision === 'writeOff') fail('cod.noOrder', { label: line.number })
      await keepUnclear(tx, line, reason)
      return line.number
    }
    if (item?.status !== COD.difference) fail('cod.decided', { label: line.number })
    await closeLinesOf(tx, item.id, { decision, reason })
    await settleItem(
      tx,
      item,
      BigInt(decision === 'accept' ? item.expected : item.collected),
      reason,
    )
    return line.number
  })
}

/** What belongs to no order becomes the company's, or its cost where the carrier took it back. */
async function keepUnclear(tx: Tx, line: CodLine, reason: string): Promise<void> {
  const { supplierId, currency } = line
  const minor = BigInt(line.amount)
  if (needsStepUp(minor < 0n ? -minor : minor, currency)) {
    requireOwnSession(tx)
    await requireStepUp(tx)
  }
  await decideLines(tx, [line], { decision: 'accept', reason })
  await post(tx, {
    key: `cod:keep:${line.id}`,
    kind: 'cod',
    debit: 'workDone',
    reason,
    lines: [
      { account: unclearOf(supplierId, currency), minor: -minor },
      { account: { kind: 'adjustment', ref: 'codDifference', currency }, minor },
    ],
  })
}

/** Gives a line without an order to one, as if the carrier had named it. */
export function assignLine(
  ctx: Ctx,
  { id, itemId }: In<typeof codLines.assign>,
): Promise<Out<typeof codLines.assign>> {
  return inTx(ctx, async (tx) => {
    const item = await lockItem(tx, itemId)
    const line = await lockLine(tx, id)
    if ((line.state !== 'open' && line.state !== 'claimed') || line.kind !== 'unknown')
      fail('cod.decided', { label: line.number })
    if (!COD_TAKES.includes(item.status)) fail('cod.takesNothing', { label: item.shipmentNo })
    if (line.supplierId !== item.supplierId) fail('cod.otherCarrier', { label: item.shipmentNo })
    if (line.currency !== item.currency)
      fail('cod.otherCurrency', { line: line.currency, order: item.currency })
    const amount = BigInt(line.amount)
    const collected = BigInt(item.collected) + amount
    const expected = BigInt(item.expected)
    const exact = collected === expected
    await patchItems(tx, [
      {
        item,
        patch: exact
          ? { status: COD.remitted, collected, due: expected, settled: true }
          : { status: COD.difference, collected },
      },
    ])
    const { username } = tx.principal
    const kind = exact ? 'matched' : collected < expected ? 'short' : 'over'
    if (exact) await closeLinesOf(tx, item.id, { decision: 'assign', reason: line.number })
    await sql`update cod_line as l set item_id = ${item.id}, kind = ${kind},
        state = ${exact ? 'settled' : 'open'}, decision = 'assign',
        difference = ${(collected - expected).toString()}::bigint, decided_by = ${username},
        decided_at = now(), version = l.version + 1, update_by = ${username}, update_time = now()
      where ${tx.rows('codLine').where('l')} and l.id = ${line.id}`.execute(tx.db)
    await tx.audit(
      'cod_line',
      line.id,
      'edit',
      { kind: line.kind, state: line.state },
      { kind, itemId: item.id, decision: 'assign' },
    )
    const wire = await wireLine(tx, line.id)
    await post(tx, {
      key: `cod:assign:${line.id}`,
      kind: 'cod',
      debit: 'workDone',
      lines: summed([
        ...(item.status === COD.waiting ? openLines(item) : []),
        ...receivedLines(item, amount, unclearOf(line.supplierId, line.currency)),
        ...(exact ? settleLines(item, collected, expected) : []),
      ]),
    })
    return wire
  })
}
