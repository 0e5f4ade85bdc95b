import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { PAYOUT } from '#contracts/money/cod/cod.states.ts'
import type { codPayouts } from '#contracts/money/cod/cod.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { sepaTransfer } from './sepa-transfer.ts'

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
}

/**
 * The ordered transfers as a file for the bank. Made again it is the same transfers with the same
 * numbers, by which a bank finds what it has already; from the first file on they are not
 * cancelled any more.
 */
export function sepaFile(ctx: Ctx, { ids }: In<typeof codPayouts.sepaFile>): Promise<FileReply> {
  const wanted = [...new Set(ids)]
  return inTx(ctx, async (tx) => {
    const found = await sql<Ordered>`select p.id, p.no, p.amount, p.currency, p.status, p.pay_to,
        p.holder, p.iban, p.bic, p.receiving_account_id
      from cod_payout as p where ${tx.rows('codPayout').where('p')}
        and p.id = any(${wanted}::bigint[]) order by p.id for update`.execute(tx.db)
    const rows = found.rows
    if (rows.length < wanted.length) failMissing()
    for (const { no, status, payTo, currency } of rows) {
      if (status !== PAYOUT.ordered || payTo !== 'bank') fail('cod.payoutState', { label: no })
      if (currency !== 'EUR') fail('cod.notEuro', { label: no })
    }
    const accounts = new Set(rows.map(({ receivingAccountId }) => receivingAccountId))
    if (accounts.size > 1) fail('cod.severalAccounts')
    const from = await sql<{ holder: string | null; iban: string | null; bic: string | null }>`
      select a.holder, a.iban, a.bic from ${tx.rows('receivingAccount').as('a')}
      where a.id = ${rows[0]!.receivingAccountId}`.execute(tx.db)
    const { holder, iban, bic } = from.rows[0] ?? failMissing()
    if (!iban || !holder) fail('cod.accountNoIban')
    const { username } = tx.principal
    await sql`update cod_payout as p set exported_at = coalesce(p.exported_at, now()),
        version = p.version + 1, update_by = ${username}, update_time = now()
      where ${tx.rows('codPayout').where('p')} and p.id = any(${wanted}::bigint[])`.execute(tx.db)
    await tx.auditMany(
      'cod_payout',
      'edit',
      rows.map(({ id }) => ({ id, before: null, after: { exported: true } })),
    )
    const first = rows[0]!.no
    const name = rows.length > 1 ? `${first}-${rows.length}` : first
    const xml = sepaTransfer({
      messageId: name,
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
    return new FileReply(`${name}.xml`, 'application/xml', Buffer.from(xml, 'utf8'))
  })
}
