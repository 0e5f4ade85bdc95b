import { inject } from 'vitest'
import { Client, PASSWORD, type World } from './harness.ts'

/** Signs in as who runs the platform: a user of the suite's tenant with the role `admin`. */
export async function platformAdmin(world: World, name = 'platform'): Promise<Client> {
  const username = `${name}-${world.tenantId}`
  await world.db.pool.query(
    `with u as (insert into sys_user (tenant_id, username, realname, password_hash) values ($1, $2, $2, $3) returning id)
    insert into sys_user_role (tenant_id, user_id, role_id) select $1, u.id, r.id from u, sys_role r where r.tenant_id = $1 and r.role_code = 'admin'`,
    [world.tenantId, username, inject('passwordHash')],
  )
  const answer = await new Client(world.base, null).post('/sys/login', {
    username,
    password: PASSWORD,
  })
  if (!answer.success) throw new Error(`sign-in of ${username}: ${answer.message}`)
  return new Client(world.base, (answer.result as { token: string }).token)
}
