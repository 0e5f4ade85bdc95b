import { beforeAll, describe, expect, test } from 'vitest'
import { thirdSettings } from '#contracts/platform/session/identity-third.ts'
import {
  BEHIND_PROXY,
  anonymousCaller,
  client,
  createUser,
} from '#server/features/platform/session/users.fixture.ts'
import { codeFor } from '#server/features/platform/identity/codes.fixture.ts'
import { useWorld, type Answer, type Client } from '../harness.ts'

/*
 * What is unique across the installation is guarded across it, without naming its owner;
 * everything else may be equal in two tenants.
 */

const world = useWorld(BEHIND_PROXY)
let here: Client
let awayTenant = ''
beforeAll(async () => {
  here = await world().as('tenantAdmin')
  awayTenant = (
    await query<{ tenantId: string }>(
      'select tenant_id as "tenantId" from sys_user where username = $1',
      [await world().elsewhere('tenantAdmin')],
    )
  )[0]!.tenantId
})
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await world().db.pool.query<T>(text, values)).rows
let made = Date.now() % 1_000_000
const contact = () => ({
  phone: `+4917${String(10_000_000 + ++made * 7)}`,
  email: `both-${world().tenantId}-${++made}@example.com`,
})
const codesOf = ({ result }: Answer) =>
  (result as { issues?: { path: string; code: string }[] } | null)?.issues
    ?.map(({ path, code }) => `${path} ${code}`)
    .sort()
const TAKEN = ['email user.emailTaken', 'phone user.phoneTaken']
const form = (name: string, more: object) => ({
  username: `${name}-${world().tenantId}-${++made}`,
  realname: name,
  password: 'Blue-Harbour-31!',
  confirmpassword: 'Blue-Harbour-31!',
  workNo: `W${++made}`,
  ...more,
})

describe('a phone and a mail address', () => {
  test('of a user in one tenant are not given to a user in another, for any caller', async () => {
    const victim = contact()
    await createUser(world(), { tenantId: awayTenant, ...victim })
    const customer = await world().as('customer')
    for (const given of [
      victim,
      {
        phone: victim.phone.replace('+49', '+49 (').replace(/(.{8})/, '$1) '),
        email: victim.email.toUpperCase(),
      },
    ]) {
      expect(codesOf(await customer.post('/erp/user/sub/add', form('sub', given)))).toEqual(TAKEN)
      expect(codesOf(await here.post('/sys/user/add', form('staff', given)))).toEqual(TAKEN)
    }
    const own = (await here.post('/sys/user/add', form('staff', contact()))).result as object
    expect(codesOf(await here.put('/sys/user/edit', { ...own, ...victim }))).toEqual(TAKEN)
    // Their owner recovers by them as before.
    for (const mobile of [victim.phone, victim.email])
      await anonymousCaller(world()).post('/sys/sms', { mobile, smsmode: '2' })
    expect(
      await query(
        'select es_receiver from sys_message where tenant_id = $1 and es_receiver = any($2)',
        [awayTenant, [victim.phone, victim.email]],
      ),
    ).toHaveLength(2)
  })

  test('that a user proves by a code goes to them from a colleague who never proved it', async () => {
    const { email, phone } = contact()
    const squatter = await createUser(world(), { email, phone })
    const owner = await createUser(world())
    const mine = await client(world(), owner)
    expect(
      (await mine.post('/sys/account/contact/code', { kind: 'email', value: email })).success,
    ).toBe(true)
    const code = await codeFor(world(), email)
    expect(
      (await mine.post('/sys/account/contact/confirm', { kind: 'email', value: email, code }))
        .success,
    ).toBe(true)
    expect(
      await query('select id, email, phone from sys_user where id = any($1) order by id', [
        [squatter.id, owner.id],
      ]),
    ).toEqual([
      { id: squatter.id, email: null, phone },
      { id: owner.id, email, phone: null },
    ])
    expect(
      await query(
        `select 1 from data_log where tenant_id = $1 and table_name = 'sys_user' and row_id = $2`,
        [world().tenantId, squatter.id],
      ),
    ).toHaveLength(1)
    // What is proven stays: another proof of the same address is not even begun.
    const late = await client(world(), await createUser(world(), { tenantId: awayTenant }))
    await query(
      `update identity_code set created_at = created_at - interval '2 minutes' where receiver = $1`,
      [email],
    )
    await late.post('/sys/account/contact/code', { kind: 'email', value: email })
    expect(
      await query('select 1 from sys_message where tenant_id = $1 and es_receiver = $2', [
        awayTenant,
        email,
      ]),
    ).toEqual([])
  })
})

test('the service address of a CAS server stays with who named it first', async () => {
  const away = await world().otherTenantUser()
  const serviceUrl = `https://parcels.example/cas?of=${world().tenantId}`
  const save = (admin: Client) =>
    admin.put('/sys/thirdProvider/save', {
      source: 'cas',
      enabled: true,
      settings: thirdSettings.parse({ issuer: 'https://cas.example', serviceUrl }),
      version: 0,
    })
  expect((await save(here)).success).toBe(true)
  expect(codesOf(await save(away))).toEqual(['settings.serviceUrl third.serviceTaken'])
})

/**
 * Unique over all tenants although the table has one: each is a decision, and what it reveals is
 * noted next to it.
 */
const ACROSS: Record<string, string> = {
  case_address_token_key:
    'made by chance, 120 bits: an answer is looked for by it in the tenant of its mailbox alone',
  number_pool_number_number_key:
    'numbers of carriers are of the installation; a taken one is refused without its owner',
  return_config_page_key_key:
    'made by chance, 122 bits: the address of a page of returns, which is all a buyer has of its tenant',
  simulator_label_carrier_handle_key: 'made by the simulator itself',
  registration_email: 'of one waiting application; proven by a code before it is looked at',
  registration_name: 'becomes a sign-in name',
  registration_phone: 'as its mail address',
  sys_job_run_job_id_slot_key: 'a job by its own id and one of its times: made by the database',
  sys_role_owner: 'the role of one sub-account',
  third_provider_service: 'the tenant a CAS ticket is for',
  tracking_number_pkey: 'numbers are public',
  sys_user_name: 'sign-in names; who adds users learns which are taken',
  sys_user_email: 'signs in and recovers',
  sys_user_phone: 'signs in and recovers',
}

test('nothing else is unique over all tenants, but keys made by the database or by chance', async () => {
  const found = await query<{ name: string; columns: string[] }>(
    `select i.relname as name,
        array_agg(coalesce(a.attname, 'expression') order by k.n)::text[] as columns
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
     join pg_namespace s on s.oid = t.relnamespace
       cross join lateral unnest(x.indkey::int[]) with ordinality as k(attnum, n)
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and k.attnum > 0
     where s.nspname = 'public' and x.indisunique
       and exists (select 1 from pg_attribute o
         where o.attrelid = t.oid and o.attname = 'tenant_id')
     group by 1 having not bool_or(coalesce(a.attname, '') = 'tenant_id') order by 1`,
  )
  const byChance = (columns: readonly string[]) =>
    columns.every((column) => column === 'id' || column.endsWith('_hash') || column === 'uuid') ||
    columns[0] === 'user_id'
  expect(found.filter(({ columns }) => !byChance(columns)).map(({ name }) => name)).toEqual(
    Object.keys(ACROSS).sort(),
  )
})
