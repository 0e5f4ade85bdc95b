import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { keepLoaded } from '#server/kit/db/keep-loaded.ts'
import { perApp } from '#server/kit/runtime/deps.ts'
import { buildHsIndex, type HsIndex, type HsRow } from './hs-index.ts'

const indexes = perApp(() => keepLoaded<HsIndex>({ name: 'hsCodes', max: 1 }))

/** The Harmonized System ready to be searched; it changes with a new version of the product only. */
export function hsIndex(ctx: Ctx): Promise<HsIndex> {
  return indexes.of(ctx.deps).get('', async () => {
    const found = await sql<HsRow>`select h.code, h.level, h.parent, h.description, h.name_cn,
        h.words
      from ${ctx.rows('hsCode').as('h')} order by h.code`.execute(ctx.db)
    return buildHsIndex(found.rows)
  })
}
