import type { DraftOf, RowOf } from '#contracts/kit/entity.ts'
import { zoneOf } from '#contracts/parties/country-zones.ts'
import type { depots } from '#contracts/parties/depots.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { rowAfter } from '#server/kit/resource/hooks.ts'

/** A depot without a time zone has its country's, where that has one alone. */
export function fillZone(draft: DraftOf<typeof depots>, before: RowOf<typeof depots> | null): void {
  const { timeZone, country } = rowAfter(draft, before)
  if (!timeZone)
    draft.timeZone = zoneOf(country) ?? failFields([{ path: 'timeZone', code: 'field.required' }])
}
