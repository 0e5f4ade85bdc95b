import { sql } from 'kysely'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { Gathered, InvoicedAccount } from './gather.ts'
import { storedVat } from './wire.ts'

export async function insertInvoice(
  tx: Tx,
  account: InvoicedAccount,
  { net, tax, gross, vat }: Pick<Gathered, 'net' | 'tax' | 'gross' | 'vat'>,
  of: {
    kind: 'invoice' | 'creditNote'
    from: string
    to: string
    creditsId?: string
    frees?: boolean
    reason?: string
  },
): Promise<string> {
  const made = await sql<{ id: string }>`insert into invoice (tenant_id, kind, customer_id,
      account_id, side, currency, period_from, period_to, net, tax, gross, vat, credits_id, frees,
      reason, create_by)
    values (${tx.principal.tenantId}, ${of.kind}, ${account.customerId}, ${account.id},
      ${account.kind}, ${account.currency}, ${of.from}::date, ${of.to}::date,
      ${net.toString()}::bigint, ${tax.toString()}::bigint, ${gross.toString()}::bigint,
      ${JSON.stringify(vat.map(storedVat))}::jsonb, ${of.creditsId ?? null}, ${of.frees ?? null},
      ${of.reason ?? null}, ${tx.principal.username})
    returning id`.execute(tx.db)
  return made.rows[0]!.id
}

/** The lines of a draft and the trade details they sum up. */
export async function insertParts(
  tx: Tx,
  id: string,
  { lines, trades, lineOf }: Pick<Gathered, 'lines' | 'trades' | 'lineOf'>,
): Promise<void> {
  const rows = lines.map(({ net, ...line }) => ({ ...line, net: net.toString() }))
  await sql`insert into invoice_line (tenant_id, invoice_id, line_no, service, trade_item, count,
      net, tax_category, tax_rate, tax_country)
    select ${tx.principal.tenantId}::bigint, ${id}::bigint, x."lineNo", x.service, x."tradeItem",
      x.count, x.net, x."taxCategory", x."taxRate", x."taxCountry"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("lineNo" int, service text,
      "tradeItem" text, count int, net bigint, "taxCategory" text, "taxRate" int,
      "taxCountry" text)`.execute(tx.db)
  await sql`insert into invoice_trade (tenant_id, invoice_id, trade_id, transaction_id, line_no,
      service)
    select ${tx.principal.tenantId}::bigint, ${id}::bigint, x.trade_id, x.transaction_id,
      x.line_no, x.service
    from unnest(${trades.map((one) => one.id)}::bigint[],
      ${trades.map((one) => one.transactionId)}::bigint[],
      ${trades.map((one) => lineOf.get(one.id) ?? null)}::int[],
      ${trades.map((one) => one.service ?? null)}::text[])
      as x (trade_id, transaction_id, line_no, service)`.execute(tx.db)
}
