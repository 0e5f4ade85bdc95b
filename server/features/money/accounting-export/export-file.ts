import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type {
  accountingExport,
  AccountingSetting,
} from '#contracts/money/accounting-export/accounting-export.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { sheetReply } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'
import { ansi, columnLine, headLine, rowLine } from './datev-format.ts'
import { rowsIn } from './datev-rows.ts'
import { giveDebtors } from './debtors.ts'
import { byDebtor, numbersIn } from './numbers.ts'
import { transactionsOf } from './read-entries.ts'
import { lockSetting } from './setting.ts'
import { CLEARING, hasNumbers, namesOf, summarise } from './summary.ts'

type Input = In<typeof accountingExport.file>
interface Made {
  reply: FileReply
  /** How many lines were sent, at the end. */
  lines: () => number
}

/**
 * The file of a month. Who asked for it is on record before the first byte, its lines and
 * its hash after the last.
 */
export async function exportFile(ctx: Ctx, input: Input): Promise<FileReply> {
  const day = `${input.month}-01`
  const { setting, id } = await inTx(ctx, async (tx) => {
    const locked = await lockSetting(tx)
    if (input.format === 'datev') await giveDebtors(tx, day, byDebtor(locked), locked)
    const { status } = await checked(tx, input, locked)
    const { tenantId, username } = tx.principal
    const closed = status !== 'open'
    const made = await sql<{ id: string }>`insert into accounting_export
        (tenant_id, month, format, closed, create_by)
      values (${tenantId}, ${day}, ${input.format}, ${closed}, ${username}) returning id`.execute(
      tx.db,
    )
    const recordId = made.rows[0]!.id
    await tx.audit('accounting_export', recordId, 'add', null, { ...input, closed })
    return { setting: locked, id: recordId }
  })
  const { reply, lines } =
    input.format === 'datev'
      ? datevFile(ctx, input.month, setting, await namesOf(ctx))
      : await plainFile(ctx, input, setting)
  const hash = createHash('sha256')
  async function* sent(): AsyncGenerator<Buffer> {
    for await (const chunk of reply.content as Readable) {
      const bytes = Buffer.from(chunk as Uint8Array)
      hash.update(bytes)
      yield bytes
    }
    await finish(ctx, id, lines(), hash.digest('hex'))
  }
  return new FileReply(reply.name, reply.type, Readable.from(sent(), { objectMode: false }))
}

/** Refuses what the file could not hold, by name. */
async function checked(ctx: Ctx, { month, format }: Input, setting: AccountingSetting) {
  const summary = await summarise(ctx, { month })
  if (summary.transactions === 0) fail('accountingExport.empty', { month })
  if (format !== 'datev') return summary
  if (!hasNumbers(setting)) fail('accountingExport.notReady')
  const unnumbered = summary.lines.filter(({ number }) => number === null)
  if (unnumbered.length > 0)
    fail('accountingExport.noNumber', {
      accounts: [...new Set(unnumbered.map(({ name }) => name))].slice(0, 10).join(', '),
    })
  const fine = summary.sums.filter(({ tooFine }) => tooFine > 0)
  if (fine.length > 0)
    fail('accountingExport.tooFine', { currencies: fine.map((one) => one.currency).join(', ') })
  const numbers = numbersIn(setting)
  if (numbers(CLEARING) === null)
    fail('accountingExport.noNumber', {
      accounts: translate(ctx.lang, 'accounting-export', 'kind.clearing'),
    })
  return summary
}

async function finish(ctx: Ctx, id: string, lines: number, sha256: string): Promise<void> {
  await inTx(ctx, async (tx) => {
    await sql`update accounting_export as x set lines = ${lines}, sha256 = ${sha256}
      where ${tx.rows('accountingExport').where('x')} and x.id = ${id}`.execute(tx.db)
    await tx.audit('accounting_export', id, 'edit', null, { lines, sha256 })
  })
}

function datevFile(
  ctx: Ctx,
  month: string,
  setting: AccountingSetting,
  nameOf: (of: { kind: string; ref: string }) => string,
): Made {
  const from = `${month}-01`
  const [year, no] = month.split('-').map(Number) as [number, number]
  const to = new Date(Date.UTC(year, no, 0)).toISOString().slice(0, 10)
  const { consultantNo, clientNo } = setting
  if (consultantNo === null || clientNo === null) fail('accountingExport.notReady')
  const rowsOf = rowsIn(setting, (entry) =>
    fail('accountingExport.noNumber', {
      accounts: entry
        ? (entry.customerName ?? nameOf(entry))
        : translate(ctx.lang, 'accounting-export', 'kind.clearing'),
    }),
  )
  let lines = 0
  async function* bytes(): AsyncGenerator<Buffer> {
    const head = { ...setting, consultantNo: consultantNo!, clientNo: clientNo! }
    yield ansi(headLine({ ...head, from, to, madeAt: nowIso() }) + columnLine())
    let text: string[] = []
    for await (const entries of transactionsOf(ctx, from)) {
      for (const row of rowsOf(entries)) {
        text.push(rowLine(row))
        lines++
      }
      if (text.length < 500) continue
      yield ansi(text.join(''))
      text = []
    }
    yield ansi(text.join(''))
  }
  return {
    reply: new FileReply(
      `EXTF_Buchungsstapel_${month}.csv`,
      'text/csv; charset=windows-1252',
      Readable.from(bytes(), { objectMode: false }),
    ),
    lines: () => lines,
  }
}

async function plainFile(
  ctx: Ctx,
  { month, format }: Input,
  setting: AccountingSetting,
): Promise<Made> {
  const t = (key: string) => translate(ctx.lang, 'accounting-export', key)
  const texts = await dictTexts(ctx)
  const nameOf = await namesOf(ctx)
  const numberOf = numbersIn(setting)
  let lines = 0
  async function* rows(): AsyncGenerator<SheetCell[]> {
    for await (const entries of transactionsOf(ctx, `${month}-01`))
      for (const row of entries) {
        lines++
        const minor = BigInt(row.amount)
        const of = (amount: bigint) => formatMoney({ minor: amount, currency: row.currency })
        yield [
          row.day,
          row.lateFor,
          row.transactionId,
          texts('money_trade_type', row.transactionKind) || row.transactionKind,
          // An empty cell would be taken for one that was forgotten in the file.
          numberOf(row) ?? t('plain.noNumber'),
          nameOf(row),
          row.customerCode,
          row.customerName,
          row.invoiceNo,
          row.shipmentNo,
          row.kind === 'tax' ? row.ref : null,
          minor < 0n ? of(-minor) : null,
          minor > 0n ? of(minor) : null,
          row.currency,
        ]
      }
  }
  const reply = sheetReply(
    `${t('file')}-${month}`,
    {
      columns: [
        { title: t('plain.day'), width: 12 },
        { title: t('plain.lateFor'), width: 12 },
        { title: t('plain.transaction'), width: 14 },
        { title: t('plain.event'), width: 14 },
        { title: t('plain.number'), width: 12 },
        { title: t('plain.account'), width: 30 },
        { title: t('plain.customerCode'), width: 14 },
        { title: t('plain.customer'), width: 28 },
        { title: t('plain.invoice'), width: 18 },
        { title: t('plain.order'), width: 20 },
        { title: t('plain.tax'), width: 14 },
        { title: t('plain.debit'), type: 'number', width: 14 },
        { title: t('plain.credit'), type: 'number', width: 14 },
        { title: t('plain.currency'), width: 8 },
      ],
      rows: rows(),
    },
    format === 'csv' ? 'csv' : 'xlsx',
  )
  return { reply, lines: () => lines }
}
