import { sql } from 'kysely'
import type { BillMapping } from '#contracts/billing/bill-files.ts'
import { minorUnits } from '#contracts/kit/money.ts'
import { dayAfter } from '#contracts/kit/measure.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { keyOf } from '../compare/bill-numbers.ts'
import type { Profile } from './bill-profile.ts'
import { knownRun } from './known-bill.ts'

export interface Wish {
  supplierId: string
  invoiceNo: string
  invoiceDate: string
  currency: string
  total: bigint
  totalWithTax: boolean
}
export interface Sent {
  name: string
  bytes: Buffer
  hash: string
}
/** Bills of a supplier are taken one after the other. */
export const lockSupplier = (tx: Tx, supplierId: string) =>
  sql`select 1 from supplier as s where ${tx.rows('supplier').where('s')}
    and s.id = ${supplierId} for no key update`.execute(tx.db)

export interface Draft {
  wish: Wish
  file: Sent
  mapping: BillMapping
  profile: Profile
}

/** One draft per invoice: a file sent again takes its place. */
export async function keepDraft(
  ctx: Ctx,
  { wish, file, mapping, profile }: Draft,
): Promise<string> {
  // A currency the ledger cannot count has no sum to compare either.
  minorUnits(wish.currency)
  return inTx(ctx, async (tx) => {
    await lockSupplier(tx, wish.supplierId)
    const other = await knownRun(tx, wish.supplierId, { ...wish, hash: file.hash })
    if (other) fail('bill.known', { invoice: other.invoiceNo })
    const { tenantId, username } = tx.principal
    await sql`delete from bill_run as r where ${tx.rows('billRun').where('r')}
      and r.supplier_id = ${wish.supplierId} and r.state = 'draft'
      and (r.invoice_key = ${keyOf(wish.invoiceNo)} or r.hash = ${file.hash})`.execute(tx.db)
    const deadline = dayAfter(wish.invoiceDate, profile.disputeDays)
    const { rows } = await sql<{ id: string }>`insert into bill_run (tenant_id, supplier_id,
        invoice_no, invoice_key, invoice_date, currency, total, total_with_tax, file_name, hash, mapping,
        deadline, create_by)
      values (${tenantId}, ${wish.supplierId}, ${wish.invoiceNo}, ${keyOf(wish.invoiceNo)},
        ${wish.invoiceDate},
        ${wish.currency}, ${wish.total.toString()}, ${wish.totalWithTax},
        ${file.name.slice(0, 200)}, ${file.hash}, ${JSON.stringify(mapping)}::jsonb,
        ${deadline}, ${username}) returning id`.execute(tx.db)
    const { id } = rows[0]!
    await sql`insert into bill_file (tenant_id, run_id, file)
      values (${tenantId}, ${id}, ${file.bytes})`.execute(tx.db)
    await tx.audit('bill_run', id, 'add', null, {
      invoiceNo: wish.invoiceNo,
      total: wish.total.toString(),
      currency: wish.currency,
      fileName: file.name,
    })
    return id
  })
}
