import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { featureOf, TABLE_OWNERS } from '../tools/table-owners.ts'
import { tableUses } from '../tools/table-uses.ts'

const root = join(import.meta.dirname, '..')
const { areas } = createRequire(import.meta.url)('../tools/cruise.cjs') as {
  areas: [area: string, features: string[]][]
}

/** Writers of another feature's table, with the reason. The list may only become shorter. */
const WRITE_EXCEPTIONS: Record<string, Record<string, string>> = {
  'platform/session': {
    sys_user: 'password, last sign-in and current department: session stands below users',
    api_key: 'time and address of the last use, at every request with a key',
    op_log: 'sign-ins have columns the log of calls has not',
  },
  'platform/users': {
    sys_role: "a sub-account's own role is made with it",
    sys_role_permission: "the same role's grants",
    sys_user_tenant: 'a new user enters the tenants chosen in the form; tenants stand above users',
    sys_depart_role_user: 'leaving a department takes its roles; departments stand above users',
  },
  'platform/tenants': {
    sys_user: 'rights versions of the members rise when a tenant is closed',
    sys_user_role: 'a member who leaves loses the roles there',
    sys_user_depart: 'a member who leaves loses the departments there',
    sys_session: 'sessions in a closed tenant end',
    op_log: "entering another tenant is logged in that tenant, not in the caller's",
  },
  'platform/departments': {
    sys_user: 'a deleted department is taken from its superiors',
  },
  'platform/account': {
    sys_user: "a user's own name, contact and picture",
    user_setting: 'notification rules are a setting',
    identity_code: 'a used code of a contact change is spent; identity stands above account',
    sys_third_account: 'a user removes a sign-in of their own; identity stands above account',
  },
  'platform/identity': {
    sys_user: 'a registration that is approved becomes a user',
    sys_user_role: 'and gets the role of customers',
    customer: 'and a customer; parties stand above platform',
    tenant_setting: 'how registrations are decided is a setting of the tenant',
  },
  'platform/scheduled-jobs': {
    sys_session: 'one job removes all that expired, by the number of rows it may take at once',
    captcha: 'the same',
    login_failure: 'the same',
    idempotency: 'the same',
  },
  'platform/countries': {
    sys_dict_item: 'a country that is disabled is no longer offered in the dictionary',
  },
  'platform/permissions': {
    sys_role_permission: 'a new menu entry is granted to the platform roles',
  },
  'orders/labels': {
    parcel: 'printing counts the copies',
  },
  'tracking/tracking': {
    parcel: 'the state of tracking and the time of the next poll are columns of the parcel',
    carrier_call: 'old calls are swept with the old pushes',
  },
  'depot/inbound': {
    predicted_parcel: 'a predicted parcel is marked as received',
  },
}
/**
 * Areas that read a table of an area above them, with the reason. The list may only become shorter.
 */
const READ_EXCEPTIONS: Record<string, Record<string, string>> = {
  kit: {
    customer: 'the reach of sales and of departments is found through the customers',
    sys_depart: 'the same',
    sys_session: 'a step-up is asked for by the session of the caller',
    tenant: 'how much room its files have',
  },
  'platform/account': {
    customer: "the name of a user's customer",
  },
  'platform/countries': {
    postal_rule: "the pattern of a country's postal codes is shown with it",
  },
  'platform/notices': {
    parcel: 'parcels gathered into one message',
    shipment_import: 'the creator of an import hears of its end',
    order_task: 'the user who started a bulk task hears of its end',
  },
  'platform/permissions': {
    customer: 'values of rules are shown as names instead of ids',
    depot: 'the same',
  },
  'platform/rules': {
    shipment: 'one of the generic lists counts the orders of a service',
    delivery_service: 'another offers the services',
  },
  'platform/tenants': {
    shipment_tally: 'the number of orders is shown with the tenant',
  },
  'platform/session': {
    customer: 'a phone without a country code is one of the customer’s country',
    company_profile: 'or of the company’s',
  },
  'platform/users': {
    customer: 'users are shown with their customer',
    depot: 'and their depots',
    delivery_service: 'limits of a sub-account',
    channel: 'the same',
    supplier: 'the same: one that is not in use sells nothing',
    service_customer: 'the same',
    shipment: 'what a sub-account has spent',
    parcel_charge: 'the same, with tax',
  },
  'commercial/numbers': {
    parcel: 'who has a number is the parcel that bears it',
    shipment: 'and its order',
  },
  'orders/channels': {
    courier: 'a test asks the source an order of the channel would get',
  },
  'orders/labels': {
    courier: 'the courier of the channel decides the kind of label',
  },
  'orders/shipments': {
    courier: 'the courier of the channel gives the numbers',
  },
  'carriers/carriers': {
    tracking_event: 'parcels that already have events of a carrier are not simulated',
  },
}

const tables = new Set<string>()
for (const file of readdirSync(join(root, 'migrations')).toSorted())
  for (const [, what, table] of readFileSync(join(root, 'migrations', file), 'utf8').matchAll(
    /^(create(?: unlogged)?|drop) table (\w+)/gm,
  )) {
    if (what !== 'drop') tables.add(table!)
    else tables.delete(table!)
  }
const owner = new Map(
  Object.entries(TABLE_OWNERS).flatMap(([feature, owned]) =>
    owned.map((table) => [table, feature] as const),
  ),
)
const levels = ['kit', ...areas.map(([area]) => area), 'app']
const levelOf = (feature: string) => levels.indexOf(feature.split('/')[0]!)

interface Use {
  how: 'writes' | 'reads'
  feature: string
  table: string
}
/** What a source does with tables that are not its own: every write, and reads upwards. */
function foreign(file: string, code: string): Use[] {
  const feature = featureOf(file)
  if (feature === 'app') return []
  const { writes, reads } = tableUses(code)
  const of = (how: Use['how'], found: Set<string>, wrong: (table: string) => boolean) =>
    [...found]
      .filter((table) => tables.has(table) && wrong(table))
      .map((table) => ({ how, feature, table }))
  return [
    ...of('writes', writes, (table) => owner.get(table) !== feature),
    ...of('reads', reads, (table) => levelOf(owner.get(table)!) > levelOf(feature)),
  ]
}

const uses = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .map((file) => `server/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|\/generated\//.test(file))
  .flatMap((file) => foreign(file, readFileSync(join(root, file), 'utf8')))
const lines = (found: readonly Use[]) =>
  [...new Set(found.map(({ feature, table }) => `${feature} → ${table}`))].sort()
const listed = (exceptions: Record<string, Record<string, string>>) =>
  Object.entries(exceptions)
    .flatMap(([feature, of]) => Object.keys(of).map((table) => `${feature} → ${table}`))
    .sort()

describe('tables belong to features', () => {
  test('every table has one owner, and every owner is a feature', () => {
    expect([...owner.keys()].sort()).toEqual([...tables].sort())
    expect(Object.values(TABLE_OWNERS).flat()).toHaveLength(owner.size)
    const features = areas.flatMap(([area, names]) => [
      area,
      ...names.map((name) => `${area}/${name}`),
    ])
    expect(['kit', 'app', ...features]).toEqual(expect.arrayContaining(Object.keys(TABLE_OWNERS)))
  })

  test('only the owner writes, but for the exceptions named here', () => {
    expect(lines(uses.filter(({ how }) => how === 'writes'))).toEqual(listed(WRITE_EXCEPTIONS))
  })

  test('no area reads a table of an area above it, but for the exceptions named here', () => {
    expect(lines(uses.filter(({ how }) => how === 'reads'))).toEqual(listed(READ_EXCEPTIONS))
  })

  test.each([
    ['an insert', 'sql`insert into parcel (id) values (1)`', ['writes parcel']],
    ['an update', 'sql`update parcel as p set weight = 1`', ['writes parcel']],
    [
      'a delete in a CTE',
      'sql`with x as (delete from parcel p returning 1) select 1`',
      ['writes parcel'],
    ],
    ['a built write', "tx.rows('parcel').update()", ['reads parcel', 'writes parcel']],
    ['a nested fragment', 'sql`${some} ${sql`update parcel set weight = 1`}`', ['writes parcel']],
    ['a read upwards', 'sql`select 1 from sys_user u join parcel p on true`', ['reads parcel']],
    ['a read of a list', 'sql`select 1 from sys_user u, parcel p where true`', ['reads parcel']],
    ['a read by scope', "sql`select 1 from ${ctx.rows('parcel').as('p')}`", ['reads parcel']],
    ['a lock', 'sql`select 1 from sys_user u for no key update of u`', []],
    ['its own table', 'sql`update sys_user set status = 1 where id = 1`', []],
  ])('%s in a feature below is seen', (_, code, expected) => {
    const found = foreign('server/features/platform/users/planted.ts', code)
    expect(found.map(({ how, table }) => `${how} ${table}`).sort()).toEqual(expected)
  })
})
