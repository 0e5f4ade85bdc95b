import { sql } from 'kysely'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { byParent, type MenuRow } from './menu-rows.ts'
import { lockMenus, broadcastMenuChange } from './save-menu.ts'

/**
 * Takes entries out with all below them, their rules, and every grant of them in every tenant.
 * Entries that came with the product stay: the server asks for their codes; they can be hidden or
 * switched off.
 */
export function deleteMenus(ctx: Ctx, ids: readonly string[]): Promise<null> {
  return inTx(ctx, async (tx) => {
    const rows = await lockMenus(tx)
    const children = byParent(rows)
    const removed = new Map<string, MenuRow>()
    const take = (row: MenuRow) => {
      removed.set(row.id, row)
      for (const child of children.get(row.id) ?? []) take(child)
    }
    for (const id of ids)
      take(rows.find((row) => row.id === id) ?? failMissing('permission.missing'))
    const builtInRow = [...removed.values()].find((row) => row.builtIn)
    if (builtInRow)
      fail('permission.builtIn', {
        name: tx.lang === 'en_US' ? (builtInRow.nameEn ?? builtInRow.name) : builtInRow.name,
      })
    await sql`delete from sys_permission where id = any(${[...removed.keys()]}::bigint[])`.execute(
      tx.db,
    )
    await tx.auditMany(
      'sys_permission',
      'delete',
      [...removed.values()].map((row) => ({ id: row.id, before: row, after: null })),
    )
    await broadcastMenuChange(tx)
    return null
  })
}
