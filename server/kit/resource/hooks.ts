import type { RawBuilder, SqlBool } from 'kysely'
import type { Fields } from '#contracts/kit/field.ts'
import type { ListQuery } from '#contracts/kit/page.ts'
import type { DraftOf, RowOf } from '#contracts/kit/entity.ts'
import type { Ctx, Tx } from '../access/ctx.ts'

/**
 * What an entity adds to the kit's verbs: these four hooks and no more. A fifth means the entity is
 * not plain, and the verb is written by hand. All but `listQuery` run inside the verb's
 * transaction, with the row locked.
 */
export interface Hooks<R extends { fields: Fields } = { fields: Fields }> {
  /** Checks and completes a draft before it is stored; wire values by field name. */
  beforeSave?(tx: Tx, draft: DraftOf<R>, before: RowOf<R> | null): Promise<void>
  afterSave?(tx: Tx, row: RowOf<R>, before: RowOf<R> | null): Promise<void>
  /** Per row, also of a bulk call: refuses with a code, or takes along what belongs to the row. */
  beforeDelete?(tx: Tx, row: RowOf<R>): Promise<void>
  /**
   * Conditions on `t` in addition to the filters of a list or an export; what the list never holds is not
   * answered by its id either.
   */
  listQuery?: (ctx: Ctx, query: ListQuery, verb: 'list' | 'export') => RawBuilder<SqlBool>[]
}

/** The row as it would be once the draft is saved: what was sent, else what is there. */
export function rowAfter<R extends { fields: Fields }>(
  draft: DraftOf<R>,
  before: RowOf<R> | null,
): DraftOf<R> {
  return { ...before, ...draft }
}
