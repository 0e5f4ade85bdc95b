import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { asSystem } from '#server/kit/access/ctx.ts'
import { cachedByConfigVersion, configVersion } from '#server/kit/db/config-version.ts'
import type { CustomsRules, Embargo } from './customs-input.ts'
import { hsIndex } from './load-hs.ts'
import { businessDay } from '#server/kit/db/business-day.ts'

interface Rate {
  currency: string
  baseCurrency: string
  rate: string
  validFrom: string
}
interface Country {
  iso2: string
  eu: boolean
  embargo: boolean
  name: string
  nameEn: string
}
type TenantLists = Pick<CustomsRules, 'vagueWords' | 'embargoes' | 'rates'>

/** A tenant's lists: customers are checked by them, but do not browse them. */
const listsOf = cachedByConfigVersion<TenantLists>(async (system) => {
  const words = await sql<{
    word: string
  }>`select v.word from ${system.rows('vagueWord').as('v')} where v.enabled order by v.word`.execute(
    system.db,
  )
  const embargoes = await sql<Embargo>`select e.country, e.hs_prefix, e.word, e.severity, e.reason,
      e.reason_en, e.valid_from::text, e.valid_to::text
    from ${system.rows('embargo').as('e')} where e.enabled order by e.id`.execute(system.db)
  return {
    vagueWords: words.rows.map(({ word }) => word),
    embargoes: embargoes.rows,
    rates: await ratesOf(system),
  }
})

async function ratesOf(ctx: Ctx): Promise<Rate[]> {
  const found = await sql<Rate>`select r.currency, r.base_currency, r.rate::text,
      r.valid_from::text
    from ${ctx.rows('exchangeRate').as('r')} order by r.valid_from`.execute(ctx.db)
  return found.rows
}

/** Everything orders of the caller's tenant are checked by, as of today (UTC). */
export async function customsRules(ctx: Ctx): Promise<CustomsRules> {
  const lists = await listsOf(ctx, '', await configVersion(ctx))
  const countries = await sql<Country>`select k.iso2, k.eu, k.embargo, k.name, k.name_en
    from ${asSystem(ctx, ctx.principal.tenantId).rows('country').as('k')}`.execute(ctx.db)
  const hs = await hsIndex(ctx)
  return {
    ...lists,
    today: await businessDay(ctx),
    countries: new Map(countries.rows.map(({ iso2, ...country }) => [iso2, country])),
    knowsHs: (six) => hs.row(six) !== undefined,
  }
}
