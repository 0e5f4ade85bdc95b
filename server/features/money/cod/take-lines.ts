import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { plainNumber } from '#contracts/money/cod/cod.states.ts'
import { post, type AccountRef } from '#server/features/money/ledger/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { compareLines, type Compared } from './compare-lines.ts'
import { lockItems, patchItems, summed, type CodItem } from './item-row.ts'
import { closeLinesOf } from './line-row.ts'
import type { RemittedLine } from './read-remittance.ts'

export interface Wish {
  supplierId: string
  receivingAccountId: string
  reference: string
  receivedOn: string
}
export interface Taken {
  remittanceId: string | null
  added: number
  matched: number
  /** What is new, as it compares with the orders. */
  compared: readonly Compared[]
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
): Promise<Taken> {
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
  if (fresh.length === 0)
    return { remittanceId: await sameFile(tx, wish), added: 0, matched: 0, compared: [] }
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
  return { remittanceId, added: fresh.length, matched, compared }
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
