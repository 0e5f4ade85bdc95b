import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { bankLines } from '#contracts/money/bank-lines.ts'
import { referencesIn } from '#contracts/money/recharge-reference.ts'
import { requireOwnSession } from '#server/features/money/accounts/index.ts'
import { requireSecondUser } from '#server/features/money/ledger/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { credit, paymentBy } from '../credit.ts'
import { takesTwo } from '../limits.ts'
import { bankInvoicePort } from './invoice-port.ts'
import { lockRecharge, openOf, requireAction, type Recharge } from '../recharge-row.ts'
import {
  labelOf,
  lockOpenLine,
  ownNoOf,
  readLine,
  tradeNoOf,
  wireLine,
  type StoredLine,
} from './line-row.ts'

/** Credits a movement to a recharge, or links it to what was credited by hand before. */
export function matchLine(
  ctx: Ctx,
  { id, rechargeId }: In<typeof bankLines.match>,
): Promise<Out<typeof bankLines.match>> {
  return inTx(ctx, async (tx) => {
    const row = await lockRecharge(tx, rechargeId)
    await matchLocked(tx, await lockOpenLine(tx, id), row)
    return wireLine(tx, id)
  })
}

/** Those whose reference is the recharge's, and whose amount is what is missing of it. */
export function matchSure(ctx: Ctx, { ids }: In<typeof bankLines.matchSure>): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id, name) => {
    const seen = await readLine(tx, id)
    name(labelOf(seen))
    if (seen.suggestedId === null) {
      // A recharge is asked for first: its reference is no invoice's.
      if (!(await bankInvoicePort.of(tx.deps).paySure(tx, id)))
        fail('bank.notSure', { label: labelOf(seen) })
      return labelOf(seen)
    }
    const row = await lockRecharge(tx, seen.suggestedId)
    const line = await lockOpenLine(tx, id)
    const named = referencesIn(`${line.text} ${line.reference ?? ''}`)
    const byHand = await creditedByHand(tx, row.id, line.amount)
    if (
      !named.includes(row.reference) ||
      named.length > 1 ||
      (byHand === null && openOf(row) !== BigInt(line.amount))
    )
      fail('bank.notSure', { label: labelOf(line) })
    await matchLocked(tx, line, row)
    return labelOf(line)
  })
}

/** Both are locked, the recharge first. */
export async function matchLocked(tx: Tx, line: StoredLine, row: Recharge): Promise<void> {
  const minor = BigInt(line.amount)
  if (minor <= 0n) fail('bank.notOpen', { label: labelOf(line) })
  if (line.currency !== row.currency)
    fail('bank.otherCurrency', { line: line.currency, recharge: row.currency })
  // Credited by hand before the file came: the same money, which must not be credited again.
  // Banks use a number again, and another account has its own: what has a movement is other money.
  const sameNo = await paymentBy(tx, 'BANK', tradeNoOf(line))
  const taken = sameNo !== null && sameNo.bankLineId !== null
  const known = taken ? null : sameNo
  if (known && (known.rechargeId !== row.id || known.amount !== line.amount))
    fail('recharge.tradeNoUsed', { value: tradeNoOf(line) })
  const byHand = known?.id ?? (await creditedByHand(tx, row.id, line.amount))
  if (byHand === null) {
    await requireAction(tx, 'confirm', row)
    await requireBankUsers(tx, line, {
      customerId: row.customerId,
      minor,
      inAll: BigInt(row.received) + minor,
    })
    await credit(tx, row, {
      minor,
      channel: 'BANK',
      outTradeNo: taken ? ownNoOf(line) : tradeNoOf(line),
      accountId: line.receivingAccountId,
      lineId: line.id,
    })
  } else
    await sql`update recharge_payment as p set bank_line_id = ${line.id}
      where ${tx.rows('rechargePayment').where('p')} and p.id = ${byHand}`.execute(tx.db)
  await sql`update bank_line as l set status = 'matched', recharge_id = ${row.id},
      matched_by = ${tx.principal.username}, matched_at = now(), version = l.version + 1,
      update_by = ${tx.principal.username}, update_time = now()
    where ${tx.rows('bankLine').where('l')} and l.id = ${line.id}`.execute(tx.db)
  await tx.audit(
    'bank_line',
    line.id,
    'edit',
    { status: line.status },
    { status: 'matched', rechargeId: row.id, credited: byHand === null },
  )
}

/** Above what one user may confirm alone it takes another than the one who brought the file. */
export async function requireBankUsers(
  tx: Tx,
  line: StoredLine,
  of: { customerId: string; minor: bigint; inAll: bigint },
): Promise<void> {
  if (!(await takesTwo(tx, { kind: 'credit', currency: line.currency, ...of }))) return
  requireOwnSession(tx)
  await requireStepUp(tx)
  await requireSecondUser(tx, { userId: line.importUserId ?? '0', actorId: line.importActorId })
}

/** A payment of this amount that was confirmed by hand and has no movement yet. */
async function creditedByHand(tx: Tx, rechargeId: string, amount: string): Promise<string | null> {
  const found = await sql<{ id: string }>`select p.id
    from ${tx.rows('rechargePayment').as('p')}
    where p.recharge_id = ${rechargeId} and p.kind = 'credit' and p.channel = 'BANK'
      and p.bank_line_id is null and p.amount = ${amount}::bigint
    order by p.id limit 1`.execute(tx.db)
  return found.rows[0]?.id ?? null
}
