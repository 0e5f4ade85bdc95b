import { shortPattern } from '#server/kit/patterns/pattern-cost.ts'
import { sql } from 'kysely'
import type { postalRules } from '#contracts/commercial/postal-rules.ts'
import { countryList, countries } from '#contracts/platform/lists/countries.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { AuditedRow, Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failFields, failMissing } from '#server/kit/http/errors.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { rowById, type WireRow } from '#server/kit/resource/resource-rows.ts'
import { inTx } from '#server/kit/db/tx.ts'

/** A country as the packages know it. */
interface PackageCountry {
  iso2: string
  iso3: string | null
  isoNum: string | null
  name: string
  nameEn: string
  phoneCode: string | null
  currency: string | null
  eu: boolean
}

const rowOf = async (ctx: Ctx, id: string, lock = false): Promise<WireRow> =>
  (await rowById(ctx, countryList, id, lock))?.wire ?? failMissing()

function editCountry(
  ctx: Ctx,
  { id, version, ...draft }: In<typeof countries.edit>,
): Promise<null> {
  return inTx(ctx, async (tx) => {
    const before = await rowOf(tx, id, true)
    if (before.version !== version) failConflict('row.stale', before)
    await sql`update country
      set name = ${draft.name}, name_en = ${draft.nameEn}, phone_code = ${draft.phoneCode || null},
        currency = ${draft.currency || null}, eu = ${draft.eu}, embargo = ${draft.embargo},
        enabled = ${draft.enabled},
      remark = ${draft.remark || null}, version = version + 1, update_by = ${tx.principal.username},
      update_time = now() where id = ${id}`.execute(tx.db)
    await tx.audit('country', id, 'edit', before, await rowOf(tx, id))
    // What can be chosen anywhere follows: one that is switched off is offered no more.
    await sql`update sys_dict_item i set status = case when k.enabled then 1 else 0 end
      from country k, sys_dict d
      where k.id = ${id} and d.tenant_id = 0 and d.dict_code = 'country'
        and i.tenant_id = d.tenant_id and i.dict_id = d.id and i.item_value = k.iso2`.execute(tx.db)
    await broadcast(tx, { kind: 'dict', tenantId: '0', userIds: null })
    return null
  })
}

/** Adds what is new and corrects codes and names; what people set (flags, remark, off) stays. */
async function takePackage(
  tx: Tx,
  list: readonly PackageCountry[],
): Promise<{ added: number; changed: number }> {
  const rows = JSON.stringify(list)
  const done = await sql<{
    fresh: boolean
    id: string
  }>`insert into country as c (iso2, iso3, iso_num, name, name_en, phone_code, currency, eu,
      create_by)
    select r.iso2, r.iso3, r."isoNum", r.name, r."nameEn", r."phoneCode", r.currency, r.eu,
      ${tx.principal.username} from jsonb_to_recordset(${rows}::jsonb) as r(iso2 text, iso3 text,
        "isoNum" text, name text, "nameEn" text, "phoneCode" text, currency text, eu boolean)
    on conflict (iso2) do update set iso3 = excluded.iso3, iso_num = excluded.iso_num,
      name = excluded.name, name_en = excluded.name_en, phone_code = excluded.phone_code,
      currency = coalesce(excluded.currency, c.currency), eu = excluded.eu,
        version = c.version + 1, update_by = ${tx.principal.username}, update_time = now()
      where (c.iso3, c.iso_num, c.name, c.name_en, c.phone_code,
        c.eu) is distinct from (excluded.iso3, excluded.iso_num, excluded.name, excluded.name_en,
        excluded.phone_code, excluded.eu)
        or (excluded.currency is not null and c.currency is distinct from excluded.currency)
    returning xmax = 0 as fresh, id`.execute(tx.db)
  const logged = { add: [] as AuditedRow[], edit: [] as AuditedRow[] }
  for (const { id, fresh } of done.rows)
    logged[fresh ? 'add' : 'edit'].push({
      id,
      before: fresh ? null : {},
      after: await rowOf(tx, id),
    })
  await tx.auditMany('country', 'add', logged.add)
  await tx.auditMany('country', 'edit', logged.edit)
  const added = logged.add.length
  return { added, changed: done.rows.length - added }
}

/**
 * A tenant's rule for postal codes, tried as orders are: upper case, with and without its blanks.
 */
async function testPostcode(
  ctx: Ctx,
  { iso2, postcode }: In<typeof countries.testPostcode>,
): Promise<Out<typeof countries.testPostcode>> {
  const found = await sql<{
    pattern: string
    sample: string | null
    remark: string | null
  }>`select p.pattern, p.sample, p.remark
    from ${ctx.rows('postalRule').as('p')} where p.country = ${iso2}`.execute(ctx.db)
  const rule = found.rows[0]
  if (!rule) return { valid: true, by: 'none', pattern: null, sample: null, remark: null }
  const typed = postcode.toUpperCase()
  return {
    valid: [typed, typed.replaceAll(/[\s-]/g, '')].some((code) => fits(rule.pattern, code)),
    by: 'own',
    ...rule,
  }
}

const fits = (pattern: string, code: string): boolean =>
  shortPattern(pattern)?.matches(code) ?? false

/** The tenant's rules for postal codes, or one country's: null where a country has none. */
export async function postalRulesOf(
  ctx: Ctx,
  only: string | null = null,
): Promise<(country: string, code: string) => boolean | null> {
  const rules = await sql<{ country: string; pattern: string }>`select p.country, p.pattern
    from ${ctx.rows('postalRule').as('p')}
    where ${only}::text is null or p.country = ${only}`.execute(ctx.db)
  const patterns = new Map(rules.rows.map((rule) => [rule.country, rule.pattern]))
  return (country, postcode) => {
    const pattern = patterns.get(country)
    if (pattern === undefined) return null
    const typed = postcode.trim().toUpperCase()
    return [typed, typed.replaceAll(/[\s-]/g, '')].some((code) => fits(pattern, code))
  }
}

/** Rules of postal codes run with every order: what costs too much is never stored. */
export const postalRuleHooks: Hooks<typeof postalRules> = {
  beforeSave: (_tx, draft) => {
    if (typeof draft.pattern === 'string' && shortPattern(draft.pattern) === null)
      failFields([{ path: 'pattern', code: 'postalRule.pattern' }])
    return Promise.resolve()
  },
}

/**
 * Countries in addition to the words of their dictionary; `known` is the data of the packages, handed in by
 * the app.
 */
export function countryFeature(known: () => readonly PackageCountry[]): BoundEndpoint[] {
  return bindEndpoints(countries, {
    edit: editCountry,
    testPostcode,
    fromPackage: (ctx) => inTx(ctx, (tx) => takePackage(tx, known())),
  })
}
