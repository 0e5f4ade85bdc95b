import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { ADJUST_LIMITS } from '#server/features/commercial/rating/index.ts'
import { formatMoney, isCurrency, moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import type { charging, ChargingFee, ChargingSetting } from '#contracts/orders/charging.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { fail, failConflict, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { now } from '#server/kit/runtime/clock.ts'

/** Minor units by currency. */
type Fees = Record<string, string>

interface SettingRow {
  chargingFrom: string | null
  handlingFees: Fees
  returnFees: Fees
  destroyFees: Fees
  lostGoesBack: boolean
  adjustAbove: number
  adjustPercent: number
  version: number
}

const DAY_MS = 86_400_000

export async function readSetting(ctx: Ctx): Promise<ChargingSetting> {
  const { rows } = await sql<SettingRow>`select c.charging_from, c.handling_fees,
      c.return_fees, c.destroy_fees, c.lost_goes_back,
      c.adjust_above, c.adjust_percent, c.version
    from ${ctx.rows('chargingSetting').as('c')}`.execute(ctx.db)
  return toWire(rows[0])
}

const wireFees = (fees: Fees = {}) =>
  Object.entries(fees)
    .map(([currency, minor]) => ({
      currency,
      amount: formatMoney({ minor: BigInt(minor), currency }),
    }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency))

const toWire = (row: SettingRow | undefined): ChargingSetting => ({
  chargingFrom: row?.chargingFrom ? new Date(row.chargingFrom).toISOString() : null,
  handlingFees: wireFees(row?.handlingFees),
  returnFees: wireFees(row?.returnFees),
  destroyFees: wireFees(row?.destroyFees),
  lostGoesBack: row?.lostGoesBack ?? false,
  adjustAbove: scaled(row?.adjustAbove ?? ADJUST_LIMITS.above, 3),
  adjustPercent: scaled(row?.adjustPercent ?? ADJUST_LIMITS.percent, 2),
  version: row?.version ?? 0,
})

/**
 * Sets from when on orders are charged, after opening balances were posted. Once that moment has
 * come it stays: what was confirmed since is held or charged. It may not lie more than a day back,
 * which would change nothing for the orders confirmed meanwhile.
 */
export function saveSetting(
  ctx: Ctx,
  input: In<typeof charging.saveSetting>,
): Promise<ChargingSetting> {
  const { chargingFrom, lostGoesBack, version } = input
  const fees = feesOf('handlingFees', input.handlingFees)
  const returns = input.returnFees && feesOf('returnFees', input.returnFees)
  const destroys = input.destroyFees && feesOf('destroyFees', input.destroyFees)
  return inTx(ctx, async (tx) => {
    const before = await lockSetting(tx)
    if (before.version !== version) failConflict('row.stale')
    const old = before.chargingFrom === null ? null : Date.parse(before.chargingFrom)
    const wanted = chargingFrom === null ? null : Date.parse(chargingFrom)
    if (old !== wanted) {
      if (old !== null && old <= now()) fail('charge.begun')
      if (wanted !== null && wanted < now() - DAY_MS)
        failFields([{ path: 'chargingFrom', code: 'charge.past' }])
    }
    const { username, tenantId } = tx.principal
    const { rows } = await sql<SettingRow>`update charging_setting as c
      set charging_from = ${chargingFrom}::timestamptz,
        handling_fees = ${JSON.stringify(fees)}::jsonb,
        return_fees = ${JSON.stringify(returns ?? before.returnFees)}::jsonb,
        destroy_fees = ${JSON.stringify(destroys ?? before.destroyFees)}::jsonb,
        lost_goes_back = ${lostGoesBack ?? before.lostGoesBack},
        adjust_above = ${unscaled(input.adjustAbove, 3) ?? before.adjustAbove},
        adjust_percent = ${unscaled(input.adjustPercent, 2) ?? before.adjustPercent}, version = c.version + 1,
        update_by = ${username}, update_time = now()
      where ${tx.rows('chargingSetting').where('c')}
      returning c.charging_from, c.handling_fees,
      c.return_fees, c.destroy_fees, c.lost_goes_back,
      c.adjust_above, c.adjust_percent, c.version`.execute(tx.db)
    const after = toWire(rows[0])
    await tx.audit(
      'charging_setting',
      tenantId,
      'edit',
      { ...toWire(before), version: undefined },
      { ...after, version: undefined },
    )
    return after
  })
}

/** 100 thousandths as `0.100`: what is stored whole, as decimals. */
const scaled = (whole: number, scale: number): string => {
  const digits = String(whole).padStart(scale + 1, '0')
  const behind = digits.slice(-scale).replace(/0$/, '')
  return `${digits.slice(0, -scale)}.${behind}`
}
const unscaled = (text: string | undefined, scale: number): number | null => {
  if (text === undefined) return null
  const [whole = '0', behind = ''] = text.split('.')
  return Number(whole + behind.padEnd(scale, '0'))
}

/** The tenant's row, made where there is none yet, locked. */
async function lockSetting(tx: Tx): Promise<SettingRow> {
  const { username, tenantId } = tx.principal
  await sql`insert into charging_setting (tenant_id, version, create_by)
    values (${tenantId}, 0, ${username}) on conflict do nothing`.execute(tx.db)
  const { rows } = await sql<SettingRow>`select c.charging_from, c.handling_fees,
      c.return_fees, c.destroy_fees, c.lost_goes_back,
      c.adjust_above, c.adjust_percent, c.version
    from charging_setting as c
    where ${tx.rows('chargingSetting').where('c')} for update`.execute(tx.db)
  return rows[0]!
}

function feesOf(field: ChargingFee, wanted: In<typeof charging.saveSetting>['handlingFees']): Fees {
  const issues: RawIssue[] = []
  const fees: Fees = {}
  for (const [at, { currency, amount }] of wanted.entries()) {
    const path = `${field}.${at}`
    const known = isCurrency(currency)
    const wrong = known ? moneyIssue(amount, currency, 'nonNegative') : null
    if (!known) issues.push({ path: `${path}.currency`, code: 'field.currency' })
    else if (wrong)
      issues.push({ path: `${path}.amount`, code: `field.${wrong.code}`, data: wrong.data })
    else if (currency in fees) issues.push({ path: `${path}.currency`, code: 'field.duplicate' })
    else fees[currency] = String(parseMoney(amount, currency, 'nonNegative')!.minor)
  }
  if (issues.length > 0) failFields(issues)
  return fees
}
