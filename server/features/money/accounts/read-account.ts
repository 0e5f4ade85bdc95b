import { sql } from 'kysely'
import { formatMoney, moneyIssue, parseMoney, type Sign } from '#contracts/kit/money.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { requireStepUp } from '#server/kit/access/step-up.ts'
import { failFields, failMissing } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { needsStepUp } from '#contracts/money/account-figures.ts'

/** An account of a customer within the caller's reach; amounts in minor units. */
export interface Account {
  id: string
  kind: string
  customerId: string
  customer: string
  currency: string
  balance: string
  held: string
  credit: string
  status: string
  version: number
}

/** @throws Refusal `row.missing` for what is beyond the caller's reach or no customer's. */
export async function readAccount(ctx: Ctx, id: string): Promise<Account> {
  const found = await sql<Account>`select a.id, a.kind, a.customer_id, c.name as customer,
      a.currency, a.balance, a.held, a.credit, a.status, a.version
    from ${ctx.rows('ledgerAccount').as('a')}
      join customer c on c.tenant_id = a.tenant_id and c.id = a.customer_id
    where a.id = ${id}`.execute(ctx.db)
  return found.rows[0] ?? failMissing()
}

/** The minor units of what was entered. @throws Refusal on the field where it is no amount. */
export function minorOf(path: string, text: string, currency: string, sign: Sign): bigint {
  const amount = parseMoney(text, currency, sign)
  if (amount) return amount.minor
  const issue = moneyIssue(text, currency, sign)!
  failFields([{ path, code: asErrorCode(`field.${issue.code}`), data: { ...issue.data } }])
}

/** Above an amount the user shows a password or a code again. */
export async function stepUpFor(tx: Tx, minor: bigint, currency: string): Promise<void> {
  if (needsStepUp(minor, currency)) await requireStepUp(tx)
}

/** Minor units as answers carry them. */
export const wireAmount = (minor: bigint | string | number, currency: string): string =>
  formatMoney({ minor: BigInt(minor), currency })
