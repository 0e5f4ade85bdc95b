import { cruds } from '#contracts/catalogue.ts'
import type { Field } from '#contracts/kit/field.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { mod97 } from '#contracts/money/iban.ts'
import { isOwner, writable } from '#contracts/kit/entity.ts'
import type { DictOption } from '#contracts/platform/session/session.ts'
import type { Client, World } from '../harness.ts'
import { BY_HAND } from './rows-by-hand.ts'

export type Row = Record<string, unknown> & { id: string; version: number }

/** What no single field's definition can express, because fields must fit one another. */
const TOGETHER: Record<
  string,
  (
    n: number,
    world: World,
    add: (name: string) => Promise<Row>,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>
> = {
  'number-segments': (n, world) => {
    // Ranges may not overlap in the installation, and other suites' tenants are in it.
    const start = (Number(world.tenantId) % 9_000) * 10_000 + (n % 100) * 100
    return {
      scheme: 'S10',
      prefix: `Q${String.fromCharCode(65 + (n % 26))}`,
      suffix: 'DE',
      checkRule: null,
      startNo: start,
      endNo: start + 99,
      status: '0',
      customerId: null,
    }
  },
  shippers: () => ({ country: 'DE', postalCode: '10115' }),
  consignees: () => ({ country: 'DE', postalCode: '10115' }),
  // Only where the operator allows it.
  'data-sources': () => ({
    host: 'figures.example',
    port: 7,
    dbPassword: null,
    dbUrl: null,
    dbDriver: null,
  }),
  customers: () => ({ vatId: 'DE136695976', invoiceEmail: 'bills@catalogue.example' }),
  'case-terms': async (_n, world) => ({ type: await freeCaseType(world) }),
  'pod-carriers': (n) => ({
    filePatterns: `PC${n}_{trackno}.pdf\nPC${n}_{fba}.pdf`,
    numberPattern: `PC${n}[0-9]{8}`,
    email: `pod${n}@catalogue.example`,
  }),
  'predicted-returns': (n) => ({ trackNo: `PRE${n}`, goods: `SKU-${n}*2`, wish: 'relabel' }),
  'return-rules': (n) => ({ grades: 'AB', priority: (n % 999) + 1 }),
  'return-configs': async (n, _world, add) => ({
    customerId: (await add('customers')).id,
    addressCode: `AC${n}`,
  }),
  'recipient-mails': async (_n, _world, add) => ({ customerId: (await add('customers')).id }),
  'label-templates': () => ({ size: '100x150' }),
  'routing-codes': (n) => ({ matchType: 'PREFIX', valueFrom: `8${n}`, valueTo: null }),
  'number-pools': (n) => ({ reuseDays: 365 + n }),
  'partition-configs': (n) => ({
    matchType: 'PREFIX',
    valueFrom: `9${n}`,
    valueTo: null,
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
  }),
  surcharges: () => ({
    kind: 'SHIPMENT',
    amount: '3.50',
    rateBp: null,
    fuelIndexId: null,
    base: null,
    minAmount: null,
    inFuel: false,
    applies: 'ALWAYS',
    remoteListId: null,
    attribute: null,
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
  }),
  'event-templates': (n) => ({
    status: n % 2 === 0 ? '45' : '60',
    sub: n % 2 === 0 ? 'released' : 'not_home',
  }),
  'service-choices': () => ({
    countries: 'DE, FR',
    minWeight: '0.5',
    maxWeight: '30',
    minValue: null,
    maxValue: null,
    currency: null,
    kinds: 'B2B, WORLD',
    attributes: 'SIGNATURE',
    way: 'CHEAPEST',
    serviceId: null,
    serviceCodes: null,
  }),
  // Months to come: those that are over are not changed.
  'fuel-rates': (n) => ({
    month: `${2100 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
  }),
  'remote-postcodes': (n) => ({
    country: 'DE',
    valueFrom: String(10_000 + n),
    valueTo: null,
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
  }),
  'fee-cells': (n) => ({
    upTo: String(n),
    price: '4.20',
    step: null,
    stepPrice: null,
    minPrice: null,
  }),
  'delivery-services': () => ({
    izSingle: true,
    izMult: true,
    transitMin: 2,
    transitMax: 9,
    codLimits: 'EUR 3000',
  }),
  fees: () => ({ stepMode: 'A', currency: 'EUR', validFrom: '2026-01-01', validTo: '2026-12-31' }),
  'service-rules': () => ({ minValue: '0.5', maxValue: '30' }),
  'postal-rules': async (_n, world) => ({
    country: await freeCountry(world),
    pattern: '\\d{5}',
    sample: '12345',
  }),
  // A customer has a depot once.
  'user-depots': async (_n, _world, add) => ({ depotId: (await add('depots')).id }),
  couriers: () => ({
    adapter: 'none',
    logo: null,
    apiBase: null,
    trackingUrl: null,
    numberPattern: null,
  }),
  'status-maps': async (_n, _world, add) => ({
    courier: (await add('couriers')).code,
    pattern: null,
    sub: null,
  }),
  'message-templates': () => ({ templateTestJson: '{"a":1}' }),
  // A scope wider than the user's own cannot be given.
  roles: () => ({ dataScope: 'depot', homePath: '/tracking/search' }),
  'check-rules': () => ({ ruleJson: '[{"digits":"*","pattern":"[A-Z]+","message":"letters"}]' }),
  'fill-rules': () => ({ ruleClass: 'serial', ruleParams: '{"prefix":"A","digits":4}' }),
  'print-sets': () => ({ isDefault: false, paper: 'own' }),
  embargoes: (n) => ({ hsPrefix: `9${n}` }),
  depots: () => ({ timeZone: 'Europe/Berlin' }),
  channels: () => ({ adapter: null, countries: 'DE', maxWeight: '30', maxSide: '120' }),
  'payment-accounts': (n) => ({
    kind: 'PSP',
    provider: 'STRIPE',
    iban: testIban(n),
    bic: 'COBADEFFXXX',
    isDefault: false,
    enabled: true,
  }),
  'tax-rates': (n) => ({ vatex: `VATEX-EU-${n}` }),
  suppliers: () => ({ contractFrom: '2026-01-01', contractTo: '2026-12-31' }),
  'fba-warehouses': (n) => ({ code: `W${n}`, timeZone: 'Europe/Berlin' }),
  notices: () => ({
    msgType: 'ALL',
    userIds: null,
    startTime: '2026-03-01T10:00:00.000Z',
    endTime: null,
    openType: null,
    msgContent: '<p>Line one</p>',
  }),
}

/** A German IBAN of its own. */
const testIban = (n: number): string => {
  const bban = `37040044${String(n).padStart(10, '0')}`
  return `DE${String(98 - mod97(`${bban}DE00`)).padStart(2, '0')}${bban}`
}

const given = new Set<string>()
/** A country without postal code rules. */
async function freeCountry(world: World): Promise<string> {
  const free = await world.db.pool.query<{ value: string }>(
    `select i.item_value as value from sys_dict d join sys_dict_item i on i.tenant_id = d.tenant_id and i.dict_id = d.id
    where d.tenant_id = 0 and d.dict_code = 'country' and not exists (select 1 from postal_rule p
    where p.tenant_id = $1 and p.country = i.item_value) order by 1`,
    [world.tenantId],
  )
  const next = free.rows.find(({ value }) => !given.has(value))!.value
  given.add(next)
  return next
}

/** A type of case without hours of its own; where all have some, the oldest lose theirs. */
async function freeCaseType(world: World): Promise<string> {
  const types = await world.db.pool.query<{ value: string; id: string | null }>(
    `select i.item_value as value, t.id from sys_dict d
      join sys_dict_item i on i.tenant_id = d.tenant_id and i.dict_id = d.id
      left join case_term t on t.tenant_id = $1 and t.type = i.item_value
    where d.tenant_id = 0 and d.dict_code = 'case_type' order by t.id nulls first limit 1`,
    [world.tenantId],
  )
  const { value, id } = types.rows[0]!
  await world.db.pool.query('delete from case_term where tenant_id = $1 and id = $2', [
    world.tenantId,
    id,
  ])
  return value
}

/**
 * Valid rows of any entity, made over HTTP from nothing but its definition; parents are added
 * first.
 */
export function rowMaker(world: World, client: Client) {
  let count = 0
  const parents = new Map<string, Promise<string>>()
  const making = new Set<string>()
  const dictionaries = new Map<string, Promise<DictOption[]>>()
  const items = (code: string): Promise<DictOption[]> => {
    const known =
      dictionaries.get(code) ??
      client.get(`/sys/dict/getDictItems/${code}`).then((answer) => answer.result as DictOption[])
    dictionaries.set(code, known)
    return known
  }

  async function value(name: string, spec: Field, n: number): Promise<unknown> {
    const least = spec.min ?? 1
    switch (spec.type) {
      case 'text':
        return `${name.slice(0, 4)}${n}`.slice(0, spec.max ?? 200)
      case 'textarea':
        return `Line one ${n}\nline two`
      case 'int':
        return Math.min(Math.max(least, n), spec.max ?? n)
      case 'decimal':
      case 'weight':
      case 'length':
      case 'money':
        return String(Math.min(Math.max(least, n), spec.max ?? n))
      case 'bool':
        return n % 2 === 0
      case 'date':
        return `2026-03-${String((n % 28) + 1).padStart(2, '0')}`
      case 'datetime':
        return '2026-03-01T10:00:00Z'
      case 'dict':
        return (await items(spec.dict!))[0]?.value
      case 'ref':
        // A table may name one that names it: the second is made without. So is a row without calls.
        return !spec.required && (making.has(spec.ref!) || !hasCalls(spec.ref!))
          ? null
          : parentId(spec.ref!)
    }
  }

  const hasCalls = (name: string) => cruds.some((one) => one.name === name)

  function parentId(name: string): Promise<string> {
    const known = parents.get(name) ?? makeParent(name)
    parents.set(name, known)
    return known
  }
  async function makeParent(name: string): Promise<string> {
    const of = cruds.find((one) => one.name === name)!
    if (of.verbs.includes('add')) {
      making.add(name)
      const row = await add(of).finally(() => making.delete(name))
      return row.id
    }
    const there = (await client.get(`${of.path}/options`)).result as { value: string }[]
    return there[0]?.value ?? (await BY_HAND[name]!(world, client))
  }

  async function draft(of: Crud): Promise<Record<string, unknown>> {
    const n = ++count
    const own: Record<string, unknown> = {}
    for (const [name, spec] of writable(of.fields))
      own[name] = isOwner(name, of.scope) ? world.customerId : await value(name, spec, n)
    return {
      ...own,
      ...(await TOGETHER[of.name]?.(n, world, (name) =>
        add(cruds.find((one) => one.name === name)!),
      )),
    }
  }

  /** Adds a row; names the entity and the reason where the server refuses. */
  async function add(of: Crud): Promise<Row> {
    const sent = await draft(of)
    const answer = await client.post(`${of.path}/add`, sent)
    if (!answer.success)
      throw new Error(`${of.name}: ${answer.error} ${answer.message} ${JSON.stringify(sent)}`)
    return answer.result as Row
  }

  /** A row of a list, by whatever way there is to one; null where there is none. */
  async function some(of: Crud): Promise<Row | null> {
    if (of.verbs.includes('add')) return add(of)
    const byHand = BY_HAND[of.name]
    if (!byHand) return null
    const id = await byHand(world, client)
    return (
      ((await client.get(`${of.path}/list`, { selections: id })).result as { records: Row[] })
        .records[0] ?? null
    )
  }
  return { draft, add, some, items }
}
