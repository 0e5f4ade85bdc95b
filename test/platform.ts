import { inject } from 'vitest'
import { Client, PASSWORD, type World } from './harness.ts'

export interface PlatformUser {
  id: string
  username: string
  phone: string
  email: string
}

let made = 0

/** Who runs the platform: at home outside all tenants, at work in the suite's tenant. */
export async function platformUser(world: World, name = 'platform'): Promise<PlatformUser> {
  const username = `${name}-${world.tenantId}`
  const email = `${username}@platform.example`
  const phone = `+8613${String(Date.now()).slice(-8)}${made++}`
  const found = await world.db.pool.query<{ id: string }>(
    `with u as (insert into sys_user (tenant_id, username, realname, password_hash, phone, email)
    values (0, $2, $2, $3, $4, $5) returning id),
      r as (insert into sys_user_role (tenant_id, user_id, role_id) select 0, u.id, r.id
      from u, sys_role r where r.tenant_id = 0 and r.role_code = 'admin'),
      m as (insert into sys_user_tenant (user_id, tenant_id) select u.id, $1 from u)
    select id from u`,
    [world.tenantId, username, inject('passwordHash'), phone, email],
  )
  return { id: found.rows[0]!.id, username, phone, email }
}

/** Signs in as who runs the platform. */
export async function platformAdmin(world: World, name = 'platform'): Promise<Client> {
  const { username } = await platformUser(world, name)
  const answer = await new Client(world.base, null).post('/sys/login', {
    username,
    password: PASSWORD,
  })
  if (!answer.success) throw new Error(`sign-in of ${username}: ${answer.message}`)
  return new Client(world.base, (answer.result as { token: string }).token)
}
