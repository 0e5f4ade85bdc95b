import { randomBytes } from 'node:crypto'
import type { UserRow } from '#contracts/platform/people/users.calls.ts'
import { hashPassword } from '#server/features/platform/session/index.ts'
import { Client, PASSWORD, type World } from '#test/harness.ts'
import { platformUser } from '#test/platform.ts'

/** Signs in a user whom the harness does not know; a one-time password becomes `PASSWORD`. */
export async function signIn(world: World, username: string, password = PASSWORD): Promise<Client> {
  const enter = (more: object) =>
    world.anonymous.post('/sys/login', { username, password, ...more })
  const first = await enter({})
  const answer =
    first.error === 'session.passwordOnce' ? await enter({ newpassword: PASSWORD }) : first
  if (!answer.success) throw new Error(`${username}: ${answer.message}`)
  return new Client(world.base, (answer.result as { token: string }).token)
}

/**
 * Whose password the harness's own users have: made without the product's calls, with exactly these roles.
 */
export async function createUser(
  world: World,
  roleIds: readonly string[],
  more: { customerId?: string; parentUserId?: string } = {},
): Promise<{ id: string; username: string; client: () => Promise<Client> }> {
  const username = `p-${randomBytes(5).toString('hex')}`
  const made = await world.db.pool.query<{ id: string }>(
    `insert into sys_user (tenant_id, username, realname, password_hash, customer_id,
        parent_user_id) values ($1, $2, $2, $3, $4, $5) returning id`,
    [
      world.tenantId,
      username,
      await hashPassword(PASSWORD),
      more.customerId ?? null,
      more.parentUserId ?? null,
    ],
  )
  const { id } = made.rows[0]!
  await world.db.pool.query(
    'insert into sys_user_role (tenant_id, user_id, role_id) select $1, $2, unnest($3::bigint[])',
    [world.tenantId, id, roleIds],
  )
  return { id, username, client: () => signIn(world, username) }
}

export async function roleId(world: World, code: string): Promise<string> {
  return (
    await world.db.pool.query<{ id: string }>(
      'select id from sys_role where tenant_id = $1 and role_code = $2',
      [world.tenantId, code],
    )
  ).rows[0]!.id
}

/** A role made without the product's calls: of this reach, with these codes. */
export async function createRole(
  world: World,
  dataScope: string,
  codes: readonly string[],
): Promise<string> {
  const code = `r-${randomBytes(5).toString('hex')}`
  const made = await world.db.pool.query<{ id: string }>(
    'insert into sys_role (tenant_id, role_code, role_name, data_scope) values ($1, $2, $2, $3) returning id',
    [world.tenantId, code, dataScope],
  )
  const { id } = made.rows[0]!
  await world.db.pool.query(
    `insert into sys_role_permission (tenant_id, role_id, permission_id) select $1, $2, p.id
      from sys_permission p where p.perms = any($3) on conflict do nothing`,
    [world.tenantId, id, codes],
  )
  return id
}

/** One more administrator of the platform, at work in the suite's tenant. */
export async function platformAdmin(world: World): Promise<Client> {
  const { username } = await platformUser(world, `p-${randomBytes(5).toString('hex')}`)
  return signIn(world, username)
}

export const userOf = async (client: Client, id: string): Promise<UserRow> =>
  (await client.get('/sys/user/queryById', { id })).result as UserRow
