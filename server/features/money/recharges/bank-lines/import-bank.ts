import { sql } from 'kysely'
import { bankMapping, type BankMapping } from '#contracts/money/bank-files.ts'
import { bankImport, type bankLines } from '#contracts/money/bank-lines.ts'
import { groupsOfFour } from '#contracts/money/iban.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { BankFileError, type BankFile, type BankLine } from '../bank-files/bank-line.ts'
import { countsOf, factsOf, previewOf, type LineFacts } from './line-facts.ts'
import { isOwnAccount } from './own-account.ts'
import { headingLines, mappingAmong } from '../bank-files/guess-table.ts'
import { readBankFile, type UnmappedTable } from '../bank-files/read-bank-file.ts'

interface Account {
  id: string
  currency: string
  iban: string | null
  accountNo: string | null
}

/** Takes a bank's file to the worklist; what is there already, from whichever file, adds nothing. */
export async function importBank(
  ctx: Ctx,
  input: In<typeof bankLines.importBank>,
): Promise<Out<typeof bankLines.importBank>> {
  const { bytes, name, fields } = (await ctx.http?.upload()) ?? failMissing()
  const wish = bankImport.safeParse({ ...input, ...fields })
  if (!wish.success) return failFields([{ path: 'receivingAccountId', code: 'field.ref' }])
  const { receivingAccountId, mapping } = wish.data
  const dryRun = wish.data.dryRun === 'true'
  const account = await accountOf(ctx, receivingAccountId)
  const sent = mapping === undefined ? null : parsedMapping(mapping)
  const read = await readFile(bytes, {
    name,
    currency: account.currency,
    mapping: sent,
    before: async (rows) =>
      wish.data.remap === 'true' ? null : storedMapping(ctx, account.id, headingLines(rows)),
  })
  if ('rows' in read)
    return {
      format: 'TABLE',
      total: 0,
      added: 0,
      repeated: 0,
      outgoing: 0,
      suggested: 0,
      sure: 0,
      preview: null,
      pending: 0,
      allIncoming: false,
      errors: [],
      rows: read.rows.map(({ line, cells }) => ({ line, cells: [...cells] })),
      guess: read.guess,
    }
  // A file may hold statements of several accounts: those of this account are taken, the others named.
  const own = read.lines.filter((line) => isOwnAccount(line.account, account))
  const others = read.lines.filter((line) => !isOwnAccount(line.account, account))
  if (own.length === 0 && others[0])
    fail('bank.otherAccount', { account: groupsOfFour(others[0].account ?? '') })
  const [lines, foreign] = [
    own.filter(({ currency }) => currency === account.currency),
    own.filter(({ currency }) => currency !== account.currency),
  ]
  const issues = [
    ...read.issues,
    ...foreign.map(({ line, currency }) => ({
      line,
      code: 'bank.currency' as const,
      value: currency,
    })),
    ...others.map((line) => ({
      line: line.line,
      code: 'bank.elsewhere' as const,
      value: groupsOfFour(line.account ?? ''),
    })),
  ].toSorted((a, b) => a.line - b.line)
  const moved = lines.filter(({ minor }) => minor !== 0n)
  if (read.allIncoming && !dryRun && wish.data.allIncoming !== 'true') fail('bank.allIncoming')
  const facts = await factsOf(ctx, account.id, moved)
  const added = dryRun
    ? facts.filter(({ known }) => !known).length
    : await inTx(ctx, async (tx) => {
        // What reads nothing is not kept for the next file.
        if (sent && moved.length > 0 && read.layout !== undefined)
          await keepMapping(tx, account.id, { layout: read.layout, mapping: sent })
        return storeLines(tx, account.id, name, facts)
      })
  return {
    format: read.format,
    total: moved.length,
    added,
    repeated: moved.length - added,
    ...countsOf(facts),
    preview: dryRun ? previewOf(facts) : null,
    pending: read.pending,
    allIncoming: read.allIncoming ?? false,
    errors: issues.map(({ line, code, value }) => ({
      line,
      code,
      value,
      message: translateError(ctx.lang, code, { value }),
    })),
    rows: null,
    guess: null,
  }
}

async function readFile(
  bytes: Buffer,
  how: Parameters<typeof readBankFile>[1],
): Promise<BankFile | UnmappedTable> {
  try {
    return await readBankFile(bytes, how)
  } catch (error) {
    if (error instanceof BankFileError) fail(error.code)
    throw error
  }
}

async function accountOf(ctx: Ctx, id: string): Promise<Account> {
  const found = await sql<Account>`select a.id, a.currency, a.iban, a.account_no
    from ${ctx.rows('receivingAccount').as('a')} where a.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failFields([{ path: 'receivingAccountId', code: 'field.ref' }])
}

function parsedMapping(text: string): BankMapping {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return failFields([{ path: 'mapping', code: 'field.invalid' }])
  }
  const parsed = bankMapping.safeParse(value)
  return parsed.success ? parsed.data : failFields([{ path: 'mapping', code: 'field.invalid' }])
}

/** The mapping made for one of these headings. */
async function storedMapping(
  ctx: Ctx,
  accountId: string,
  lines: ReadonlyMap<string, number>,
): Promise<BankMapping | null> {
  const found = await sql<{ layout: string; mapping: unknown }>`select m.layout, m.mapping
    from ${ctx.rows('bankMapping').as('m')}
    where m.receiving_account_id = ${accountId}
      and m.layout = any(${[...lines.keys()]}::text[])`.execute(ctx.db)
  return mappingAmong(bankMapping, found.rows, lines)
}

async function keepMapping(
  tx: Tx,
  accountId: string,
  { layout, mapping }: { layout: string; mapping: BankMapping },
): Promise<void> {
  await sql`insert into bank_mapping (tenant_id, receiving_account_id, layout, mapping)
    values (${tx.principal.tenantId}, ${accountId}, ${layout}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (tenant_id, receiving_account_id, layout)
      do update set mapping = excluded.mapping`.execute(tx.db)
  await tx.audit('bank_mapping', accountId, 'edit', null, { mapping })
}

/** Lines of a statement of one account, as its file would bring them; answers how many are new. */
export const takeBankLines = async (
  tx: Tx,
  accountId: string,
  fileName: string,
  lines: readonly BankLine[],
): Promise<number> => storeLines(tx, accountId, fileName, await factsOf(tx, accountId, lines))

async function storeLines(
  tx: Tx,
  accountId: string,
  fileName: string,
  facts: readonly LineFacts[],
): Promise<number> {
  const rows = facts.map(({ line, dedupe, suggestedId, invoiceId }) => ({
    ...line,
    minor: line.minor.toString(),
    dedupe,
    suggested: suggestedId,
    invoice: invoiceId,
  }))
  const { tenantId, userId, username, actor } = tx.principal
  const made = await sql<{
    id: string
    bookedOn: string
    amount: string
  }>`insert into bank_line (tenant_id, receiving_account_id, file_name, line_no, dedupe, currency,
      amount, booked_on, value_on, reference, text, counterparty, counter_account, bank_id, status,
      suggested_id, suggested_invoice_id, import_user_id, import_actor_id, create_by)
    select ${tenantId}, ${accountId}, ${fileName}, x.line, x.dedupe, x.currency, x.minor,
      x."bookedOn", x."valueOn", x.reference, x.text, x.counterparty, x."counterAccount",
      x."bankId", case when x.minor > 0 then 'open' else 'out' end, x.suggested,
      x.invoice, ${userId === '0' ? null : userId}::bigint, ${actor?.userId ?? null}::bigint, ${username}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(line int, dedupe text,
      currency text, minor bigint, "bookedOn" date, "valueOn" date, reference text, text text,
      counterparty text, "counterAccount" text, "bankId" text, suggested bigint,
      invoice bigint)
    on conflict (tenant_id, receiving_account_id, dedupe) do nothing
    returning id, booked_on::text as booked_on, amount`.execute(tx.db)
  await tx.auditMany(
    'bank_line',
    'add',
    made.rows.map(({ id, bookedOn, amount }) => ({
      id,
      before: null,
      after: { fileName, bookedOn, amount },
    })),
  )
  return made.rows.length
}
