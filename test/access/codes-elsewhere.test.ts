import { beforeAll, describe, expect, test } from 'vitest'
import { newPhone } from '#server/features/platform/identity/codes.fixture.ts'
import {
  anonymousCaller,
  BEHIND_PROXY,
  client,
  createUser,
  type TestUser,
} from '#server/features/platform/session/users.fixture.ts'
import { useWorld, type Client } from '../harness.ts'
import { platformUser } from '../platform.ts'

/*
 * A tenant's administrator reads out what nothing sends, and chooses what sends it. Neither proves
 * anything about an account of another tenant or of the platform.
 */

const world = useWorld(BEHIND_PROXY)
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world().db.pool.query<T>(text, values)).rows
const reveal = '/message/sysMessage/reveal'
let tenant = ''
let awayTenant = ''
let boss: Client

beforeAll(async () => {
  const [own] = await query<{ code: string }>('select code from tenant where id = $1', [
    world().tenantId,
  ])
  tenant = own!.code
  await query(
    `insert into tenant_setting (tenant_id, key, value)
      values ($1, 'registration.mode', '"active"')`,
    [world().tenantId],
  )
  const [away] = await query<{ id: string }>(
    'select tenant_id as id from sys_user where username = $1',
    [await world().elsewhere('tenantAdmin')],
  )
  awayTenant = away!.id
  boss = await client(world(), await createUser(world(), { role: 'tenantAdmin' }))
})

/** What is in the tenant's outbox for an address, the newest first. */
const outbox = (to: string) =>
  query<{ id: string; template: string }>(
    `select id, template_code as template from sys_message where es_receiver = $1 and tenant_id = $2
      order by id desc`,
    [to, world().tenantId],
  )
const phoneOf = async (id: string) =>
  (await query<{ phone: string | null }>('select phone from sys_user where id = $1', [id]))[0]!
    .phone
const register = (mobile: string) =>
  anonymousCaller(world()).post('/sys/sms', { mobile, smsmode: '1', tenant })

describe('an address not proved yet', () => {
  const others: Record<string, () => Promise<{ id: string; phone: string }>> = {
    'another tenant’s administrator': async () => {
      const phone = newPhone()
      return {
        phone,
        ...(await createUser(world(), { tenantId: awayTenant, role: 'tenantAdmin', phone })),
      }
    },
    'who works in two tenants': async () => {
      const phone = newPhone()
      return { phone, ...(await createUser(world(), { tenants: [awayTenant], phone })) }
    },
    'who runs the platform': () => platformUser(world(), `root${newPhone()}`),
  }
  test.each(Object.entries(others))('of %s gets no code to register by', async (_, make) => {
    const { id, phone } = await make()
    expect((await register(phone)).success).toBe(true)
    expect((await outbox(phone)).map(({ template }) => template)).toEqual(['identity.exists'])
    expect(await phoneOf(id)).toBe(phone)
  })

  test.each(Object.entries(others))('of %s becomes no other user’s own', async (_, make) => {
    const { id, phone } = await make()
    const mine = await client(world(), await createUser(world()))
    const asked = await mine.post('/sys/account/contact/code', { kind: 'phone', value: phone })
    expect(asked.success).toBe(true)
    expect(await outbox(phone)).toEqual([])
    expect(await phoneOf(id)).toBe(phone)
  })

  test('of a colleague goes to who proves it', async () => {
    const phone = newPhone()
    const squatter = await createUser(world(), { phone })
    await register(phone)
    const [message] = await outbox(phone)
    const shown = (await boss.post(reveal, { id: message!.id })).result as { esContent: string }
    const registered = await anonymousCaller(world()).post('/sys/user/register', {
      username: `mine-${world().tenantId}`,
      password: 'Blue-Harbour-31!',
      phone,
      smscode: /\d{6}/.exec(shown.esContent)![0],
      tenant,
    })
    expect(registered.success, registered.message).toBe(true)
    expect(await phoneOf(squatter.id)).toBeNull()
  })
})

describe('a code that waits', () => {
  const ask = async (smsmode: string, change: (user: TestUser) => Promise<unknown>) => {
    const phone = newPhone()
    const user = await createUser(world(), { role: 'manager', phone })
    await anonymousCaller(world()).post('/sys/sms', { mobile: phone, smsmode, tenant })
    const [message] = await outbox(phone)
    await change(user)
    return message!.id
  }

  test('of who works in another tenant since then is not read out, nor its person named', async () => {
    const id = await ask('2', (user) =>
      query('insert into sys_user_tenant (user_id, tenant_id) values ($1, $2)', [
        user.id,
        awayTenant,
      ]),
    )
    expect(await boss.post(reveal, { id })).toMatchObject({
      success: false,
      error: 'message.secretGone',
      result: null,
    })
  })

  test('of who has another number since then is still theirs', async () => {
    const id = await ask('2', (user) =>
      query(
        `with gone as (update sys_user set phone = null where id = $1)
         insert into sys_user_tenant (user_id, tenant_id) values ($1, $2)`,
        [user.id, awayTenant],
      ),
    )
    expect((await boss.post(reveal, { id })).error).toBe('message.secretGone')
  })
})
