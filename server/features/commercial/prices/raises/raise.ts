import { sql } from 'kysely'
import type { raises } from '#contracts/commercial/prices/raises.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import {
  priceFreight,
  withPercent,
  type FeeCell,
} from '#server/features/commercial/rating/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failConflict, failDenied } from '#server/kit/http/errors.ts'
import { copyRows } from '#server/kit/resource/copy-rows.ts'
import { freeCodes } from '../copy-tables.ts'
import { readCells, readZones } from '../price-cells.ts'
import {
  copyContents,
  insertVersion,
  isActive,
  readVersions,
  type PriceTable,
  type Version,
} from '../price-tables.ts'
import { onTop, planRaise, type Plan, type Step } from './plan.ts'

type Calls = typeof raises
type Made = Out<Calls['make']>['made'][number]

/** It gives tables to customers, too. */
export function requireEditor(ctx: Ctx): void {
  if (!ctx.can('dlv:fee:edit')) failDenied()
}

export async function previewRaise(
  ctx: Ctx,
  asked: In<Calls['preview']>,
): Promise<Out<Calls['preview']>> {
  requireEditor(ctx)
  const plan = await planRaise(ctx, asked)
  const tables: Out<Calls['preview']>['tables'] = []
  for (const step of plan.steps) {
    const { service, table, customers, way, whyNot, endsAt } = step
    tables.push({
      service,
      table: table && { id: table.id, code: table.code, name: nameOf(ctx, table) },
      currency: table?.currency ?? null,
      customers: [...customers],
      way: whyNot === null ? way : null,
      whyNot,
      endsAt: whyNot === null ? endsAt : null,
      changesAt: whyNot === null ? changesAt(plan, step) : null,
      sample: whyNot === null && table ? await sampleOf(ctx, plan, { ...step, table }, asked) : [],
    })
  }
  return { tables }
}

const nameOf = (ctx: Ctx, { name, nameEn }: PriceTable): string =>
  ctx.lang === 'en_US' ? (nameEn ?? name) : name

/** When another version begins between now and the raise, the table's own or of what it follows. */
const changesAt = ({ now, at }: Plan, { versions, baseVersions }: Step): string | null =>
  [...versions, ...baseVersions]
    .flatMap(({ validFrom }) => validFrom ?? [])
    .filter((from) => Date.parse(from) > Date.parse(now) && Date.parse(from) <= Date.parse(at))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1) ?? null

/** Freight of one weight in every zone, today and on the first day of the raise. */
async function sampleOf(
  ctx: Ctx,
  plan: Plan,
  { table, versions, baseVersions }: Step & { table: PriceTable },
  { percentBp, sampleG }: In<Calls['preview']>,
): Promise<Out<Calls['preview']>['tables'][number]['sample']> {
  const follows = table.baseFeeId !== null
  const pricesAt = async (at: string) => {
    const version = versions.find((one) => isActive(one, at))
    const under = follows ? baseVersions.find((one) => isActive(one, at)) : version
    const own = follows ? (version?.percentBp ?? 0) : 0
    return { cells: version && under ? await readCells(ctx, under.id) : [], own }
  }
  const today = await pricesAt(plan.now)
  const { cells, own } = plan.at === plan.now ? today : await pricesAt(plan.at)
  const price = (priced: readonly FeeCell[], zone: { id: string; code: string }) => {
    const fee = { ...table, active: true, surcharges: [], cells: [...priced] }
    const found = priceFreight(fee, zone, sampleG)
    return found.ok ? formatMoney({ minor: found.price.amount, currency: table.currency }) : null
  }
  const charged = withPercent(today.cells, today.own)
  const [is, willBe] = [withPercent(cells, own), withPercent(cells, onTop(own, percentBp))]
  return (await readZones(ctx, table)).flatMap((zone) => {
    const [before, after] = [price(is, zone), price(willBe, zone)]
    return before === null || after === null
      ? []
      : [{ zone: zone.code, now: price(charged, zone), before, after }]
  })
}

/** Raises everything the plan can raise, behind the locks of the tables it is made from. */
export function makeRaise(ctx: Ctx, asked: In<Calls['make']>): Promise<Out<Calls['make']>> {
  requireEditor(ctx)
  return inTx(ctx, async (tx) => {
    const first = await planRaise(tx, asked)
    const ids = first.steps.flatMap(({ table }) => table?.id ?? [])
    await sql`select 1 from fee as f where ${tx.rows('fee').where('f')}
      and f.id = any(${ids}::bigint[]) order by f.id for no key update`.execute(tx.db)
    const plan = await planRaise(tx, asked)
    const made: Made[] = []
    for (const step of plan.steps) {
      const { table, way } = step
      if (step.whyNot !== null || table === null) continue
      const raise = way === 'version' ? addVersion : addTable
      made.push(...(await raise(tx, plan, { ...step, table }, asked)))
    }
    if (made.length === 0) fail('raise.nothing')
    return { made }
  })
}

type Raise = In<Calls['make']>
type Known = Step & { table: PriceTable }

/** A table that is theirs alone: its next version. */
async function addVersion(tx: Tx, plan: Plan, step: Known, asked: Raise): Promise<Made[]> {
  const { table } = step
  const before = step.versions.find((one) => isActive(one, plan.at))!
  await change(tx, 'feeVersion', { id: before.id }, { validTo: plan.at })
  const follows = table.baseFeeId !== null
  const id = await insertVersion(tx, table.id, {
    validFrom: plan.at,
    validTo: before.validTo,
    percentBp: follows ? onTop(before.percentBp ?? 0, asked.percentBp) : null,
    announced: asked.announced ?? false,
  })
  await copyContents(tx, before.id, id)
  if (!follows) await raiseCells(tx, id, asked.percentBp)
  return [await note(tx, step, { id: table.id, code: table.code }, id, 'version', asked)]
}

/** As `withPercent` rounds: half up. */
async function raiseCells(tx: Tx, versionId: string, percentBp: number): Promise<void> {
  const factor = String(10_000 + percentBp)
  await sql`update fee_cell as c set
      price = (2 * c.price * ${factor}::bigint + 10000) / 20000,
      step_price = (2 * c.step_price * ${factor}::bigint + 10000) / 20000,
      min_price = (2 * c.min_price * ${factor}::bigint + 10000) / 20000
    where ${tx.rows('feeCell').where('c')} and c.version_id = ${versionId}`.execute(tx.db)
}

/**
 * A table others have, too: the customers get one that follows it, at the same prices until the
 * raise. Of a table that follows another one that other one is followed, with what was on top.
 */
async function addTable(tx: Tx, plan: Plan, step: Known, asked: Raise): Promise<Made[]> {
  const { table, service, customers } = step
  const code = await codeFor(tx, table, customers)
  const names = customers.map(({ name }) => name)
  const whom = names.length > 2 ? `${names[0]} +${names.length - 1}` : names.join(', ')
  const copies = await copyRows(tx, 'fee', {
    where: sql`r.id = ${table.id}`,
    change: {
      code,
      name: `${table.name} · ${whom}`.slice(0, 100),
      name_en: table.nameEn && `${table.nameEn} · ${whom}`.slice(0, 100),
      service_id: service.id,
      base_fee_id: table.baseFeeId ?? table.id,
      status: '1',
      valid_from: await businessDay(tx),
    },
  })
  const feeId = copies.get(table.id)!
  await tx.audit('fee', feeId, 'add', null, { code, serviceId: service.id, copyOf: table.id })
  const replaced = await moveCustomers(tx, step, feeId)
  const made: Made[] = []
  const spans = spansOf(plan, step)
  for (const [at, { start, version }] of spans.entries()) {
    const raised = Date.parse(start) >= Date.parse(plan.at)
    const own = table.baseFeeId === null ? 0 : (version.percentBp ?? 0)
    const id = await insertVersion(tx, feeId, {
      validFrom: start,
      validTo: spans[at + 1]?.start ?? null,
      percentBp: raised ? onTop(own, asked.percentBp) : own,
      announced: raised && (asked.announced ?? false),
      replaced: raised ? replaced : null,
    })
    if (table.baseFeeId !== null)
      await copyRows(tx, 'surcharge', {
        where: sql`r.version_id = ${version.id}`,
        change: { fee_id: feeId, version_id: id },
      })
    if (raised) made.push(await note(tx, step, { id: feeId, code }, id, 'table', asked))
  }
  return made
}

/** Of one customer with its code, which the table of no other has. */
async function codeFor(tx: Tx, table: PriceTable, [one, ...more]: Step['customers']) {
  const named = one && more.length === 0 ? `${table.code}-${one.code}` : table.code
  return (await freeCodes(tx, named, [table], named !== table.code)).get(table.id)!
}

/** Gives them the table in place of the planned one; what each had of their own before. */
async function moveCustomers(
  tx: Tx,
  { table, service, customers }: Known,
  feeId: string,
): Promise<NonNullable<Version['replaced']>> {
  const ids = customers.map(({ id }) => id)
  const own = await sql<{ id: string; feeId: string | null }>`select x.id, a.fee_id
    from unnest(${ids}::bigint[]) as x(id)
    left join ${tx.rows('feeCustomer').as('a')}
      on a.service_id = ${service.id} and a.customer_id = x.id`.execute(tx.db)
  const moved = await sql`insert into fee_customer (tenant_id, service_id, customer_id, fee_id)
    select ${tx.principal.tenantId}, ${service.id}, x.id, ${feeId}
    from unnest(${ids}::bigint[]) as x(id)
    on conflict (tenant_id, service_id, customer_id)
      do update set fee_id = excluded.fee_id where fee_customer.fee_id = ${table.id}
    returning customer_id`.execute(tx.db)
  // One of them was given another table meanwhile.
  if (moved.rows.length < ids.length) failConflict('row.stale')
  await tx.audit('fee', feeId, 'edit', { customers: [] }, { customers: ids })
  return Object.fromEntries(own.rows.map(({ id, feeId }) => [id, feeId]))
}

/** Starts of the new table's versions, each with the version whose percentage and surcharges it has. */
function spansOf(
  { at, now }: Plan,
  { table, versions }: Known,
): { start: string; version: Version }[] {
  const follows = table.baseFeeId !== null
  const active = versions.find((one) => isActive(one, at))!
  const present = versions.find((one) => isActive(one, now))
  const starts = versions
    .filter((one) => follows && Date.parse(one.validFrom!) > Date.parse(now))
    .filter((one) => Date.parse(one.validFrom!) !== Date.parse(at))
    .map((version) => ({ start: version.validFrom!, version }))
  const first =
    present && Date.parse(now) < Date.parse(at) ? [{ start: now, version: present }] : []
  return [...first, ...starts, { start: at, version: active }].toSorted(
    (a, b) => Date.parse(a.start) - Date.parse(b.start),
  )
}

async function note(
  tx: Tx,
  { service, customers }: Known,
  fee: { id: string; code: string },
  versionId: string,
  way: Made['way'],
  { percentBp, from }: Raise,
): Promise<Made> {
  await tx.audit('fee_version', versionId, 'add', null, {
    feeId: fee.id,
    validFrom: from,
    percentBp,
  })
  const version = (await readVersions(tx, fee.id)).find(({ id }) => id === versionId)!
  return {
    service: service.code,
    feeId: fee.id,
    code: fee.code,
    versionId,
    versionNo: version.versionNo,
    validFrom: version.validFrom!,
    customers: customers.length,
    names: customers.map(({ name }) => name),
    way,
  }
}
