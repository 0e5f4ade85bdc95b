import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { codMapping, type CodMapping } from '#contracts/money/cod/cod-files.ts'
import { codImport, type codRemittances } from '#contracts/money/cod/cod-remittances.ts'
import {
  COD_WORDS,
  guessTable,
  headingLines,
  layoutAt,
  mappingAmong,
  tableRowsOf,
} from '#server/features/money/recharges/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { dryRun, inTx } from '#server/kit/db/tx.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { asErrorCode, translateError } from '#server/kit/http/texts.ts'
import type { Compared } from './compare-lines.ts'
import { readRemittance } from './read-remittance.ts'
import { takeLines, type Wish } from './take-lines.ts'

type Answer = Out<typeof codRemittances.importFile>
/** Rows of a table to be mapped that are shown. */
const SHOWN = 12
/** Lines of a preview. */
const PREVIEWED = 100
const LINES_MAX = 20_000

/** Takes what a carrier remits; what was taken before, from whichever file, adds nothing. */
export async function importRemittance(
  ctx: Ctx,
  input: In<typeof codRemittances.importFile>,
): Promise<Answer> {
  const { bytes, name, fields } = (await ctx.http?.upload()) ?? failMissing()
  const parsed = codImport.safeParse({ ...input, ...fields })
  if (!parsed.success)
    return failFields(
      parsed.error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        code: asErrorCode(message.includes('.') ? message : 'field.required'),
      })),
    )
  const { mapping: text, remap, dryRun: trial, ...wish } = parsed.data
  if (wish.receivedOn > (await businessDay(ctx)))
    failFields([{ path: 'receivedOn', code: 'field.future' }])
  const currency = await currencyOf(ctx, wish)
  const sent = text === undefined ? null : parsedMapping(text)
  const rows = await tableRowsOf(bytes, name)
  const before = remap === 'true' ? null : headingLines(rows)
  const mapping = sent ?? (before && (await storedMapping(ctx, wish.supplierId, before)))
  if (!mapping) {
    const shown = rows.slice(0, SHOWN).map(({ line, cells }) => ({ line, cells: [...cells] }))
    return { ...NOTHING, rows: shown, guess: guessTable(rows, COD_WORDS) }
  }
  const { lines, issues } = readRemittance(rows, mapping, { ...wish, currency })
  if (lines.length > LINES_MAX) failFields([{ path: 'file', code: 'bank.tooMany' }])
  const hash = createHash('sha256').update(bytes).digest('hex')
  const isTrial = trial === 'true'
  const { remittanceId, added, matched, compared } = await (isTrial ? dryRun : inTx)(
    ctx,
    async (tx) => {
      // What reads nothing is not kept for the next file.
      if (sent && lines.length > 0)
        await keepMapping(tx, wish.supplierId, {
          layout: layoutAt(rows, sent.heading),
          mapping: sent,
        })
      return takeLines(tx, { ...wish, currency, name, hash }, lines)
    },
  )
  return {
    ...NOTHING,
    remittanceId: isTrial ? null : remittanceId,
    total: lines.length,
    added,
    repeated: lines.length - added,
    matched,
    differing: added - matched,
    errors: issues.map(({ line, code, value }) => ({
      line,
      code,
      value,
      message: translateError(ctx.lang, code, { value }),
    })),
    ...(isTrial ? { sums: sumsOf(compared), preview: previewOf(compared) } : {}),
  }
}

const NOTHING = {
  remittanceId: null,
  total: 0,
  added: 0,
  repeated: 0,
  matched: 0,
  differing: 0,
  errors: [],
  rows: null,
  guess: null,
  sums: [],
  preview: null,
} satisfies Answer

const sumsOf = (compared: readonly Compared[]): Answer['sums'] =>
  [...Map.groupBy(compared, ({ line }) => line.currency)].map(([currency, own]) => ({
    currency,
    amount: formatMoney({ minor: own.reduce((sum, { line }) => sum + line.minor, 0n), currency }),
  }))

/** What differs first: it is what users look at before they take a file. */
const previewOf = (compared: readonly Compared[]): Answer['preview'] =>
  compared
    .toSorted((a, b) => Number(a.kind === 'matched') - Number(b.kind === 'matched'))
    .slice(0, PREVIEWED)
    .map(({ line: { line, number, currency, minor, paidOn }, kind, difference }) => ({
      line,
      number,
      amount: formatMoney({ minor, currency }),
      currency,
      paidOn,
      kind,
      difference: difference === null ? null : formatMoney({ minor: difference, currency }),
    }))

async function currencyOf(ctx: Ctx, { supplierId, receivingAccountId }: Wish): Promise<string> {
  const found = await sql<{ currency: string | null; supplier: string | null }>`select
      (select a.currency from ${ctx.rows('receivingAccount').as('a')}
        where a.id = ${receivingAccountId}) as currency,
      (select s.id::text from ${ctx.rows('supplier').as('s')}
        where s.id = ${supplierId}) as supplier`.execute(ctx.db)
  const { currency = null, supplier = null } = found.rows[0] ?? {}
  if (supplier === null) failFields([{ path: 'supplierId', code: 'field.ref' }])
  return currency ?? failFields([{ path: 'receivingAccountId', code: 'field.ref' }])
}

function parsedMapping(text: string): CodMapping {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return failFields([{ path: 'mapping', code: 'field.invalid' }])
  }
  const parsed = codMapping.safeParse(value)
  return parsed.success ? parsed.data : failFields([{ path: 'mapping', code: 'field.invalid' }])
}

/** The mapping made for one of these headings. */
async function storedMapping(
  ctx: Ctx,
  supplierId: string,
  lines: ReadonlyMap<string, number>,
): Promise<CodMapping | null> {
  const found = await sql<{ layout: string; mapping: unknown }>`select m.layout, m.mapping
    from ${ctx.rows('codMapping').as('m')}
    where m.supplier_id = ${supplierId}
      and m.layout = any(${[...lines.keys()]}::text[])`.execute(ctx.db)
  return mappingAmong(codMapping, found.rows, lines)
}

async function keepMapping(
  tx: Tx,
  supplierId: string,
  { layout, mapping }: { layout: string; mapping: CodMapping },
): Promise<void> {
  await sql`insert into cod_mapping (tenant_id, supplier_id, layout, mapping)
    values (${tx.principal.tenantId}, ${supplierId}, ${layout}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (tenant_id, supplier_id, layout) do update set mapping = excluded.mapping`.execute(
    tx.db,
  )
  await tx.audit('cod_mapping', supplierId, 'edit', null, { mapping })
}
