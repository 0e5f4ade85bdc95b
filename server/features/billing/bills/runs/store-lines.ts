import { sql } from 'kysely'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { BillReader, sheetRows, type KeyedLine } from '../reading/bill-rows.ts'
import { profileOf, serviceOf, type Profile } from '../reading/bill-profile.ts'
import { tradeItemOf } from '../reading/guess-bill.ts'
import { lockAt, stepRun, type BillRun } from './run-row.ts'

/** The file from where the last chunk ended to its end; a line that is there already adds nothing. */
export async function readFile(ctx: Ctx, start: BillRun): Promise<void> {
  const { rows } = await sql<{ file: Buffer }>`select f.file
    from ${ctx.rows('billFile').as('f')} where f.run_id = ${start.id}`.execute(ctx.db)
  const profile = await profileOf(ctx, start.supplierId)
  const reader = new BillReader(start.mapping, start)
  let run: BillRun | null = start
  for await (const batch of sheetRows(rows[0]!.file, start.fileName, start.mapping)) {
    const lines: KeyedLine[] = []
    let [read, blank] = [0, 0]
    for (const row of batch) {
      if (row.row <= start.mapping.heading) continue
      // Rows of before are read for their keys only.
      const keyed = reader.read(row)
      if (row.row <= Number(start.position)) continue
      read++
      if ('line' in keyed) lines.push(keyed.line)
      else if ('blank' in keyed) blank++
      else throw new Error(`row ${row.row} of bill ${start.id} reads otherwise than it was tried`)
    }
    if (read === 0) continue
    const before: BillRun = run
    run = await inTx(ctx, async (tx) => {
      const locked = await lockAt(tx, before)
      if (!locked) return null
      const added = await insertLines(tx, locked, lines, profile)
      return stepRun(tx, locked, {
        position: String(batch.at(-1)!.row),
        rows: locked.rows + read,
        blank: locked.blank + blank,
        lines: locked.lines + added,
        repeated: locked.repeated + lines.length - added,
      })
    })
    // Another worker has it.
    if (!run) return
  }
  const ended = run
  await inTx(ctx, async (tx) => {
    const locked = await lockAt(tx, ended)
    if (locked) await stepRun(tx, locked, { state: 'matching', position: '0' })
  })
}

async function insertLines(
  tx: Tx,
  { id, supplierId }: BillRun,
  lines: readonly KeyedLine[],
  profile: Profile,
): Promise<number> {
  if (lines.length === 0) return 0
  const rows = lines.map((line) => ({
    line_no: line.line,
    dedupe: line.dedupe,
    invoice_no: line.invoiceNo,
    track_no: line.trackNo,
    track_key: line.key,
    damaged: line.damaged,
    reference_nos: line.references,
    ship_date: line.shipDate,
    service: line.service,
    service_code: serviceOf(profile, line.service),
    zone: line.zone,
    weight_billed: line.weight,
    weight_entered: line.weightEntered,
    charge_code: line.chargeCode,
    trade_item: tradeItemOf(profile.chargeCodes, line.chargeCode),
    currency: line.currency,
    amount: line.amount.toString(),
    tax: line.tax.toString(),
    country: line.country,
    postal_code: line.postalCode,
    raw: line.raw,
  }))
  const { rows: added } = await sql<{ id: string }>`insert into bill_line (tenant_id, run_id,
      supplier_id, line_no, dedupe, invoice_no, track_no, track_key, damaged, reference_nos,
      ship_date, service, service_code, zone, weight_billed, weight_entered, charge_code,
      trade_item, currency, amount, tax, country, postal_code, raw, create_by)
    select ${tx.principal.tenantId}, ${id}, ${supplierId}, x.line_no, x.dedupe, x.invoice_no,
      x.track_no, x.track_key, x.damaged, x.reference_nos, x.ship_date, x.service, x.service_code,
      x.zone, x.weight_billed, x.weight_entered, x.charge_code, x.trade_item, x.currency, x.amount,
      x.tax, x.country, x.postal_code, x.raw, ${tx.principal.username}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(line_no int, dedupe text,
      invoice_no text, track_no text, track_key text, damaged boolean, reference_nos text[],
      ship_date date, service text, service_code text, zone text, weight_billed int,
      weight_entered int, charge_code text, trade_item text, currency text, amount bigint,
      tax bigint, country text, postal_code text, raw jsonb)
    order by x.line_no
    on conflict (tenant_id, supplier_id, dedupe) do nothing returning id`.execute(tx.db)
  return added.length
}
