import { sql } from 'kysely'
import { sortCodesOf, type depotGates } from '#contracts/parties/depot-gates.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { failFields } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'
import { nextVersion } from './lock-depot.ts'

/**
 * Gates of a sheet: a sort code leads to one gate of a depot in each direction. A new gate makes its
 * depot another version, which an editor of all its gates sees.
 */
export const depotGateHooks: Hooks<typeof depotGates> = {
  beforeSave: async (tx, draft) => {
    if (draft.sortCodes !== undefined) draft.sortCodes = sortCodesOf(draft.sortCodes).join(', ')
    const { depotId, direction, sortCodes, enabled } = draft
    if (!depotId) return
    await nextVersion(tx, depotId)
    if (enabled === false) return
    const taken = await takenCodes(tx, depotId, direction ?? '1')
    const clash = sortCodesOf(sortCodes).find((code) => taken.has(code))
    if (clash !== undefined)
      failFields([
        {
          path: 'sortCodes',
          code: 'depotGate.codeTaken',
          data: { value: clash, gate: taken.get(clash) },
        },
      ])
  },
}

async function takenCodes(
  tx: Tx,
  depotId: string,
  direction: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ code: string; sortCodes: string }>`select g.code, g.sort_codes
    from ${tx.rows('depotGate').as('g')}
    where g.depot_id = ${depotId} and g.direction = ${direction} and g.enabled
      and g.sort_codes is not null`.execute(tx.db)
  return new Map(
    found.rows.flatMap((row) => sortCodesOf(row.sortCodes).map((code) => [code, row.code])),
  )
}
