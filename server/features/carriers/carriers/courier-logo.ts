import { sql } from 'kysely'
import { LOGO_BYTES } from '#contracts/carriers/couriers.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { PICTURES } from '#server/kit/files/file-types.ts'
import { claimUpload, removeAt } from '#server/kit/files/uploads.ts'
import { failFields } from '#server/kit/http/errors.ts'

/** Logos of couriers: shown to visitors of the tracking pages, changed with the courier. */
offerFileOwner({
  kind: 'courier',
  kinds: {},
  isOpen: true,
  readable: async (ctx, ids) => {
    const { rows } = await sql<{ id: string; name: string }>`select c.id, c.name
      from ${ctx.rows('courier').as('c')} where c.id = any(${ids}::bigint[])`.execute(ctx.db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
  mayChange: (ctx) => Promise.resolve(ctx.can('trk:courier:edit')),
  existing: async (ctx, ids) => {
    const { rows } = await sql<{ id: string }>`select c.id from ${ctx.rows('courier').as('c')}
      where c.id = any(${ids}::bigint[]) and c.logo is not null`.execute(ctx.db)
    return new Set(rows.map(({ id }) => id))
  },
  removed: async (tx, id) => {
    await change(tx, 'courier', { id }, { logo: null })
  },
})

/**
 * A courier names another logo: a small picture its editor uploaded before, or none. What it named
 * before is removed.
 */
export async function nameLogo(
  tx: Tx,
  id: string,
  logo: string | null,
  had: string | null,
): Promise<void> {
  if (logo === had) return
  const claim = { ownerKind: 'courier', ownerId: id, kind: 'picture' } as const
  if (
    logo !== null &&
    !(await claimUpload(tx, logo, { ...claim, types: PICTURES, bytes: LOGO_BYTES }))
  )
    failFields([{ path: 'logo', code: 'courier.logo', data: { kB: LOGO_BYTES / 1000 } }])
  await removeAt(tx, had)
}
