import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { InvoiceSetting } from '#contracts/money/invoices.parts.ts'
import type { invoices } from '#contracts/money/invoices.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict } from '#server/kit/http/errors.ts'

const INITIAL: InvoiceSetting = {
  prefix: 'INV',
  paymentDays: 14,
  monthly: false,
  prepaid: false,
  sendOnIssue: false,
  version: 0,
}

export async function readSetting(ctx: Ctx): Promise<InvoiceSetting> {
  const found = await sql<{
    prefix: string
    paymentDays: number
    monthly: boolean
    prepaid: boolean
    sendOnIssue: boolean
    version: number
  }>`select s.prefix, s.payment_days, s.monthly, s.prepaid, s.send_on_issue,
      s.version
    from ${ctx.rows('invoiceSetting').as('s')}`.execute(ctx.db)
  return found.rows[0] ?? INITIAL
}

/** Holds from the next invoice on; numbers go on counting under another prefix. */
export function saveSetting(
  ctx: Ctx,
  { prefix, paymentDays, monthly, prepaid, sendOnIssue, version }: In<typeof invoices.saveSetting>,
): Promise<InvoiceSetting> {
  return inTx(ctx, async (tx) => {
    const { username, tenantId } = tx.principal
    await sql`insert into invoice_setting (tenant_id, version, create_by)
      values (${tenantId}, 0, ${username}) on conflict do nothing`.execute(tx.db)
    await sql`select 1 from invoice_setting as s
      where ${tx.rows('invoiceSetting').where('s')} for update`.execute(tx.db)
    const { version: known, ...before } = await readSetting(tx)
    if (known !== version) failConflict('row.stale')
    await sql`update invoice_setting as s set prefix = ${prefix}, payment_days = ${paymentDays},
        monthly = ${monthly}, prepaid = ${prepaid}, send_on_issue = ${sendOnIssue}, version = s.version + 1,
        update_by = ${username}, update_time = now()
      where ${tx.rows('invoiceSetting').where('s')}`.execute(tx.db)
    const after = await readSetting(tx)
    const { version: _, ...now } = after
    await tx.audit('invoice_setting', tenantId, 'edit', before, now)
    return after
  })
}
