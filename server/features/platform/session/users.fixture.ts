import { randomInt } from 'node:crypto'
import type { Lang } from '#contracts/kit/envelope.ts'
import { hashPassword } from './index.ts'
import { Client, type Answer, type World } from '../../../../test/harness.ts'

/**
 * Suites run side by side from one address: what one of them fails must not hold back the others.
 */
export const BEHIND_PROXY = { trustProxy: '127.0.0.1' } as const
/** A user at an address of their own. */
export class Caller extends Client {
  readonly #from = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  override raw(
    method: string,
    path: string,
    options: Parameters<Client['raw']>[2] = {},
  ): Promise<Answer> {
    return super.raw(method, path, {
      ...options,
      headers: { 'X-Forwarded-For': this.#from, ...options.headers },
    })
  }
}
export const anonymousCaller = (world: World): Caller => new Caller(world.base, null)

/** A user made for one test, in the suite's tenant unless another is named. */
export interface TestUser {
  id: string
  username: string
  password: string
}
let made = 0
const STRONG = 'Xq7#mountain'

export async function createUser(
  world: World,
  {
    tenantId = world.tenantId,
    role = null as string | null,
    tenants = [] as string[],
    departs = [] as string[],
    status = 1,
    email = null as string | null,
    phone = null as string | null,
  } = {},
): Promise<TestUser> {
  const username = `p${++made}-${world.tenantId}`
  const { pool } = world.db
  const id = (
    await pool.query<{ id: string }>(
      `insert into sys_user (tenant_id, username, realname, password_hash, status, email, phone)
        values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [tenantId, username, 'Somebody', await hashPassword(STRONG), status, email, phone],
    )
  ).rows[0]!.id
  if (role)
    await pool.query(
      `insert into sys_user_role (tenant_id, user_id, role_id) select $1, $2, id from sys_role
        where tenant_id = $1 and role_code = $3`,
      [tenantId, id, role],
    )
  for (const tenant of tenants)
    await pool.query('insert into sys_user_tenant (user_id, tenant_id) values ($1, $2)', [
      id,
      tenant,
    ])
  for (const code of departs) {
    await pool.query(
      `insert into sys_depart (tenant_id, depart_name, org_code) values ($1, $2, $2)
        on conflict do nothing`,
      [tenantId, code],
    )
    await pool.query(
      `insert into sys_user_depart (tenant_id, user_id, depart_id) select $1, $2, id
        from sys_depart where tenant_id = $1 and org_code = $3`,
      [tenantId, id, code],
    )
  }
  return { id, username, password: STRONG }
}

export function signIn(
  world: World,
  { username, password }: TestUser,
  more: Record<string, unknown> = {},
  lang: Lang = 'en_US',
): Promise<Answer> {
  return Object.assign(anonymousCaller(world), { lang }).post('/sys/login', {
    username,
    password,
    ...more,
  })
}
export async function client(world: World, principal: TestUser): Promise<Caller> {
  const answer = await signIn(world, principal)
  if (!answer.success) throw new Error(answer.message)
  return new Caller(world.base, (answer.result as { token: string }).token)
}
/** A code of the image of this key that a test can read. */
export async function captchaOf(world: World, key: string): Promise<string> {
  await world.anonymous.get(`/sys/randomImage/${key}`)
  const { rows } = await world.db.pool.query<{ expires: string }>(
    'delete from captcha where key = $1 returning expires_at as expires',
    [key],
  )
  await world.db.pool.query(
    `insert into captcha (key, answer_hash, expires_at) values ($1, sha256('ABCD'), $2)`,
    [key, rows[0]!.expires],
  )
  return 'abcd'
}
/** As if the person had shown the password twenty minutes ago. */
export async function expireReauthentication(world: World, principal: TestUser): Promise<void> {
  await world.db.pool.query(
    `update sys_session set proved_at = now() - interval '20 minutes' where user_id = $1`,
    [principal.id],
  )
}
