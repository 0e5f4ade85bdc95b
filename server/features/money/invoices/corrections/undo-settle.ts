import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { settlements } from '#contracts/money/corrections/settlements.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failMissing } from '#server/kit/http/errors.ts'
import { countPaid } from '../apply.ts'
import { labelOf, lockInvoice, wireInvoice } from '../invoice-row.ts'
import { givenUpOn } from './creditable.ts'
import type { GivenUpAs } from './settle-lines.ts'
import { noteGivenUp } from './settle.ts'

/**
 * Takes back what was given up of an invoice, once: it is open again, and owed with its VAT. What is
 * still given up has the VAT of its sum, whichever part is taken back.
 */
export function undoSettle(
  ctx: Ctx,
  { id, version, paymentId, reason }: In<typeof settlements.undo>,
): Promise<Out<typeof settlements.undo>> {
  return inTx(ctx, async (tx) => {
    const row = await lockInvoice(tx, id)
    if (row.version !== version) failConflict('row.stale', await wireInvoice(tx, id))
    const { amount, as, isUndone } = await givenUp(tx, id, paymentId)
    if (isUndone) fail('invoice.settleUndone', { label: labelOf(row) })
    const before = await givenUpOn(tx, id)
    await countPaid(tx, row, -amount)
    await noteGivenUp(tx, row, { before, minor: -amount, as, reason, undoesId: paymentId })
    return wireInvoice(tx, id)
  })
}

async function givenUp(
  tx: Tx,
  invoiceId: string,
  paymentId: string,
): Promise<{ amount: bigint; as: GivenUpAs; isUndone: boolean }> {
  const found = await sql<{ amount: string; as: GivenUpAs; isUndone: boolean }>`select p.amount,
      p.source as "as", exists (select 1 from ${tx.rows('invoicePayment').as('u')}
        where u.undoes_id = p.id) as is_undone
    from ${tx.rows('invoicePayment').as('p')}
    where p.id = ${paymentId} and p.invoice_id = ${invoiceId} and p.undoes_id is null
      and p.source in ('writeOff', 'discount')`.execute(tx.db)
  const one = found.rows[0] ?? failMissing()
  return { ...one, amount: BigInt(one.amount) }
}
