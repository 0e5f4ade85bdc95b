import { sql } from 'kysely'
import { offerFileOwner } from '#server/kit/files/file-owners.ts'
import { change } from '#server/kit/db/change.ts'

/** Pictures of people: shown to who knows the address, changed with the person. */
offerFileOwner({
  kind: 'user',
  kinds: {},
  isOpen: true,
  readable: async (ctx, ids) => {
    const { rows } = await sql<{ id: string; realname: string }>`select u.id, u.realname
        from ${ctx.rows('sysUser').as('u')}
        where u.id = any(${ids}::bigint[])`.execute(ctx.db)
    return new Map(rows.map(({ id, realname }) => [id, realname]))
  },
  mayChange: async (ctx, id) => id === ctx.principal.userId || ctx.can('sys:user:edit'),
  // Guests and those who run the platform are at home elsewhere.
  existing: async (ctx, ids) => {
    const { rows } = await sql<{ id: string }>`select u.id from sys_user u
        where u.id = any(${ids}::bigint[]) and u.avatar is not null`.execute(ctx.db)
    return new Set(rows.map(({ id }) => id))
  },
  removed: async (tx, id) => {
    await change(tx, 'sysUser', { id }, { avatar: null }, { unlogged: 'all' })
  },
})
