import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaredTables } from '#server/kit/access/tables.ts'
import { entities } from '#contracts/catalogue.ts'
import { declareEntities } from '#server/kit/resource/crud.ts'
import { declareTables } from '#server/tables.ts'
import { rawUses } from '../tools/raw-sql.ts'

const root = join(import.meta.dirname, '..')

const features = () =>
  readdirSync(join(root, 'server/features'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture|d)\.ts$/.test(file))
    .map((file) => ({
      file: file.replaceAll('\\', '/'),
      code: readFileSync(join(root, 'server/features', file), 'utf8'),
    }))

describe('rows of the business', () => {
  let tables = new Set<string>()
  beforeAll(() => {
    declareTables()
    declareEntities(entities)
    tables = new Set(
      [...declaredTables()]
        .filter(([, { kind }]) => kind !== 'global')
        .map(([name]) => name)
        .concat(
          'sys_role',
          'sys_user_role',
          'sys_role_permission',
          'sys_permission_rule',
          'sys_user_depart',
          'sys_user_tenant',
          'sys_user_depot',
          'sys_depart',
          'sys_session',
          'sys_dict',
          'sys_dict_item',
        ),
    )
  })

  /** Where a table is reached past `ctx.rows(…)` on purpose: file, table, and why that is right. */
  const ON_PURPOSE: Record<string, string> = {
    'insight/monitoring/actuator.ts sys_session':
      'how many sessions the installation has, for the platform alone',
    'platform/session/* *': 'the account is looked up before there is a caller with a reach',
    'platform/identity/* *':
      'who a stranger might be is asked of the whole house; every statement names the tenant or the person it is about',
    'platform/logs/read-logs.ts sys_user':
      'what people of a line are called, and whether they are of the platform: no tenant has their row',
    'platform/logs/data-logs.ts sys_user': 'the same',
    'commercial/services/history-lines.ts sys_user': 'the same',
    'platform/users/sub-accounts/sub-limits.ts parcel_charge':
      'charges of orders the caller names by an alias, and by their tenant',
    'commercial/numbers/copy-segments.ts number_segment':
      'ranges may not overlap in the installation; where others lie is only stepped over',
    'commercial/routing/copy-routing.ts routing_code':
      'copies of rows reached through ctx.rows, with their tenant',
    'platform/account/* *':
      'one’s own rows only, each statement bound to the caller’s id: an account stays at home while its person works in another tenant',
    'platform/dictionaries/all-items.ts sys_dict':
      'the built-in ones of tenant 0 and the caller’s own, both named in the statement',
    'platform/dictionaries/all-items.ts sys_dict_item': 'goes with its dictionary',
    'platform/countries/countries.ts sys_dict':
      'the house’s own dictionary of countries, by who runs the platform',
    'platform/countries/countries.ts sys_dict_item': 'goes with it',
    'commercial/numbers/allocate-numbers.ts tracking_number':
      'numbers are unique in the installation: which of ours are on record already, and no more',
    'commercial/numbers/take-from-pools.ts tracking_number':
      'numbers are unique in the installation: which of a pool’s are on record already, and no more',
    'commercial/numbers/known-numbers.ts tracking_number':
      'the same of a file’s numbers; whose they are stays unsaid',
    'commercial/numbers/known-numbers.ts number_segment':
      'a file’s numbers may not lie in a range of the installation; whose the range is stays unsaid',
    'commercial/numbers/known-numbers.ts number_pool_number':
      'a carrier gives a number once: pools of the installation are asked; whose it is stays unsaid',
    'commercial/numbers/known-numbers.ts number_pool': 'goes with its numbers',
    'commercial/numbers/segment-hooks.ts number_segment':
      'ranges may not overlap in the installation; whose the other is stays unsaid',
    'platform/notices/publish.ts sys_user': 'the caller, who may be at home in another tenant',
    'platform/permissions/save-menu.ts sys_role':
      'a new menu entry goes to the platform’s own role, outside all tenants: entries are one set for all',
    'platform/logs/read-logs.ts op_log':
      'the condition is built separately: the caller’s lines, and for who runs the platform those of tenant 0',
    'platform/users/user-files.ts sys_user':
      'whether a user still has a picture: yes or no; guests are at home in another tenant',
    'platform/logs/online.ts sys_user':
      'a user with a session in this tenant may belong to another; only the name is answered',
    'orders/shipments/parcels/store-parcels.ts parcel_product':
      'contents of parcels whose ids were read within reach two lines above, in the caller’s tenant',
    'parties/shippers/sender-choice.ts sys_user':
      'who made an order within reach, also where that user is not: which default is printed',
    'platform/tenants/* *':
      'the platform’s administrators only; each statement names the tenant it is about',
    'tracking/tracking/polling/poll-parcels.ts parcel':
      'finds the tenants that have something due; each is then worked on as the house inside it',
    ...Object.fromEntries(
      ['sys_user', 'sys_user_tenant'].map((table) => [
        `platform/users/across-tenants.ts ${table}`,
        'whether a name is taken or a user works elsewhere: yes or no; rows only for the platform',
      ]),
    ),
    'tracking/tracking/public/shown-parcel.ts tracking_number':
      'visitors: starts at the number the public page shows, whatever tenant has it; answers nothing of it',
    'tracking/tracking/public/shown-parcel.ts parcel': 'goes with its number, by tenant and id',
    'tracking/tracking/public/shown-parcel.ts shipment':
      'the postcode a visitor gives is compared with it; answers nothing of it',
    'tracking/tracking/public/page-look.ts company_profile':
      'visitors: colour and picture a company publishes, of the tenant a public number or an address names',
    'tracking/tracking/public/page-look.ts tracking_number':
      'visitors: only whose tenant the numbers are that the public page shows',
    'returns/return-tracks/page/page-order.ts return_config':
      'buyers: starts at the page whose random key the address has, whatever tenant has it',
    'returns/return-tracks/page/page-order.ts customer': 'goes with its page, by tenant and id',
    'returns/return-tracks/page/page-order.ts depot': 'goes with its page, by tenant and id',
    'returns/return-tracks/page/page-order.ts shipment':
      'an order of that customer by number and postcode; answers names and counts of its goods',
    'depot/outbound/close-outbound-batch.ts out_batch_parcel':
      'counts and closes what lies in a batch the caller has locked, also what lies beyond the caller’s reach; nothing of it is answered',
  }
  const known = (file: string, table: string) =>
    [`${file} ${table}`, `${file.split('/').slice(0, 2).join('/')}/* *`].find(
      (key) => key in ON_PURPOSE,
    )

  test('are reached through ctx.rows(…), or by a row that was', () => {
    const used = new Set<string>()
    const raw = features().flatMap(({ file, code }) =>
      rawUses(code, tables).flatMap(({ table, how, line }) => {
        const key = known(file, table)
        if (key) used.add(key)
        return key ? [] : [`${file}:${line} ${how} ${table}`]
      }),
    )
    expect(raw).toEqual([])
    expect(
      Object.keys(ON_PURPOSE).filter((key) => !used.has(key)),
      'exceptions no longer needed',
    ).toEqual([])
  })

  test('are asked for with the caller’s own connection, but for those who have none', () => {
    const around = features()
      .filter(({ code }) => /\bexecutorOf\(|\.kysely\b|\.pool\b|\bmakeCtx\(/.test(code))
      .map(({ file }) => file)
      .filter((file) => !file.startsWith('platform/session/'))
    expect(around.sort()).toEqual([
      'carriers/carriers/accounts.ts', // the simulator's world, which has no owner
      'depot/scans/find-scanned.ts', // distinguishes a parcel of another depot from none, by its number only
      'insight/reports/designer.ts', // opens the pool of the role of reports, which makes the views readable
      'insight/reports/mail-reports.ts', // a report that is mailed runs as the user who set it up
      'insight/reports/report-database.ts', // makes the role of reports, which has no rows but by its policies
      'insight/reports/run-statement.ts', // runs as that role: the database holds its reach
      'orders/order-tasks/run-task.ts', // a background task acts as the user who started it
      'platform/account/own-account.ts', // the user's own rows, see above
      'platform/dictionaries/all-items.ts', // see above
      'platform/gateway-routes/proxy.ts', // asks for the routes in force before there is a caller
      'platform/identity/identity-config.ts', // strangers, who have no rows within reach
      'platform/users/passwords-of-users.ts', // the rule for passwords asks for the tenant's setting
      'tracking/tracking/public/pickup-depots.ts', // visitors: starts at the number, answers a depot's address and hours
      'tracking/tracking/public/query-public.ts', // visitors: starts at the number, answers six kinds of field
    ])
  })

  test.each([
    ['a bare read', 'sql`select * from parcel p where p.id = ${id}`', ['read parcel']],
    [
      'a bare join',
      "sql`select 1 from ${ctx.rows('parcel').as('p')} join shipment s on s.id = p.shipment_id`",
      ['read shipment'],
    ],
    [
      'a list of tables',
      "sql`select 1 from ${ctx.rows('parcel').as('p')}, shipment s where s.id = p.shipment_id`",
      ['read shipment'],
    ],
    [
      'a subselect',
      "sql`select (select name from customer c where c.id = p.customer_id) from ${ctx.rows('parcel').as('p')}`",
      ['read customer'],
    ],
    ['a bare update', 'sql`update parcel set weight = 1 where id = ${id}`', ['update parcel']],
    [
      'a bare delete',
      'sql<{ id: string }>`delete from parcel as p where p.tenant_id = ${ctx.principal.tenantId}`',
      ['delete parcel'],
    ],
    [
      'the reach of another table',
      "sql`update parcel as p set weight = 1 where ${tx.rows('shipment').where('s')}`",
      ['update parcel'],
    ],
    [
      'an insert without a tenant',
      'sql`insert into parcel (id) values (${id})`',
      ['insert parcel'],
    ],
    [
      'inside a condition',
      'sql`select 1 where true ${all ? sql`and exists (select 1 from parcel)` : sql``}`',
      ['read parcel'],
    ],
    [
      'in a raw query',
      'await db.pool.query<{ a: string }>(`select a from parcel`)',
      ['read parcel'],
    ],
    ['rows in reach', "sql`select 1 from ${ctx.rows('parcel').as('p')} where p.id = ${id}`", []],
    [
      'a row of a row in reach',
      "sql`select 1 from ${ctx.rows('parcel').as('p')} " +
        'join shipment s on s.tenant_id = p.tenant_id and s.id = p.shipment_id ' +
        'join depot d on d.tenant_id = s.tenant_id`',
      [],
    ],
    [
      'an update in reach',
      "sql`update parcel as p set weight = 1 where ${tx.rows('parcel').where('p')} and p.id = ${id}`",
      [],
    ],
    [
      'an insert of the caller’s',
      'sql`insert into parcel (tenant_id, id) values (${tx.principal.tenantId}, ${id})`',
      [],
    ],
    ['a table that is not the business’s', 'sql`select 1 from idempotency`', []],
  ])('%s is seen for what it is', (_, code, expected) => {
    expect(rawUses(code, tables).map(({ how, table }) => `${how} ${table}`)).toEqual(expected)
  })
})
