import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { PAYOUT } from '#contracts/money/cod/cod.states.ts'
import type { codPayouts } from '#contracts/money/cod/cod.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { isInSepa } from '#server/kit/ids/iban.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { sepaText, sepaTransfer } from './sepa-transfer.ts'

interface Ordered {
  id: string
  no: string
  amount: string
  currency: string
  status: string
  payTo: string
  holder: string
  iban: string
  bic: string | null
  receivingAccountId: string
  fileNo: string | null
  version: number
}

/**
 * The ordered transfers as a file for the bank, with a number of its own. A payout is in one file
 * until that is withdrawn; the whole of a file asked for again is the same file, by whose number a
 * bank finds what it has already. What is in a file is not cancelled.
 */
export function sepaFile(ctx: Ctx, { ids }: In<typeof codPayouts.sepaFile>): Promise<FileReply> {
  const wanted = [...new Set(ids)]
  return inTx(ctx, async (tx) => {
    const found = await sql<Ordered>`select p.id, p.no, p.amount, p.currency, p.status, p.pay_to,
        p.holder, p.iban, p.bic, p.receiving_account_id, p.file_no, p.version
      from cod_payout as p where ${tx.rows('codPayout').where('p')}
        and p.id = any(${wanted}::bigint[]) order by p.id for update`.execute(tx.db)
    const rows = found.rows
    if (rows.length < wanted.length) failMissing()
    for (const row of rows) requireSepa(row)
    const accounts = new Set(rows.map(({ receivingAccountId }) => receivingAccountId))
    if (accounts.size > 1) fail('cod.severalAccounts')
    const from = await sql<{ holder: string | null; iban: string | null; bic: string | null }>`
      select a.holder, a.iban, a.bic from ${tx.rows('receivingAccount').as('a')}
      where a.id = ${rows[0]!.receivingAccountId}`.execute(tx.db)
    const { holder, iban, bic } = from.rows[0] ?? failMissing()
    if (!iban || !holder) fail('cod.accountNoIban')
    const no = (await fileOf(tx, rows)) ?? (await numberFile(tx, rows))
    const xml = sepaTransfer({
      messageId: no,
      createdAt: `${nowIso().slice(0, 19)}Z`,
      executeOn: await businessDay(tx),
      debtor: { name: holder, iban, bic },
      transfers: rows.map((row) => ({
        name: row.holder,
        iban: row.iban,
        bic: row.bic,
        endToEndId: row.no,
        minor: BigInt(row.amount),
        text: `COD ${row.no}`,
      })),
    })
    return new FileReply(`${no}.xml`, 'application/xml', Buffer.from(xml, 'utf8'))
  })
}

function requireSepa({ no: label, status, payTo, currency, iban, holder }: Ordered): void {
  if (status !== PAYOUT.ordered || payTo !== 'bank') fail('cod.payoutState', { label })
  if (currency !== 'EUR') fail('cod.notEuro', { label })
  if (!isInSepa(iban)) fail('cod.notSepa', { label, country: iban.slice(0, 2) })
  if (!/[A-Za-z]/.test(sepaText(holder, 70))) fail('cod.noLetters', { label, holder })
}

/** The file these payouts already are, all of it; null where none is in one. */
async function fileOf(tx: Tx, rows: readonly Ordered[]): Promise<string | null> {
  const placed = rows.find(({ fileNo }) => fileNo !== null)
  if (!placed?.fileNo) return null
  const { rows: whole } = await sql<{ id: string }>`select p.id from ${tx.rows('codPayout').as('p')}
    where p.file_no = ${placed.fileNo}`.execute(tx.db)
  const same = whole.length === rows.length && rows.every(({ fileNo }) => fileNo === placed.fileNo)
  return same ? placed.fileNo : fail('cod.inFile', { label: placed.no, file: placed.fileNo })
}

async function numberFile(tx: Tx, rows: readonly Ordered[]): Promise<string> {
  const [no] = await nextSerialNumbers(tx, 'sepa_file', 'SF', 1)
  await changeMany(tx, 'codPayout', rows, { fileNo: no!, exportedAt: sql`now()` })
  return no!
}

/** A file the bank did not take: its payouts may go into another, or be cancelled. */
export function withdrawFile(
  ctx: Ctx,
  { id, reason }: In<typeof codPayouts.withdrawFile>,
): Promise<Out<typeof codPayouts.withdrawFile>> {
  return inTx(ctx, async (tx) => {
    const { rows } = await sql<{ no: string; status: string; id: string; fileNo: string }>`select
        p.id, p.no, p.status, p.file_no from cod_payout as p
      where ${tx.rows('codPayout').where('p')} and p.file_no = (select o.file_no
        from ${tx.rows('codPayout').as('o')} where o.id = ${id}) order by p.id for update`.execute(
      tx.db,
    )
    if (rows.length === 0) fail('cod.inNoFile')
    const paid = rows.find(({ status }) => status !== PAYOUT.ordered)
    if (paid) fail('cod.filePaid', { label: paid.no, file: paid.fileNo })
    await changeMany(
      tx,
      'codPayout',
      rows,
      { fileNo: null, exportedAt: null },
      { note: { reason } },
    )
    return { fileNo: rows[0]!.fileNo, payouts: rows.length }
  })
}
