import { ibanIssue } from '#server/kit/ids/iban.ts'
import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { cod } from '#contracts/money/cod/cod.ts'
import { isBic, plainAccount } from '#contracts/money/iban.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failFields, failMissing, type RawIssue } from '#server/kit/http/errors.ts'
import { sepaText } from './sepa-transfer.ts'

interface Setting {
  payTo: 'bank' | 'balance'
  version: number
}
interface Bank {
  customerId: string
  holder: string
  iban: string
  bic: string | null
  version: number
}

export async function readSetting(ctx: Ctx): Promise<Setting> {
  const found = await sql<Setting>`select s.pay_to, s.version
    from ${ctx.rows('codSetting').as('s')}`.execute(ctx.db)
  return found.rows[0] ?? { payTo: 'bank', version: 0 }
}

/** Holds from the next payout on; those that were made keep their way. */
export function saveSetting(
  ctx: Ctx,
  { payTo, version }: In<typeof cod.saveSetting>,
): Promise<Setting> {
  return inTx(ctx, async (tx) => {
    const { username, tenantId } = tx.principal
    await sql`insert into cod_setting (tenant_id, version, create_by)
      values (${tenantId}, 0, ${username}) on conflict do nothing`.execute(tx.db)
    await sql`select 1 from cod_setting as s where ${tx.rows('codSetting').where('s')}
      for update`.execute(tx.db)
    const before = await readSetting(tx)
    if (before.version !== version) failConflict('row.stale', before)
    await sql`update cod_setting as s set pay_to = ${payTo}, version = s.version + 1,
        update_by = ${username}, update_time = now()
      where ${tx.rows('codSetting').where('s')}`.execute(tx.db)
    await tx.audit('cod_setting', tenantId, 'edit', { payTo: before.payTo }, { payTo })
    return readSetting(tx)
  })
}

/** Where a customer within reach is paid out. */
export async function readBank(
  ctx: Ctx,
  { customerId }: In<typeof cod.bank>,
): Promise<Bank | null> {
  const seen = await sql`select 1 from ${ctx.rows('customer').as('c')}
    where c.id = ${customerId}`.execute(ctx.db)
  if (seen.rows.length === 0) failMissing()
  const found = await sql<Bank>`select b.customer_id, b.holder, b.iban, b.bic, b.version
    from ${ctx.rows('codBank').as('b')} where b.customer_id = ${customerId}`.execute(ctx.db)
  return found.rows[0] ?? null
}

/** Payouts that are ordered keep the account they were ordered to. */
export function saveBank(ctx: Ctx, input: In<typeof cod.saveBank>): Promise<Bank> {
  const { customerId, holder, version } = input
  const iban = plainAccount(input.iban)
  const bic = input.bic ? plainAccount(input.bic) : null
  const wrong = ibanIssue(iban)
  const issues: RawIssue[] = [
    ...(/[A-Za-z]/.test(sepaText(holder, 70))
      ? []
      : [{ path: 'holder', code: 'cod.holderLetters' as const }]),
    ...(wrong ? [{ path: 'iban', code: `payAccount.${wrong}` as const }] : []),
    ...(bic !== null && !isBic(bic) ? [{ path: 'bic', code: 'payAccount.bic' as const }] : []),
  ]
  if (issues.length > 0) failFields(issues)
  return inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    await sql`select 1 from customer as c where ${tx.rows('customer').where('c')}
      and c.id = ${customerId} for no key update`.execute(tx.db)
    const before = await readBank(tx, { customerId })
    if ((before?.version ?? 0) !== version) failConflict('row.stale', before)
    await sql`insert into cod_bank (tenant_id, customer_id, holder, iban, bic, create_by)
      values (${tenantId}, ${customerId}, ${holder}, ${iban}, ${bic}, ${username})
      on conflict (tenant_id, customer_id) do update set holder = excluded.holder,
        iban = excluded.iban, bic = excluded.bic, version = cod_bank.version + 1,
        update_by = excluded.create_by, update_time = now()`.execute(tx.db)
    await tx.audit(
      'cod_bank',
      customerId,
      before ? 'edit' : 'add',
      before && { holder: before.holder, iban: before.iban, bic: before.bic },
      { holder, iban, bic },
    )
    return (await readBank(tx, { customerId }))!
  })
}
