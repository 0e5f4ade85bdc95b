import { sql } from 'kysely'
import type { SubDraft } from '#contracts/platform/people/sub-accounts.ts'
import { moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { openDepots, openServices, type Option } from './sub-account-choices.ts'
import { readSub } from './sub-accounts.ts'

/**
 * Department, services, depots and the cap; those that were not sent stay. Orders ask for them (sub-limits.ts).
 */
export async function requireWithin(
  tx: Tx,
  userId: string,
  {
    allowedServices,
    allowedDepots,
    spendCap,
    spendCurrency,
    spendPeriod,
    depart,
  }: Pick<
    SubDraft,
    'allowedServices' | 'allowedDepots' | 'spendCap' | 'spendCurrency' | 'spendPeriod' | 'depart'
  >,
): Promise<void> {
  const {
    customerId,
    allowedServices: services,
    allowedDepots: depots,
  } = await readSub(tx, { id: userId })
  beyond(
    'allowedServices',
    allowedServices,
    services,
    allowedServices?.length ? await openServices(tx, customerId) : [],
  )
  beyond('allowedDepots', allowedDepots, depots, allowedDepots?.length ? await openDepots(tx) : [])
  await sql`insert into sub_account (tenant_id, user_id)
    values (${tx.principal.tenantId}, ${userId}) on conflict do nothing`.execute(tx.db)
  const set = (value: ReturnType<typeof sql>) =>
    sql`update sub_account as s
      set ${value} where ${tx.rows('subAccount').where('s')} and s.user_id = ${userId}`.execute(
      tx.db,
    )
  if (allowedServices) await set(sql`allowed_services = ${allowedServices}::bigint[]`)
  if (allowedDepots) await set(sql`allowed_depots = ${allowedDepots}::bigint[]`)
  if (depart !== undefined) await set(sql`depart = ${depart}`)
  if (spendPeriod) await set(sql`spend_period = ${spendPeriod}`)
  if (spendCap === undefined) return
  if (spendCap === null) return void (await set(sql`spend_cap = null, spend_currency = null`))
  if (!spendCurrency) failFields([{ path: 'spendCurrency', code: 'field.required' }])
  const cap = parseMoney(spendCap, spendCurrency, 'nonNegative')
  if (!cap) failFields([capIssue(spendCap, spendCurrency)])
  await set(sql`spend_cap = ${cap.minor.toString()}, spend_currency = ${cap.currency}`)
}

function capIssue(spendCap: string, currency: string): RawIssue {
  const issue = moneyIssue(spendCap, currency, 'nonNegative')
  return issue?.code === 'currency'
    ? { path: 'spendCurrency', code: 'field.dict' }
    : { path: 'spendCap', code: `field.${issue?.code ?? 'money'}`, data: { ...issue?.data } }
}

/**
 * A customer cannot hand on what is not open to the customer; what was handed on before and closed
 * since is left alone.
 */
function beyond(
  path: string,
  ids: readonly string[] | undefined,
  had: string,
  open: readonly Option[],
): void {
  const known = new Set([...open.map(({ value }) => value), ...had.split(',')])
  const over = ids?.find((id) => !known.has(id))
  if (over !== undefined) failFields([{ path, code: 'field.ref' }])
}
