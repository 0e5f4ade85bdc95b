import { sql } from 'kysely'
import type { raises } from '#contracts/commercial/prices/raises.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { isOpenTo } from '#server/features/platform/users/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { businessDay, businessSpan } from '#server/kit/db/business-day.ts'
import { nameIn } from '#server/kit/db/name-in.ts'
import { failFields } from '#server/kit/http/errors.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { COST, isActive, readTable, readVersions } from '../price-tables.ts'
import type { PriceTable, Version } from '../price-tables.ts'

type Asked = Omit<In<typeof raises.make>, 'announced'>
type Raised = Out<typeof raises.preview>['tables'][number]
export type WhyNot = NonNullable<Raised['whyNot']>
type Customer = Raised['customers'][number]

/** What becomes of the prices of a service for the customers that share a table. */
export interface Step {
  service: Raised['service']
  table: PriceTable | null
  versions: readonly Version[]
  /** Of the table it follows. */
  baseVersions: readonly Version[]
  customers: readonly Customer[]
  way: NonNullable<Raised['way']>
  whyNot: WhyNot | null
  endsAt: string | null
}
export interface Plan {
  /** The first moment of the raise; today it is the present one. */
  at: string
  now: string
  steps: readonly Step[]
}

const LEAST_BP = -9_999
const MOST_BP = 100_000
const PAIRS_MAX = 2000
const WHOLE = 10_000n

/** Hundredths of a percent on top of others: 10 % and 3 % are 13.3 %. */
export function onTop(percentBp: number, raise: number): number {
  const product = (WHOLE + BigInt(percentBp)) * (WHOLE + BigInt(raise))
  return Number((2n * product + WHOLE) / (2n * WHOLE) - WHOLE)
}
const withinBounds = (bp: number) => bp >= LEAST_BP && bp <= MOST_BP

/** The tables behind customers and services as they are now, and what a raise does with each. */
export async function planRaise(ctx: Ctx, asked: Asked): Promise<Plan> {
  if (asked.customerIds.length * asked.serviceIds.length > PAIRS_MAX)
    failFields([{ path: 'serviceIds', code: 'raise.tooMany', data: { max: PAIRS_MAX } }])
  const moment = new Date(now()).toISOString()
  const today = await businessDay(ctx)
  if (asked.from < today) failFields([{ path: 'from', code: 'feeVersion.past' }])
  const at = asked.from === today ? moment : (await businessSpan(ctx, asked.from)).first
  const pairs = await readPairs(ctx, asked)
  const tables = new Map<string, { table: PriceTable; versions: Version[]; base: Version[] }>()
  const tableOf = async (id: string) => {
    const known = tables.get(id)
    if (known) return known
    const table = await readTable(ctx, id)
    const read = async (feeId: string | null) =>
      feeId === null
        ? []
        : (await readVersions(ctx, feeId)).filter((one) => one.publishedAt !== null)
    const found = { table, versions: await read(id), base: await read(table.baseFeeId) }
    tables.set(id, found)
    return found
  }
  const steps: Step[] = []
  for (const group of await groupPairs(pairs, async (feeId) => {
    const { table, versions } = await tableOf(feeId)
    return table.status === '1' && versions.some((one) => isActive(one, at))
  })) {
    const found = group.feeId === null ? null : await tableOf(group.feeId)
    const shared = found ? await isShared(ctx, found.table.id, group.customers) : false
    const step: Step = {
      service: group.service,
      table: found?.table ?? null,
      versions: found?.versions ?? [],
      baseVersions: found?.base ?? [],
      customers: group.customers,
      way: shared ? 'table' : 'version',
      whyNot: null,
      endsAt: null,
    }
    step.whyNot = !group.open ? 'notOpen' : group.idle ? 'ownTable' : whyNot(step, asked, at)
    if (step.way === 'version')
      step.endsAt = step.versions.find((one) => isActive(one, at))?.validTo ?? null
    steps.push(step)
  }
  return { at, now: moment, steps }
}

function whyNot(step: Step, { percentBp, from }: Asked, at: string): WhyNot | null {
  const { table, versions, baseVersions } = step
  if (!table || table.kind === COST) return 'noTable'
  if (table.validTo !== null && table.validTo < from) return 'ended'
  const version = versions.find((one) => isActive(one, at))
  if (!version || table.status !== '1') return 'noPrices'
  if (table.baseFeeId !== null && !baseVersions.some((one) => isActive(one, at))) return 'noPrices'
  const starts = versions.some((one) => Date.parse(one.validFrom!) === Date.parse(at))
  if (step.way === 'version' && starts) return 'sameStart'
  const later = versions.filter(
    (one) => one === version || Date.parse(one.validFrom!) > Date.parse(at),
  )
  return later.every((one) => withinBounds(onTop(one.percentBp ?? 0, percentBp))) ? null : 'limit'
}

interface Pair {
  serviceId: string
  code: string
  name: string
  customerId: string
  customerCode: string
  customer: string
  ownFee: string | null
  fee: string | null
  open: boolean
}

/** Every service with every customer; who is not within reach is refused by place. */
async function readPairs(ctx: Ctx, { customerIds, serviceIds }: Asked): Promise<Pair[]> {
  const found = await sql<Pair>`select s.id as service_id, s.code,
      ${nameIn(ctx.lang, 's.name')} as name, c.id as customer_id, c.code as customer_code,
      c.name as customer,
      a.fee_id as own_fee, s.fee_id as fee, ${isOpenTo(ctx, 's', sql.ref('c.id'))}::boolean as open
    from ${ctx.rows('deliveryService').as('s')}
      cross join ${ctx.rows('customer').as('c')}
      left join ${ctx.rows('feeCustomer').as('a')} on a.service_id = s.id and a.customer_id = c.id
    where s.id = any(${serviceIds}::bigint[]) and c.id = any(${customerIds}::bigint[])
    order by s.code, c.name, c.id`.execute(ctx.db)
  // A side without a row leaves no pair of the other: both are asked for by themselves.
  const known = await sql<{ id: string; kind: string }>`select s.id, 'serviceIds' as kind
      from ${ctx.rows('deliveryService').as('s')} where s.id = any(${serviceIds}::bigint[])
    union all select c.id, 'customerIds'
      from ${ctx.rows('customer').as('c')} where c.id = any(${customerIds}::bigint[])`.execute(
    ctx.db,
  )
  const named = (kind: string) =>
    new Set(known.rows.filter((one) => one.kind === kind).map(({ id }) => id))
  const missing = Object.entries({ customerIds, serviceIds }).flatMap(([kind, ids]) =>
    unknown(kind, ids, named(kind)),
  )
  if (missing.length > 0) failFields(missing)
  return found.rows
}

const unknown = (name: string, ids: readonly string[], known: ReadonlySet<string>) =>
  ids.flatMap((id, at) =>
    known.has(id) ? [] : [{ path: `${name}.${at}`, code: 'field.ref' as const }],
  )

interface Group {
  service: Raised['service']
  feeId: string | null
  open: boolean
  /** Their own table has no prices then: raised, the service's would take its place for good. */
  idle: boolean
  customers: Customer[]
}

/** By service and the customer's own table, else the service's. */
async function groupPairs(
  pairs: readonly Pair[],
  prices: (feeId: string) => Promise<boolean>,
): Promise<Group[]> {
  const groups = new Map<string, Group>()
  for (const pair of pairs) {
    const { serviceId, code, name, open } = pair
    const feeId = pair.ownFee ?? pair.fee
    const idle = pair.ownFee !== null && !(await prices(pair.ownFee))
    const key = `${serviceId}/${feeId ?? ''}/${open}/${idle}`
    const group = groups.get(key) ?? {
      service: { id: serviceId, code, name },
      feeId,
      open,
      idle,
      customers: [],
    }
    group.customers.push({ id: pair.customerId, code: pair.customerCode, name: pair.customer })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Whether a table prices for others, too: by service, by customer, or through one that follows it. */
async function isShared(ctx: Ctx, feeId: string, customers: readonly Customer[]): Promise<boolean> {
  const ids = customers.map(({ id }) => id)
  const found =
    await sql`select 1 from ${ctx.rows('deliveryService').as('s')} where s.fee_id = ${feeId}
    union all select 1 from ${ctx.rows('feeCustomer').as('a')}
      where a.fee_id = ${feeId} and not a.customer_id = any(${ids}::bigint[])
    union all select 1 from ${ctx.rows('fee').as('f')} where f.base_fee_id = ${feeId}
    limit 1`.execute(ctx.db)
  return found.rows.length > 0
}
