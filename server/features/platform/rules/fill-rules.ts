import { businessClock } from '#server/kit/db/business-day.ts'
import { errorCodeOf } from '#server/kit/http/texts.ts'
import type { ErrorCode } from '#server/kit/http/errors.ts'
import { sql } from 'kysely'
import { nextCode } from '#contracts/platform/departments/departments.codes.ts'
import {
  serialParams,
  type fillRules,
  type fillRuleList,
  type SerialParams,
} from '#contracts/platform/rules/fill-rules.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failDenied, failFields } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import { requireCode } from './check-rules.ts'
import { periodOf, serialText, distinguishes } from './serial.ts'

type Form = Record<string, unknown>
interface Rule {
  id: string
  ruleClass: string
  ruleParams: string | null
}
type Generator = (ctx: Ctx, rule: Rule, form: Form) => Promise<string>

/** What a rule's class can name. A name that is not here does nothing, whatever it looks like. */
const GENERATORS: Readonly<Record<string, Generator>> = {
  serial: async (ctx, rule) => {
    // A customer's user who takes numbers for nothing leaves holes in the company's own.
    if (ctx.principal.customerId !== null) failDenied()
    const params = readParams(rule.ruleParams)
    const moment = await businessClock(ctx)
    return serialText(params, await take(ctx, rule.id, periodOf(params.reset, moment)), moment)
  },
  depart_code: async (ctx, _rule, form) => {
    // How a company is built inside is its own people's business.
    if (ctx.principal.customerId !== null) failDenied()
    const parent = idOf(form.parentId)
    const above =
      parent === null
        ? ''
        : ((
            await sql<{
              code: string
            }>`select d.org_code as code
              from ${ctx.rows('sysDepart').as('d')} where d.id = ${parent}`.execute(ctx.db)
          ).rows[0]?.code ?? fail('fillRule.parent'))
    const taken = await sql<{
      code: string
    }>`select d.org_code as code
      from ${ctx.rows('sysDepart').as('d')} where starts_with(d.org_code, ${above})`.execute(ctx.db)
    return (
      nextCode(
        above,
        taken.rows.map(({ code }) => code),
      ) ?? fail('fillRule.full')
    )
  },
  category_code: async (ctx, _rule, form) => {
    const parent = idOf(form.pid)
    const above =
      parent === null
        ? ''
        : ((
            await sql<{
              code: string
            }>`select c.code
              from ${ctx.rows('sysCategory').as('c')} where c.id = ${parent}`.execute(ctx.db)
          ).rows[0]?.code ?? fail('fillRule.parent'))
    const taken = await sql<{
      code: string
    }>`select c.code
      from ${ctx.rows('sysCategory').as('c')} where starts_with(c.code, ${above})`.execute(ctx.db)
    return (
      nextCode(
        above,
        taken.rows.map(({ code }) => code),
      ) ?? fail('fillRule.full')
    )
  },
}

function idOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '' || value === '0' || value === 0)
    return null
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : fail('fillRule.parent')
}

/** One step of a counter. It is never taken back: a number may be lost, none is given twice. */
async function take(ctx: Ctx, ruleId: string, period: string): Promise<bigint> {
  const done = await sql<{
    taken: string
  }>`insert into fill_counter (tenant_id, rule_id, period, taken)
    values (${ctx.principal.tenantId}, ${ruleId}, ${period}, 1)
    on conflict (tenant_id, rule_id, period) do update set taken = fill_counter.taken + 1
    returning taken`.execute(ctx.db)
  return BigInt(done.rows[0]!.taken)
}

/** Parameters of a serial number. @throws Refusal on `ruleParams` */
export function readParams(json: string | null): SerialParams {
  const refuse = (code: ErrorCode): never => failFields([{ path: 'ruleParams', code }])
  let found: unknown
  try {
    found = json === null || json.trim() === '' ? {} : JSON.parse(json)
  } catch {
    return refuse('fillRule.params')
  }
  const parsed = serialParams.safeParse(found)
  if (!parsed.success)
    return refuse(errorCodeOf(parsed.error.issues[0]?.message) ?? 'fillRule.params')
  return distinguishes(parsed.data) ? parsed.data : refuse('fillRule.twice')
}

async function execute(ctx: Ctx, ruleCode: string, form: Form): Promise<string> {
  const found = await sql<Rule>`select r.id, r.rule_class, r.rule_params
      from ${ctx.rows('sysFillRule').as('r')} where r.rule_code = ${ruleCode}`.execute(ctx.db)
  const rule = found.rows[0] ?? fail('fillRule.missing')
  const generator = Object.hasOwn(GENERATORS, rule.ruleClass)
    ? GENERATORS[rule.ruleClass]!
    : fail('fillRule.missing')
  return generator(ctx, rule, form)
}

export const testFillRule = (ctx: Ctx, { ruleCode }: { ruleCode: string }): Promise<string> =>
  execute(ctx, ruleCode, {})
export const executeRuleByCode = (
  ctx: Ctx,
  { code, ...form }: In<typeof fillRules.executeRuleByCode>,
): Promise<string> => execute(ctx, code, form)

export async function executeRuleByCodeBatch(
  ctx: Ctx,
  { commonFormData, rules }: In<typeof fillRules.executeRuleByCodeBatch>,
): Promise<{ ruleCode: string; result: string }[]> {
  const results: { ruleCode: string; result: string }[] = []
  for (const { ruleCode, formData } of rules)
    results.push({
      ruleCode,
      result: await execute(ctx, ruleCode, { ...commonFormData, ...formData }),
    })
  return results
}

export const fillRuleHooks: Hooks<typeof fillRuleList> = {
  beforeSave: (_tx, draft, before) => {
    requireCode(draft.ruleCode)
    const name = draft.ruleClass ?? before?.ruleClass
    if (!name || !Object.hasOwn(GENERATORS, name))
      failFields([{ path: 'ruleClass', code: 'field.dict' }])
    const { ruleParams = null } = rowAfter(draft, before)
    if (name === 'serial') readParams(ruleParams)
    else if (ruleParams !== null && ruleParams.trim() !== '')
      failFields([{ path: 'ruleParams', code: 'fillRule.noParams' }])
    return Promise.resolve()
  },
}
