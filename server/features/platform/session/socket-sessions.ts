import { sql } from 'kysely'
import type { Database } from '#server/kit/db/database.ts'
import type { SocketSession } from '#server/kit/realtime/sockets.ts'
import { tenantIsOpen } from './accounts.ts'
import { cookieNamed, SOCKET_COOKIE, tokenHash } from './tokens.ts'

/**
 * Whose a socket is, by the cookie the sign-in left in the browser; and which of the known ones
 * still belong to a user.
 */
export function socketSessions(db: Database) {
  const read = async (hashes: readonly Buffer[]): Promise<SocketSession[]> => {
    const found = await sql<SocketSession>`select encode(s.cookie_hash, 'hex') as key, s.user_id,
        array(select t.id from tenant t
          where (t.id = u.tenant_id
            or t.id in (select m.tenant_id from sys_user_tenant m where m.user_id = u.id))
            and ${tenantIsOpen}) as tenant_ids
      from sys_session s join sys_user u on u.id = s.user_id
      where s.cookie_hash = any(${hashes}::bytea[]) and s.expires_at > now() and u.status = 1
        and u.del_flag = 0`.execute(db.kysely)
    // A company that is closed is heard of no more; whose companies are all closed has nothing to
    // hear.
    return found.rows.filter(({ tenantIds }) => tenantIds.length > 0)
  }
  return {
    /** The session the cookie names; where it acts as `userId` now, that session. */
    async byCookie(header: string | undefined, userId: string): Promise<SocketSession | null> {
      const cookie = cookieNamed(SOCKET_COOKIE, header)
      if (cookie === null) return null
      const own = (await read([tokenHash(cookie)]))[0] ?? null
      if (!own || own.userId === userId) return own
      const acted = await sql<{
        hash: Buffer
      }>`select a.cookie_hash as hash
        from sys_session a join sys_session s on s.id = a.actor_session
        where s.cookie_hash = ${tokenHash(cookie)} and a.user_id = ${userId} and a.expires_at > now()`.execute(
        db.kysely,
      )
      const hash = acted.rows[0]?.hash
      return hash ? ((await read([hash]))[0] ?? own) : own
    },
    /** Those of `keys` whose session lives and whose person may still sign in. */
    alive: (keys: readonly string[]): Promise<SocketSession[]> =>
      read(keys.map((key) => Buffer.from(key, 'hex'))),
  }
}
