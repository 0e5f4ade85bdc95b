import { sql } from 'kysely'
import type { Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import type { bankLines } from '#contracts/money/bank-lines.ts'
import { referencesIn } from '#contracts/money/recharge-reference.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { lineKeys, type BankLine } from '../bank-files/bank-line.ts'
import { bankInvoicePort } from './invoice-port.ts'
import { lineOf } from './line-row.ts'

/** A movement of a file, and what is known of it. */
export interface LineFacts {
  line: BankLine
  dedupe: string
  /** It was taken before. */
  known: boolean
  suggestedId: string | null
  invoiceId: string | null
  /** What it names, as users know it. */
  names: string | null
  /** What it names is open with its amount. */
  sure: boolean
}
const SHOWN = 50

export async function factsOf(
  ctx: Ctx,
  accountId: string,
  lines: readonly BankLine[],
): Promise<LineFacts[]> {
  const keys = lineKeys(lines)
  const texts = lines.map((line) =>
    line.minor > 0n ? lineOf({ text: line.text, reference: line.reference }) : '',
  )
  const references = texts.map(referencesIn)
  const recharges = await rechargesBy(ctx, references.flat())
  const invoices = await bankInvoicePort.of(ctx.deps).named(ctx, texts)
  const known = await knownOf(ctx, accountId, keys)
  return lines.map((line, at) => {
    const asked = references[at]!.flatMap((one) => recharges.get(one) ?? [])
    const named = asked.length === 0 ? (invoices[at] ?? []) : []
    const [recharge] = asked.length === 1 ? asked : []
    const open = named.reduce((sum, one) => sum + one.open, 0n)
    return {
      line,
      dedupe: keys[at]!,
      known: known.has(keys[at]!),
      suggestedId: recharge?.id ?? null,
      invoiceId: named[0]?.id ?? null,
      names: recharge?.reference ?? (named.map(({ number }) => number).join(', ') || null),
      sure:
        recharge !== undefined
          ? recharge.open === line.minor
          : named.length > 0 &&
            open === line.minor &&
            named.every(
              ({ customerId, currency }) =>
                currency === line.currency && customerId === named[0]!.customerId,
            ),
    }
  })
}

/** Of what is new. */
export function countsOf(facts: readonly LineFacts[]): {
  outgoing: number
  suggested: number
  sure: number
} {
  const fresh = facts.filter(({ known }) => !known)
  return {
    outgoing: fresh.filter(({ line }) => line.minor < 0n).length,
    suggested: fresh.filter(({ suggestedId, invoiceId }) => suggestedId ?? invoiceId).length,
    sure: fresh.filter(({ sure }) => sure).length,
  }
}

/** What users look at before they take a file: what is new first. */
export function previewOf(
  facts: readonly LineFacts[],
): NonNullable<Out<typeof bankLines.importBank>['preview']> {
  return facts
    .toSorted((a, b) => Number(a.known) - Number(b.known))
    .slice(0, SHOWN)
    .map(({ line, known, names, sure }) => ({
      line: line.line,
      bookedOn: line.bookedOn,
      amount: formatMoney({ minor: line.minor, currency: line.currency }),
      currency: line.currency,
      counterparty: line.counterparty,
      text: line.text,
      state: known ? ('known' as const) : line.minor < 0n ? ('out' as const) : ('new' as const),
      names,
      sure,
    }))
}

async function knownOf(ctx: Ctx, accountId: string, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ dedupe: string }>`select l.dedupe
    from ${ctx.rows('bankLine').as('l')}
    where l.receiving_account_id = ${accountId} and l.dedupe = any(${[...keys]}::text[])`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ dedupe }) => dedupe))
}

interface Asked {
  id: string
  reference: string
  open: bigint
}
async function rechargesBy(ctx: Ctx, references: readonly string[]): Promise<Map<string, Asked>> {
  const { rows } = await sql<{ id: string; reference: string; open: string }>`select r.id,
      r.reference, (r.amount - r.received)::text as open
    from ${ctx.rows('recharge').as('r')}
    where r.reference = any(${[...new Set(references)]}::text[])`.execute(ctx.db)
  return new Map(
    rows.map(({ id, reference, open }) => [reference, { id, reference, open: BigInt(open) }]),
  )
}
