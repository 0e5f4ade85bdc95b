import { beforeAll } from 'vitest'
import type { UserRow } from '#contracts/platform/people/users.calls.ts'
import { useWorld, type Client } from '#test/harness.ts'

let opened: ReturnType<typeof useWorld>
export const world = () => opened()

export let admin: Client

export let stranger: Client

export let count = 0

export const draft = (change: Record<string, unknown> = {}) => {
  const n = ++count
  return {
    username: `person${n}-${world().tenantId}`,
    realname: `Person ${n}`,
    workNo: `W${n}`,
    // Unique in the installation, which other suites share.
    phone: `13${world().tenantId.padStart(6, '0')}${String(n).padStart(3, '0')}`,
    email: `p${n}-${world().tenantId}@example.com`,
    password: 'Green-Lantern-77!',
    ...change,
  }
}

export const add = async (
  change: Record<string, unknown> = {},
  client = admin,
): Promise<UserRow> => {
  const answer = await client.post('/sys/user/add', draft(change))
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return answer.result as UserRow
}

export const roleId = async (code: string, tenant = world().tenantId) =>
  (
    await world().db.pool.query<{ id: string }>(
      'select id from sys_role where tenant_id = $1 and role_code = $2',
      [tenant, code],
    )
  ).rows[0]!.id

export const issues = (answer: { result: unknown }) =>
  (answer.result as { issues: { path: string; code: string; message: string }[] }).issues

export const stored = async (id: string) =>
  (
    await world().db.pool.query<Record<string, unknown>>('select * from sys_user where id = $1', [
      id,
    ])
  ).rows[0]!

export const signIn = (username: string, password: string) =>
  world().anonymous.post('/sys/login', { username, password })

export function prepareUserForms(): void {
  opened = useWorld()
  beforeAll(async () => {
    admin = await world().as('tenantAdmin')
    stranger = await world().otherTenantUser()
  })
}
