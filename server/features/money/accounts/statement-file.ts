import type { In } from '#contracts/kit/endpoint.ts'
import type { accounts } from '#contracts/money/accounts.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail } from '#server/kit/http/errors.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { sheetReply, UTC } from '#server/kit/sheets/sheet-reply.ts'
import type { SheetCell } from '#server/kit/sheets/sheets.ts'
import { drawStatement } from './draw-statement.ts'
import { wireAmount } from './read-account.ts'
import { statementLines, statementOf, type Statement, type StatementLine } from './statement.ts'

type Input = In<typeof accounts.statementFile>
/** A PDF is drawn at once; beyond this the workbook is offered. */
const PDF_LINES = 5_000

/** A statement of account as a PDF to send or a workbook to work with. */
export async function statementFile(ctx: Ctx, input: Input): Promise<FileReply> {
  const statement = await statementOf(ctx, input)
  return input.format === 'pdf'
    ? statementPdf(ctx, input, statement)
    : statementSheet(ctx, input, statement)
}

const textIn = (ctx: Ctx) => (key: string, data?: Record<string, unknown>) =>
  translate(ctx.lang, 'accounts', key, data)

/** `对账单-华东贸易-预付-EUR-20261101-20261130`. */
async function nameOf(ctx: Ctx, { account }: Statement, { from, to }: Input): Promise<string> {
  const days = [from, to].map((day) => day.replaceAll('-', ''))
  const { customer, kind, currency } = account
  const named = (await dictTexts(ctx))('account_kind', kind) || kind
  return [textIn(ctx)('statement.title'), customer, named, currency, ...days].join('-')
}

async function statementPdf(ctx: Ctx, input: Input, statement: Statement): Promise<FileReply> {
  if (statement.lines > PDF_LINES) fail('account.statementTooLong', { max: PDF_LINES })
  const lines: StatementLine[] = []
  for await (const line of statementLines(ctx, input, statement.opening)) lines.push(line)
  const bytes = await drawStatement(
    { ...statement, from: input.from, to: input.to, rows: lines },
    textIn(ctx),
    await dictTexts(ctx),
  )
  const name = await nameOf(ctx, statement, input)
  return new FileReply(`${name}.pdf`, 'application/pdf', bytes)
}

async function statementSheet(ctx: Ctx, input: Input, statement: Statement): Promise<FileReply> {
  const t = textIn(ctx)
  const texts = await dictTexts(ctx)
  const { currency } = statement.account
  const money = (minor: bigint) => wireAmount(minor, currency)
  async function* rows(): AsyncGenerator<SheetCell[]> {
    const sum = (key: string, minor: bigint) =>
      [null, t(key), null, null, null, null, money(minor)] as SheetCell[]
    yield sum('statement.opening', statement.opening)
    for await (const line of statementLines(ctx, input, statement.opening))
      yield [
        new Date(line.at),
        texts('money_trade_type', line.tradeType) || line.tradeType,
        texts('money_trade_item', line.tradeItem) || line.tradeItem,
        line.no,
        line.note,
        money(line.minor),
        money(line.balance),
      ]
    yield sum('statement.closing', statement.closing)
  }
  const name = await nameOf(ctx, statement, input)
  const reply = sheetReply(name, {
    columns: [
      { title: `${t('statement.at')}${UTC}`, type: 'date' },
      { title: t('statement.type') },
      { title: t('statement.item') },
      { title: t('statement.no') },
      { title: t('statement.note') },
      { title: `${t('statement.money')} ${currency}`, type: 'number' },
      { title: `${t('balance')} ${currency}`, type: 'number' },
    ],
    rows: rows(),
  })
  return new FileReply(`${name}.xlsx`, reply.type, reply.content)
}
