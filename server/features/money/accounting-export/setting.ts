import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { NUMBERED } from '#contracts/money/accounting-export/account-presets.ts'
import type {
  accountingExport,
  AccountingSetting,
} from '#contracts/money/accounting-export/accounting-export.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failFields } from '#server/kit/http/errors.ts'

const INITIAL: AccountingSetting = {
  consultantNo: null,
  clientNo: null,
  accountLength: 4,
  yearStart: '01-01',
  chart: null,
  currency: 'EUR',
  automatic: false,
  debtorFrom: 10_000,
  numbers: [],
  version: 0,
}

interface SettingRow {
  consultantNo: number | null
  clientNo: number | null
  accountLength: number
  yearStart: string
  chart: '03' | '04' | null
  currency: string
  automatic: boolean
  debtorFrom: number | null
  numbers: { key: string; number: string }[]
  version: number
}

export async function readSetting(ctx: Ctx): Promise<AccountingSetting> {
  const found = await sql<SettingRow>`select s.consultant_no, s.client_no, s.account_length,
      s.year_start, s.chart, s.currency, s.automatic, s.debtor_from, s.numbers, s.version
    from ${ctx.rows('accountingSetting').as('s')}`.execute(ctx.db)
  return found.rows[0] ?? INITIAL
}

/** Alone with the tenant's setting and the numbers of its customers. */
export async function lockSetting(tx: Tx): Promise<AccountingSetting> {
  const { tenantId, username } = tx.principal
  await sql`insert into accounting_setting (tenant_id, debtor_from, version, create_by)
    values (${tenantId}, ${INITIAL.debtorFrom}, 0, ${username}) on conflict do nothing`.execute(
    tx.db,
  )
  await sql`select 1 from accounting_setting as s
    where ${tx.rows('accountingSetting').where('s')} for update`.execute(tx.db)
  return readSetting(tx)
}

export function saveSetting(
  ctx: Ctx,
  given: In<typeof accountingExport.saveSetting>,
): Promise<AccountingSetting> {
  const numbers = given.numbers.filter(({ number }) => number !== '')
  checkNumbers(given)
  return inTx(ctx, async (tx) => {
    const before = await lockSetting(tx)
    if (before.version !== given.version) failConflict('row.stale')
    const [low, high] = debtorSpan(given.accountLength)
    const outside = await sql`select 1 from ${tx.rows('accountingDebtor').as('d')}
      where d.number not between ${low} and ${high} limit 1`.execute(tx.db)
    if (outside.rows.length > 0)
      failFields([{ path: 'accountLength', code: 'accountingExport.debtorLength' }])
    await sql`update accounting_setting as s set consultant_no = ${given.consultantNo},
        client_no = ${given.clientNo}, account_length = ${given.accountLength},
        year_start = ${given.yearStart}, chart = ${given.chart}, currency = ${given.currency},
        automatic = ${given.automatic}, debtor_from = ${given.debtorFrom},
        numbers = ${JSON.stringify(numbers)}::jsonb, version = s.version + 1,
        update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('accountingSetting').where('s')}`.execute(tx.db)
    const after = await readSetting(tx)
    await tx.audit('accounting_setting', tx.principal.tenantId, 'edit', before, after)
    return after
  })
}

/** First and last number a customer may have: one digit more, and not those of suppliers. */
export const debtorSpan = (accountLength: number): readonly [number, number] => [
  10 ** accountLength,
  7 * 10 ** accountLength - 1,
]

function checkNumbers({ accountLength, debtorFrom, numbers }: AccountingSetting): void {
  const [low, high] = debtorSpan(accountLength)
  if (debtorFrom !== null && (debtorFrom < low || debtorFrom > high))
    failFields([{ path: 'debtorFrom', code: 'accountingExport.debtorSpan', data: { low, high } }])
  // Two accounts with one number go by it: it is none of theirs.
  const clearing = numbers.find(({ key }) => key === 'clearing')?.number
  const seen = new Set<string>()
  for (const [at, { key, number }] of numbers.entries()) {
    const kind = key.split(':')[0]!
    const path = `numbers.${at}.number`
    if (!NUMBERED.some((one) => one === kind) || seen.has(key))
      failFields([{ path, code: 'field.invalid' }])
    seen.add(key)
    if (number !== '' && number === clearing && key !== 'clearing')
      failFields([{ path, code: 'accountingExport.clearing' }])
    if (number !== '' && (number.length > accountLength || /^0+$/.test(number)))
      failFields([{ path, code: 'accountingExport.number' }])
  }
}
