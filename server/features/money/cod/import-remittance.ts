import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { plainNumber } from '#contracts/money/cod/cod.states.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { codMapping, type CodMapping } from '#contracts/money/cod/cod-files.ts'
import { codImport, type codRemittances } from '#contracts/money/cod/cod-remittances.ts'
import { post, type AccountRef } from '#server/features/money/ledger/index.ts'
import { tableRowsOf, type TableRow } from '#server/features/money/recharges/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { asErrorCode, translateError } from '#server/kit/http/texts.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { compareLines, type Compared } from './compare-lines.ts'
import { lockItems, patchItems, summed, type CodItem } from './item-row.ts'
import { closeLinesOf } from './line-row.ts'
import { readRemittance, type RemittanceIssue, type RemittedLine } from './read-remittance.ts'

type Answer = Out<typeof codRemittances.importFile>
interface Wish {
  supplierId: string
  receivingAccountId: string
  reference: string
  receivedOn: string
}
interface Counts {
  remittanceId: string | null
  added: number
  matched: number
}
/** Rows of a table to be mapped that are shown. */
const SHOWN = 12
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
  const { mapping: text, ...wish } = parsed.data
  if (wish.receivedOn > (await businessDay(ctx)))
    failFields([{ path: 'receivedOn', code: 'field.future' }])
  const currency = await currencyOf(ctx, wish)
  const sent = text === undefined ? null : parsedMapping(text)
  const rows = await tableRowsOf(bytes, name)
  const mapping = sent ?? (await storedMapping(ctx, wish.supplierId))
  if (!mapping) return answer(ctx, { rows: rows.slice(0, SHOWN) })
  const { lines, issues } = readRemittance(rows, mapping, { ...wish, currency })
  if (lines.length > LINES_MAX) failFields([{ path: 'file', code: 'bank.tooMany' }])
  const hash = createHash('sha256').update(bytes).digest('hex')
  const counts = await inTx(ctx, async (tx) => {
    if (sent) await keepMapping(tx, wish.supplierId, sent)
    return takeLines(tx, { ...wish, currency, name, hash }, lines)
  })
  return answer(ctx, { total: lines.length, issues, ...counts })
}

function answer(
  ctx: Ctx,
  {
    total = 0,
    added = 0,
    matched = 0,
    remittanceId = null,
    issues = [],
    rows = null,
  }: Partial<Counts> & {
    total?: number
    issues?: readonly RemittanceIssue[]
    rows?: readonly TableRow[] | null
  },
): Answer {
  return {
    remittanceId,
    total,
    added,
    repeated: total - added,
    matched,
    differing: added - matched,
    errors: issues.map(({ line, code, value }) => ({
      line,
      code,
      value,
      message: translateError(ctx.lang, code, { value }),
    })),
    rows: rows?.map(({ line, cells }) => ({ line, cells: [...cells] })) ?? null,
  }
}

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

async function storedMapping(ctx: Ctx, supplierId: string): Promise<CodMapping | null> {
  const found = await sql<{ mapping: unknown }>`select m.mapping
    from ${ctx.rows('codMapping').as('m')} where m.supplier_id = ${supplierId}`.execute(ctx.db)
  const parsed = codMapping.safeParse(found.rows[0]?.mapping)
  return parsed.success ? parsed.data : null
}

async function keepMapping(tx: Tx, supplierId: string, mapping: CodMapping): Promise<void> {
  await sql`insert into cod_mapping (tenant_id, supplier_id, mapping)
    values (${tx.principal.tenantId}, ${supplierId}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (tenant_id, supplier_id) do update set mapping = excluded.mapping`.execute(tx.db)
  await tx.audit('cod_mapping', supplierId, 'edit', null, { mapping })
}

/**
 * Equal payments of a file are counted, so two stay two; the same file, or the same payments in
 * another one, add none.
 */
export function lineKeys(lines: readonly RemittedLine[]): string[] {
  const seen = new Map<string, number>()
  return lines.map(({ plain, currency, minor, paidOn }) => {
    const text = JSON.stringify([plain, currency, minor.toString(), paidOn])
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return createHash('sha256').update(`${text}#${count}`).digest('hex').slice(0, 40)
  })
}

/** Files of a carrier are taken one after the other; then their orders, then the ledger. */
export async function takeLines(
  tx: Tx,
  wish: Wish & { currency: string; name: string; hash: string },
  lines: readonly RemittedLine[],
): Promise<Counts> {
  const { tenantId, username } = tx.principal
  const { supplierId, receivingAccountId, currency } = wish
  await sql`select 1 from supplier as s where ${tx.rows('supplier').where('s')}
    and s.id = ${supplierId} for no key update`.execute(tx.db)
  const keys = lineKeys(lines)
  const known = await sql<{ dedupe: string }>`select l.dedupe from ${tx.rows('codLine').as('l')}
    where l.supplier_id = ${supplierId} and l.dedupe = any(${keys}::text[])`.execute(tx.db)
  const taken = new Set(known.rows.map(({ dedupe }) => dedupe))
  const fresh = lines.flatMap((line, at) =>
    taken.has(keys[at]!) ? [] : [{ line, key: keys[at]! }],
  )
  if (fresh.length === 0) return { remittanceId: await sameFile(tx, wish), added: 0, matched: 0 }
  const items = await itemsBy(
    tx,
    wish.supplierId,
    fresh.map(({ line }) => line.plain),
  )
  const cash = (of: string): AccountRef => ({ kind: 'cash', ref: receivingAccountId, currency: of })
  const { compared, patches, postings } = compareLines(
    fresh.map(({ line }) => line),
    items,
    { supplierId, cash },
  )
  const matched = compared.filter(({ kind }) => kind === 'matched').length
  const amount = fresh
    .filter(({ line }) => line.currency === currency)
    .reduce((sum, { line }) => sum + line.minor, 0n)
  const made = await sql<{ id: string }>`insert into cod_remittance (tenant_id, supplier_id,
      receiving_account_id, reference, received_on, currency, amount, lines, matched, file_name,
      content_hash, create_by)
    values (${tenantId}, ${supplierId}, ${receivingAccountId}, ${wish.reference},
      ${wish.receivedOn}::date, ${currency}, ${amount.toString()}::bigint, ${fresh.length},
      ${matched}, ${wish.name.slice(0, 200)}, ${wish.hash}, ${username})
    returning id`.execute(tx.db)
  const remittanceId = made.rows[0]!.id
  await tx.audit('cod_remittance', remittanceId, 'add', null, {
    reference: wish.reference,
    amount: amount.toString(),
    lines: fresh.length,
    matched,
  })
  await storeLines(
    tx,
    { remittanceId, supplierId },
    compared.map((one, at) => ({ ...one, key: fresh[at]!.key })),
  )
  await patchItems(tx, patches)
  for (const { item, patch } of patches)
    if (patch.settled && item.status === 'difference')
      await closeLinesOf(tx, item.id, { decision: 'claim', reason: wish.reference })
  const posting = summed(postings)
  if (posting.length > 0) {
    const { transactionId } = await post(tx, {
      key: `cod:remittance:${remittanceId}`,
      kind: 'cod',
      debit: 'workDone',
      on: wish.receivedOn,
      reason: wish.reference,
      lines: posting,
    })
    await sql`update cod_remittance as r set transaction_id = ${transactionId}
      where ${tx.rows('codRemittance').where('r')} and r.id = ${remittanceId}`.execute(tx.db)
  }
  return { remittanceId, added: fresh.length, matched }
}

async function sameFile(tx: Tx, { supplierId, hash }: { supplierId: string; hash: string }) {
  const found = await sql<{ id: string }>`select r.id from ${tx.rows('codRemittance').as('r')}
    where r.supplier_id = ${supplierId} and r.content_hash = ${hash}`.execute(tx.db)
  return found.rows[0]?.id ?? null
}

/**
 * Orders of a supplier by the numbers of its file, locked. A number of several orders names the one
 * that still takes money; of several such none. A customer's reference names none by itself: others
 * may use the same, so it is left for a clerk to assign.
 */
async function itemsBy(
  tx: Tx,
  supplierId: string,
  numbers: readonly string[],
): Promise<Map<string, CodItem>> {
  const found = await sql<{
    id: string
    number: string
    open: boolean
    reference: string | null
    shipmentNo: string
    trackNo: string | null
  }>`select c.id, n.number, c.reference, c.shipment_no, c.track_no,
      c.status in ('waiting', 'open', 'difference') as open
    from ${asSystem(tx, tx.principal.tenantId).rows('codItem').as('c')}
      cross join lateral unnest(c.numbers) as n(number)
    where c.supplier_id = ${supplierId} and c.numbers && ${[...new Set(numbers)]}::text[]
      and n.number = any(${[...new Set(numbers)]}::text[])
    order by c.id`.execute(tx.db)
  const locked = await lockItems(tx, [...new Set(found.rows.map(({ id }) => id))])
  const byId = new Map(locked.map((item) => [item.id, item]))
  const byNumber = new Map<string, CodItem>()
  const sure = found.rows.filter(
    ({ number, reference, shipmentNo, trackNo }) =>
      plainNumber(reference ?? '') !== number ||
      [shipmentNo, trackNo ?? ''].map(plainNumber).includes(number),
  )
  for (const [number, rows] of Map.groupBy(sure, (row) => row.number)) {
    const open = rows.filter((row) => row.open)
    const one = open.length > 0 ? open : rows
    if (one.length === 1) byNumber.set(number, byId.get(one[0]!.id)!)
  }
  return byNumber
}

async function storeLines(
  tx: Tx,
  { remittanceId, supplierId }: { remittanceId: string; supplierId: string },
  lines: readonly (Compared & { key: string })[],
): Promise<void> {
  const { tenantId, username } = tx.principal
  const rows = lines.map(({ line, kind, itemId, difference, key }) => ({
    line: line.line,
    dedupe: key,
    number: line.number,
    currency: line.currency,
    amount: line.minor.toString(),
    paidOn: line.paidOn,
    itemId,
    kind,
    difference: difference?.toString() ?? null,
  }))
  const made = await sql<{ id: string; number: string; kind: string }>`insert into cod_line
      (tenant_id, remittance_id, supplier_id, line_no, dedupe, number, currency, amount, paid_on,
        item_id, kind, state, difference, create_by)
    select ${tenantId}, ${remittanceId}, ${supplierId}, x.line, x.dedupe, x.number, x.currency,
      x.amount, x."paidOn", x."itemId", x.kind,
      case x.kind when 'matched' then 'settled' else 'open' end, x.difference, ${username}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(line int, dedupe text,
      number text, currency text, amount bigint, "paidOn" date, "itemId" bigint, kind text,
      difference bigint)
    returning id, number, kind`.execute(tx.db)
  await tx.auditMany(
    'cod_line',
    'add',
    made.rows.map(({ id, number, kind }) => ({ id, before: null, after: { number, kind } })),
  )
}
