import countries from 'i18n-iso-countries/index.js'
import { sql } from 'kysely'
import type { channels } from '#contracts/commercial/channels.ts'
import { labelSources } from '#server/features/orders/label-sources/index.ts'
import { fail, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

const COUNTRIES: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()))
const listed = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .toUpperCase()
      .split(/[\s,;，；、]+/)
      .filter(Boolean),
  ),
]

/** Its source is one there is, its countries are countries; one that services use stays. */
export const channelHooks: Hooks<typeof channels> = {
  beforeSave: (tx, draft, before) => {
    const issues: RawIssue[] = []
    const { own, called } = labelSources.of(tx.deps)
    const { adapter } = draft
    // One that is no longer part of the product may stay where it is.
    if (adapter && adapter !== before?.adapter)
      if (![own, ...called].some(({ code }) => code === adapter))
        issues.push({ path: 'adapter', code: 'field.dict' })
    if (draft.countries !== undefined) {
      const codes = listed(draft.countries)
      for (const value of codes)
        if (!COUNTRIES.has(value))
          issues.push({ path: 'countries', code: 'country.unknown', data: { value } })
      draft.countries = codes.join(', ') || null
    }
    if (issues.length > 0) failFields(issues)
    return Promise.resolve()
  },
  beforeDelete: async (tx, row) => {
    const found = await sql<{ code: string }>`select s.code
      from ${tx.rows('deliveryService').as('s')}
      where s.channel_id = ${row.id} order by s.code limit 10`.execute(tx.db)
    if (found.rows.length > 0)
      fail('channel.inUse', {
        label: row.name,
        names: found.rows.map(({ code }) => code).join(', '),
      })
  },
}
