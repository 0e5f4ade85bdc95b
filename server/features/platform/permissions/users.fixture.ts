import { Client, PASSWORD, type RoleCode, type World } from '#test/harness.ts'
import { platformUser } from '#test/platform.ts'

const query = async <R extends object>(
  world: World,
  text: string,
  values: unknown[],
): Promise<R[]> => (await world.db.pool.query<R>(text, values)).rows

/** Signs in again: rights are kept for seconds, a new session has the new ones. */
export async function signIn(world: World, username: string): Promise<Client> {
  const answer = await world.anonymous.post('/sys/login', { username, password: PASSWORD })
  if (!answer.success) throw new Error(answer.message)
  return new Client(world.base, (answer.result as { token: string }).token)
}
export const signInAgain = (world: World, role: RoleCode): Promise<Client> =>
  signIn(world, world.username(role))

/** One more colleague with roles by code, in departments by id; the first is the current one. */
export async function makeUser(
  world: World,
  name: string,
  roles: readonly string[],
  departs: readonly string[] = [],
): Promise<{ id: string; username: string }> {
  const username = `${name}-${world.username('manager')}`
  const [user] = await query<{ id: string }>(
    world,
    `insert into sys_user (tenant_id, username, realname, password_hash)
      select tenant_id, $2, $3, password_hash from sys_user where username = $1 returning id`,
    [world.username('manager'), username, name],
  )
  await query(
    world,
    `insert into sys_user_role (tenant_id, user_id, role_id) select tenant_id, $2, id from sys_role
      where tenant_id = $1 and role_code = any($3)`,
    [world.tenantId, user!.id, roles],
  )
  await query(
    world,
    `insert into sys_user_depart (tenant_id, user_id, depart_id)
      select $1, $2, unnest($3::bigint[])`,
    [world.tenantId, user!.id, departs],
  )
  if (departs[0])
    await query(
      world,
      `update sys_user u set org_code = d.org_code from sys_depart d where u.id = $1 and d.id = $2`,
      [user!.id, departs[0]],
    )
  return { id: user!.id, username }
}

/** The installation's own administrator; the suite's tenants have none. */
export async function platformAdmin(world: World): Promise<Client> {
  const { username } = await platformUser(world, `admin${Math.random().toString(36).slice(2, 7)}`)
  return signIn(world, username)
}

export async function roleId(
  world: World,
  code: string,
  tenantId = world.tenantId,
): Promise<string> {
  return (
    await query<{ id: string }>(
      world,
      'select id from sys_role where tenant_id = $1 and role_code = $2',
      [tenantId, code],
    )
  )[0]!.id
}
export async function userId(world: World, role: RoleCode): Promise<string> {
  return (
    await query<{ id: string }>(world, 'select id from sys_user where username = $1', [
      world.username(role),
    ])
  )[0]!.id
}
/** An entry by its key, or a button by its code. */
export async function entryId(world: World, keyOrCode: string): Promise<string> {
  const found = await query<{ id: string }>(
    world,
    'select id from sys_permission where key = $1 or perms = $1',
    [keyOrCode],
  )
  if (!found[0]) throw new Error(`no entry ${keyOrCode}`)
  return found[0].id
}
/** A role of its own with some entries, so that suites do not change one another's. */
export async function makeRole(
  world: World,
  code: string,
  entries: readonly string[],
  dataScope = 'tenant',
): Promise<string> {
  const [role] = await query<{ id: string }>(
    world,
    `insert into sys_role (tenant_id, role_code, role_name, data_scope) values ($1, $2, $2, $3)
      returning id`,
    [world.tenantId, code, dataScope],
  )
  await query(
    world,
    `insert into sys_role_permission (tenant_id, role_id, permission_id) select $1, $2, id
      from sys_permission where key = any($3) or perms = any($3)`,
    [world.tenantId, role!.id, entries],
  )
  return role!.id
}
/**
 * Waits until an answer is as hoped for; what depends on rights has them within five seconds
 * (security.md, R13).
 */
export async function within5s(check: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + 5_000
  for (;;) {
    const requested = performance.now()
    if (await check()) return requested <= end
    if (requested > end) return false
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
