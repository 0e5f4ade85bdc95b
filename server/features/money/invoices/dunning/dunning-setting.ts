import { sql } from 'kysely'
import { formatMoney } from '#contracts/kit/money.ts'
import type { DunningSetting } from '#contracts/money/dunning/dunning.parts.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { dunning } from '#contracts/money/dunning/dunning.ts'
import { moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failConflict, failFields } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'

type ByCurrency = Readonly<Record<string, string>>

/** How a tenant duns, amounts in minor units. */
export interface Terms {
  mode: DunningSetting['mode']
  steps: readonly { days: number; fees: ByCurrency }[]
  minimums: ByCurrency
  /** Hundredths of a percent a year. */
  interestRate: number | null
  payDays: number
  freeze: boolean
  version: number
}

const INITIAL: Terms = {
  mode: 'off',
  steps: [7, 21, 35].map((days) => ({ days, fees: {} })),
  minimums: {},
  interestRate: null,
  payDays: 7,
  freeze: false,
  version: 0,
}

export async function termsOf(ctx: Ctx): Promise<Terms> {
  const found = await sql<Terms>`select s.mode, s.steps, s.minimums, s.interest_rate, s.pay_days,
      s.freezes as freeze, s.version
    from ${ctx.rows('dunningSetting').as('s')}`.execute(ctx.db)
  return found.rows[0] ?? INITIAL
}

export async function readDunningSetting(ctx: Ctx): Promise<DunningSetting> {
  const { steps, minimums, interestRate, ...terms } = await termsOf(ctx)
  return {
    ...terms,
    steps: steps.map(({ days, fees }) => ({ days, fees: wired(fees) })),
    minimums: wired(minimums),
    interestRate: interestRate === null ? null : percentText(interestRate),
  }
}

const wired = (of: ByCurrency) =>
  Object.entries(of).map(([currency, minor]) => ({
    currency,
    amount: formatMoney({ minor: BigInt(minor), currency }),
  }))

const percentText = (rate: number): string =>
  `${Math.trunc(rate / 100)}.${String(rate % 100).padStart(2, '0')}`

function hundredths(text: string): number {
  const [whole = '0', part = ''] = text.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** One amount per currency; an amount of nothing is left out. */
function minors(path: string, given: readonly { currency: string; amount: string }[]): ByCurrency {
  const found: Record<string, string> = {}
  for (const [at, { currency, amount }] of given.entries()) {
    const money = parseMoney(amount, currency, 'nonNegative')
    if (!money) {
      const issue = moneyIssue(amount, currency, 'nonNegative')!
      const field = issue.code === 'currency' ? 'currency' : 'amount'
      const code = asErrorCode(`field.${issue.code}`)
      failFields([{ path: `${path}.${at}.${field}`, code, data: { ...issue.data } }])
    }
    if (found[currency] !== undefined)
      failFields([{ path: `${path}.${at}.currency`, code: 'dunning.currencyTwice' }])
    if (money.minor > 0n) found[currency] = money.minor.toString()
  }
  return found
}

export function saveDunningSetting(
  ctx: Ctx,
  { mode, steps, minimums, interestRate, payDays, freeze, version }: In<typeof dunning.saveSetting>,
): Promise<DunningSetting> {
  for (const [at, { days }] of steps.entries())
    if (at > 0 && days <= steps[at - 1]!.days)
      failFields([{ path: `steps.${at}.days`, code: 'dunning.daysOrder' }])
  const stored = steps.map(({ days, fees }, at) => ({
    days,
    fees: minors(`steps.${at}.fees`, fees),
  }))
  const least = minors('minimums', minimums)
  const rate = interestRate === null ? 0 : hundredths(interestRate)
  return inTx(ctx, async (tx) => {
    const { tenantId, username } = tx.principal
    await sql`insert into dunning_setting (tenant_id, steps, version, create_by)
      values (${tenantId}, ${JSON.stringify(INITIAL.steps)}::jsonb, 0, ${username})
      on conflict do nothing`.execute(tx.db)
    await sql`select 1 from dunning_setting as s
      where ${tx.rows('dunningSetting').where('s')} for update`.execute(tx.db)
    const before = await termsOf(tx)
    if (before.version !== version) failConflict('row.stale')
    await sql`update dunning_setting as s set mode = ${mode},
        steps = ${JSON.stringify(stored)}::jsonb, minimums = ${JSON.stringify(least)}::jsonb,
        interest_rate = ${rate > 0 ? rate : null}::int, pay_days = ${payDays},
        freezes = ${freeze}, version = s.version + 1, update_by = ${username}, update_time = now()
      where ${tx.rows('dunningSetting').where('s')}`.execute(tx.db)
    await tx.audit('dunning_setting', tenantId, 'edit', before, await termsOf(tx))
    return readDunningSetting(tx)
  })
}
