import fc from 'fast-check'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { makeCtx, systemPrincipal, type Ctx } from './ctx.ts'
import { type DataRule, type Principal } from './principal.ts'
import { RULE_OPS } from './data-rules.ts'
import { inTx } from '../db/tx.ts'

const world = useWorld()
const log = pino({ level: 'silent' })
const CITIES = ['Berlin', 'Bern', 'Bergen', 'Oslo', 'Ost%', 'under_score', "O'Hara"]
let own: { id: string; city: string; customerId: string; createBy: string }[] = []

beforeAll(async () => {
  const { db, tenantId, customerId, otherCustomerId } = world()
  const away = (
    await db.pool.query<{ id: string }>(
      'select tenant_id as id from sys_user where username = $1',
      [await world().elsewhere('tenantAdmin')],
    )
  ).rows[0]!.id
  const awayCustomer = (
    await db.pool.query<{ id: string }>(
      `select id from customer where tenant_id = $1 and code = 'C001'`,
      [away],
    )
  ).rows[0]!.id
  const add = (tenant: string, customer: string, city: string, by: string) =>
    db.pool.query(
      `insert into consignee (tenant_id, customer_id, name, country, city, street, create_by)
        values ($1, $2, 'X', 'DE', $3, 'Y', $4)`,
      [tenant, customer, city, by],
    )
  for (const city of CITIES) {
    for (const customer of [customerId, otherCustomerId])
      for (const by of ['anna', 'bert']) await add(tenantId, customer, city, by)
    await add(away, awayCustomer, city, 'anna')
  }
  own = (
    await db.pool.query<{ id: string; city: string; customerId: string; createBy: string }>(
      `select id, city, customer_id as "customerId", create_by as "createBy" from consignee
        where tenant_id = $1 order by id`,
      [tenantId],
    )
  ).rows
})

const as = (principal: Partial<Principal>): Ctx =>
  makeCtx({
    requestId: 'test',
    lang: 'en_US',
    log,
    deps: world().deps,
    http: null,
    executor: world().db.kysely,
    principal: { ...systemPrincipal(world().tenantId, { username: 'anna' }), ...principal },
  })
async function seen(ctx: Ctx): Promise<string[]> {
  const found = await sql<{
    id: string
  }>`select c.id from ${ctx.rows('consignee').as('c')} order by c.id`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}
const city = (op: string, value: string): DataRule => ({
  table: 'consignee',
  field: 'city',
  op,
  value,
})

/** What a condition on a text means, written a second time in plain words. */
function holds(op: string, text: string, value: string): boolean {
  switch (op) {
    case '=':
      return text === value
    case '!=':
      return text !== value
    case '>':
      return text > value
    case '>=':
      return text >= value
    case '<':
      return text < value
    case '<=':
      return text <= value
    case 'IN':
      return value
        .split(',')
        .map((part) => part.trim())
        .includes(text)
    case 'LIKE':
      return text.includes(value)
    case 'LEFT_LIKE':
      return text.endsWith(value)
    case 'RIGHT_LIKE':
      return text.startsWith(value)
    default:
      return false
  }
}

const anyValue = fc.oneof(
  fc.constantFrom(...CITIES, 'Ber', 'n', '%', '_', "'", 'Berlin, Oslo', ''),
  fc.string({ maxLength: 12 }).filter((one) => !one.includes('\0') && one === one.toWellFormed()),
)
const anyRule = fc.record({
  table: fc.constantFrom('consignee', 'shipper'),
  field: fc.constantFrom('city', 'create_by', 'country', 'no_such_column; --', 'City'),
  op: fc.constantFrom(...RULE_OPS, 'ext', 'USE_SQL_RULES', ''),
  value: fc.oneof(anyValue, fc.constantFrom('#{sys_user_code}', '#{sys_org_code}', '#{no_such}')),
})
const anyPrincipal = fc.record({
  customerId: fc.constantFrom('none', 'own', 'other'),
  dataScope: fc.constantFrom(
    'tenant' as const,
    'customer' as const,
    'sub' as const,
    'sales' as const,
    'depart' as const,
    'depot' as const,
  ),
  userId: fc.constantFrom('0', '999999'),
})
const principalOf = ({
  customerId,
  ...rest
}: {
  customerId: string
  dataScope: Principal['dataScope']
  userId: string
}): Partial<Principal> => ({
  ...rest,
  customerId:
    customerId === 'none'
      ? null
      : customerId === 'own'
        ? world().customerId
        : world().otherCustomerId,
})

describe('the rows a caller reaches', () => {
  test('are the tenant’s, and of them the account’s', async () => {
    expect(await seen(as({}))).toEqual(own.map((row) => row.id))
    expect(await seen(as({ customerId: world().customerId, dataScope: 'customer' }))).toEqual(
      own.filter((row) => row.customerId === world().customerId).map((row) => row.id),
    )
    expect(await seen(as({ tenantId: '0' }))).toEqual([])
    expect(await seen(as({ dataScope: 'sales', userId: '0' }))).toEqual([])
    // All users of a suite's tenant belong to the head office; a department removed from a user no
    // longer counts.
    expect(await seen(as({ dataScope: 'depart', orgCode: 'A01', orgCodes: ['A01'] }))).toEqual(
      own.map((row) => row.id),
    )
    for (const [orgCode, orgCodes] of [
      [null, ['A01']],
      ['A01', []],
      ['A01A01', ['A01A01']],
      ['A02', ['A02']],
    ] as const)
      expect(await seen(as({ dataScope: 'depart', orgCode, orgCodes })), `${orgCode}`).toEqual([])
  })

  test('are never more with a rule than without, for any rule', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPrincipal,
        fc.array(anyRule, { minLength: 1, maxLength: 4 }),
        async (principal, rules) => {
          const free = await seen(as(principalOf(principal)))
          const bound = await seen(as({ ...principalOf(principal), rules }))
          expect(free).toEqual(expect.arrayContaining(bound))
          expect(
            await seen(as({ ...principalOf(principal), rules: [...rules, ...rules] })),
          ).toEqual(bound)
          expect(bound).toEqual(
            expect.arrayContaining(
              await seen(
                as({ ...principalOf(principal), rules: [...rules, city('RIGHT_LIKE', 'B')] }),
              ),
            ),
          )
          if (rules.every((rule) => rule.table !== 'consignee')) expect(bound).toEqual(free)
          if (
            rules.some(
              (rule) =>
                rule.table === 'consignee' &&
                (rule.field.includes(' ') ||
                  rule.field === 'City' ||
                  ['ext', 'USE_SQL_RULES', ''].includes(rule.op) ||
                  rule.value === '#{no_such}'),
            )
          )
            expect(bound).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })

  test('are exactly those a condition on a text means', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...RULE_OPS),
        anyValue.filter((value) => !/^#\{\w+\}$/.test(value.trim())),
        async (op, value) => {
          expect(await seen(as({ rules: [city(op, value)] }))).toEqual(
            own.filter((row) => holds(op, row.city, value)).map((row) => row.id),
          )
        },
      ),
      { numRuns: 150 },
    )
    expect(
      await seen(
        as({
          rules: [{ table: 'consignee', field: 'create_by', op: '=', value: '#{sys_user_code}' }],
        }),
      ),
    ).toEqual(own.filter((row) => row.createBy === 'anna').map((row) => row.id))
  })

  test('may be narrowed by what belongs to the caller: name, department, all departments, day and moment', async () => {
    const by = (field: string, op: string, value: string) => ({
      table: 'consignee',
      field,
      op,
      value,
    })
    const all = own.map((row) => row.id)
    const cities = (...requested: string[]) =>
      own.filter((row) => requested.includes(row.city)).map((row) => row.id)
    const here = (orgCode: string | null, ...orgCodes: string[]) =>
      as({ orgCode, orgCodes, rules: [] })
    const narrowed = (ctx: Ctx, ...rules: DataRule[]) =>
      seen(
        makeCtx({
          requestId: 'test',
          lang: 'en_US',
          log,
          deps: world().deps,
          http: null,
          executor: world().db.kysely,
          principal: { ...ctx.principal, rules },
        }),
      )
    expect(await narrowed(here('Oslo'), by('city', '=', '#{sys_org_code}'))).toEqual(cities('Oslo'))
    expect(await narrowed(here(null), by('city', '=', '#{sys_org_code}'))).toEqual([])
    expect(
      await narrowed(here('Oslo', 'Oslo', 'Bern'), by('city', '=', '#{sys_multi_org_code}')),
    ).toEqual(cities('Oslo', 'Bern'))
    expect(
      await narrowed(here('Oslo', 'Oslo', 'Bern'), by('city', 'IN', '#{sys_multi_org_code}')),
    ).toEqual(cities('Oslo', 'Bern'))
    expect(
      await narrowed(here('Oslo', 'Oslo', 'Bern'), by('city', '!=', '#{sys_multi_org_code}')),
    ).toEqual(all.filter((id) => !cities('Oslo', 'Bern').includes(id)))
    expect(
      await narrowed(here('Oslo', 'Os', 'Berl'), by('city', 'RIGHT_LIKE', '#{sys_multi_org_code}')),
    ).toEqual(cities('Oslo', 'Ost%', 'Berlin'))
    expect(
      await narrowed(here('Oslo', 'Os', 'Berl'), by('city', '>', '#{sys_multi_org_code}')),
    ).toEqual([])
    expect(await narrowed(here(null), by('city', '=', '#{sys_multi_org_code}'))).toEqual([])
    expect(
      await narrowed(as({ realname: 'anna' }), by('create_by', 'IN', '#{sys_user_name}')),
    ).toEqual(own.filter((row) => row.createBy === 'anna').map((row) => row.id))
    expect(await narrowed(as({}), by('create_time', '<', '#{sys_time}'))).toEqual(all)
    expect(await narrowed(as({}), by('create_time', '<', '#{sys_date}'))).toEqual([])
  })

  test('are compared as their column is, and none where a value does not fit it', async () => {
    const by = (field: string, op: string, value: string) =>
      seen(as({ rules: [{ table: 'consignee', field, op, value }] }))
    const all = own.map((row) => row.id)
    expect(await by('customer_id', 'IN', `${world().customerId}, 1`)).toEqual(
      own.filter((row) => row.customerId === world().customerId).map((row) => row.id),
    )
    expect(await by('create_time', '>=', '2020-01-01')).toEqual(all)
    expect(await by('create_time', '>=', '2020-01-01 00:00:00')).toEqual(all)
    for (const [field, op, value] of [
      ['customer_id', '=', 'C001'],
      ['customer_id', 'IN', '1,x'],
      ['customer_id', 'LIKE', '1'],
      ['create_time', '<', 'soon'],
      ['create_time', 'LIKE', '20'],
      ['tenant_id', '=', world().tenantId],
      ['id', '!=', '0'],
    ] as const)
      expect(await by(field, op, value), `${field} ${op} ${value}`).toEqual([])
  })

  test('are the same for changing and taking out', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPrincipal,
        fc.array(anyRule, { maxLength: 2 }),
        async (principal, rules) => {
          const ctx = as({ ...principalOf(principal), rules })
          const reach = await seen(ctx)
          const undone = new Error('undo')
          const within = inTx(ctx, async (tx) => {
            const changed = (await tx
              .rows('consignee')
              .update()
              .set({ remark: 'touched' })
              .returning('id')
              .execute()) as { id: string }[]
            expect(changed.map((row) => row.id).sort()).toEqual(reach.toSorted())
            const gone = (await tx.rows('consignee').remove().returning('id').execute()) as {
              id: string
            }[]
            expect(gone.map((row) => row.id).sort()).toEqual(reach.toSorted())
            const raw = await sql<{
              id: string
            }>`delete from consignee as c
              where ${tx.rows('consignee').where('c')} returning c.id`.execute(tx.db)
            expect(raw.rows).toEqual([])
            throw undone
          })
          await expect(within).rejects.toBe(undone)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('are written into the caller’s tenant, whatever is asked', async () => {
    const ctx = as({})
    const undone = new Error('undo')
    await expect(
      inTx(ctx, async (tx) => {
        const made = (await tx
          .rows('consignee')
          .insert({
            tenantId: '0',
            customerId: world().customerId,
            name: 'N',
            country: 'DE',
            city: 'C',
            street: 'S',
          } as never)
          .returning('tenantId')
          .execute()) as { tenantId: string }[]
        expect(made).toEqual([{ tenantId: world().tenantId }])
        throw undone
      }),
    ).rejects.toBe(undone)
  })

  test('of an undeclared table are none: there is no such question', () => {
    expect(() => as({}).rows('idempotency')).toThrow(/no declared scope/)
    expect(() => as({}).rows('loginFailure')).toThrow(/no declared scope/)
  })
})
