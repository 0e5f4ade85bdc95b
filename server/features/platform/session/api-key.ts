import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '#server/kit/access/executor.ts'
import type { Principal } from '#server/kit/access/principal.ts'
import { principalOf } from './principals.ts'

/** `py_` and 51 signs: eight that are shown, 43 that are 256 bits. */
const SHAPE = /^py_[\w-]{51}$/
export const KEY_PREFIX = 11

export function newApiKey(): { key: string; hash: Buffer; prefix: string; lastFour: string } {
  const key = `py_${randomBytes(6).toString('base64url')}${randomBytes(32).toString('base64url')}`
  return { key, hash: keyHash(key), prefix: key.slice(0, KEY_PREFIX), lastFour: key.slice(-4) }
}

/**
 * Who acts behind a key of a program: its owner in the key's tenant, with those of the owner's
 * present rights that the key was given. Null for a key that is unknown, revoked, past its day or
 * used from another address, and for an owner who may not come in any more.
 * @throws Refusal access.denied where the owner has left the tenant or it is closed
 */
export async function resolveApiKey(
  db: Executor,
  key: string,
  ip: string,
): Promise<Principal | null> {
  if (!SHAPE.test(key)) return null
  const hash = keyHash(key)
  // A socket that speaks both families writes IPv4 addresses as mapped ones.
  const from = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  const found = await principalOf(
    db,
    sql`select k.user_id, null::text as org_code, false as expired, k.tenant_id,
        k.scopes as key_scopes, false as unseen, k.id::text as key_id
    from api_key k
    where k.key_hash = ${hash} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())
      and (k.ip_list = '{}'
        or exists (select 1 from unnest(k.ip_list) n where ${from}::inet <<= n))`,
  )
  if (!found || !('principal' in found)) return null
  await sql`update api_key
    set last_used_at = now(),
      last_ip = ${from} where key_hash = ${hash} and (last_used_at is null
        or last_used_at < now() - interval '1 minute' or last_ip <> ${from})`.execute(db)
  return found.principal
}

function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
