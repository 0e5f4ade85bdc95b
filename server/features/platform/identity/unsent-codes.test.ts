import { beforeAll, describe, expect, test } from 'vitest'
import { identity, registrations } from '#contracts/platform/session/identity.ts'
import { useWorld, type World } from '../../../../test/harness.ts'
import {
  anonymousCaller,
  BEHIND_PROXY,
  client,
  createUser,
  expireReauthentication,
} from '../session/users.fixture.ts'
import { newPhone } from './codes.fixture.ts'

const open = useWorld(BEHIND_PROXY)
let world: World
let tenant = ''
beforeAll(async () => {
  world = open()
  const found = await world.db.pool.query<{ code: string }>(
    'select code from tenant where id = $1',
    [world.tenantId],
  )
  tenant = found.rows[0]!.code
})
const NONE = { sms: false, email: false }
const codes = async (of?: string) =>
  (await anonymousCaller(world).call(identity.options, of ? { tenant: of } : {})).codes
const ask = (mobile: string, smsmode = '0') =>
  anonymousCaller(world).post('/sys/sms', { mobile, smsmode, tenant })
const unsent = async (to: string): Promise<string> => {
  const found = await world.db.pool.query<{ id: string }>(
    `select id from sys_message where es_receiver = $1 and tenant_id = $2 and secret
      order by id desc limit 1`,
    [to, world.tenantId],
  )
  return found.rows[0]!.id
}
const reveal = '/message/sysMessage/reveal'

describe('where no channel is set up', () => {
  test('the pages before the sign-in hear of it; of an unknown tenant they hear the same', async () => {
    expect([await codes(tenant), await codes('no-such-tenant')]).toEqual([
      { account: NONE, registration: NONE },
      { account: NONE, registration: NONE },
    ])
    await world.db.pool.query(
      `insert into message_channel (tenant_id, channel, enabled, settings, version, create_by)
        values ($1, '1', true, '{}', 1, 'test')`,
      [world.tenantId],
    )
    try {
      const sms = { sms: true, email: false }
      const decides = await client(world, await createUser(world, { role: 'tenantAdmin' }))
      expect((await decides.call(registrations.mode, {})).channels).toEqual(sms)
      // Where no tenant is named, a channel of any of them counts: other suites have theirs.
      expect([await codes(tenant), await codes()]).toMatchObject([
        { account: sms, registration: sms },
        { account: { sms: true } },
      ])
    } finally {
      await world.db.pool.query('delete from message_channel where tenant_id = $1', [
        world.tenantId,
      ])
    }
  })

  test('the tenant’s administrator is notified, reads the code after the step-up, and it signs in', async () => {
    const phone = newPhone()
    const user = await createUser(world, { role: 'manager', phone })
    const boss = await createUser(world, { role: 'tenantAdmin' })
    expect((await ask(phone)).success).toBe(true)
    await expect
      .poll(
        async () =>
          (
            await world.db.pool.query(
              `select 1 from sys_announcement_send s join sys_announcement a on a.id = s.annt_id
                where s.user_id = $1 and a.open_page = '/modules/message/sysMessageList'`,
              [boss.id],
            )
          ).rowCount,
        { timeout: 90_000 },
      )
      .toBe(1)
    const by = await client(world, boss)
    const id = await unsent(phone)
    await expireReauthentication(world, boss)
    expect((await by.post(reveal, { id })).error).toBe('session.stepUp')
    expect((await by.post('/sys/stepUp', { password: boss.password })).success).toBe(true)
    const shown = (await by.post(reveal, { id })).result as { esContent: string }
    const captcha = /\d{6}/.exec(shown.esContent)![0]
    expect(
      (await anonymousCaller(world).post('/sys/phoneLogin', { mobile: phone, captcha })).result,
    ).toMatchObject({ userInfo: { id: user.id } })
  })

  test('the code of an account with more rights is not readable', async () => {
    const phone = newPhone()
    await createUser(world, { role: 'tenantAdmin', phone })
    await ask(phone, '2')
    await world.db.pool.query(
      `with r as (insert into sys_role (tenant_id, role_code, role_name, data_scope)
          values ($1, 'reader', 'reader', 'tenant') returning id)
       insert into sys_role_permission (tenant_id, role_id, permission_id) select $1, r.id, p.id
       from r, sys_permission p where p.perms = any($2)`,
      [world.tenantId, ['sys:msg:list', 'sys:msg:secret']],
    )
    const reader = await client(world, await createUser(world, { role: 'reader' }))
    const id = await unsent(phone)
    expect((await reader.post(reveal, { id })).error).toBe('user.above')
    expect(
      (
        await (
          await client(world, await createUser(world, { role: 'tenantAdmin' }))
        ).post(reveal, { id })
      ).success,
    ).toBe(true)
    expect((await (await world.otherTenantUser()).post(reveal, { id })).status).not.toBe(200)
  })
})
