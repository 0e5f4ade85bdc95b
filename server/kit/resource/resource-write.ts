import { sql } from 'kysely'
import type { Field } from '#contracts/kit/field.ts'
import type { Crud } from '#contracts/kit/crud.ts'
import { CURRENCY_DICT, isCurrency } from '#contracts/kit/money.ts'
import { columnOf, isOwner, writable, type Entity } from '#contracts/kit/entity.ts'
import { whyClosed } from '#contracts/kit/when.ts'
import type { BulkResult } from '#contracts/kit/envelope.ts'
import type { Ctx, Tx } from '../access/ctx.ts'
import { currencyIn, placeOf } from './currency.ts'
import { eachRow } from './each-row.ts'
import type { Hooks } from './hooks.ts'
import { dictTexts } from '../http/dict-texts.ts'
import { asErrorCode } from '../http/texts.ts'
import { fail, failConflict, failFields, failMissing, type RawIssue } from '../http/errors.ts'
import { withoutMasks } from '../http/personal.ts'
import { refuseBroken, type Written } from '../db/broken-constraint.ts'
import { change, type ChangeableTable } from '../db/change.ts'
import { refTarget, rowById, tableKey, type WireRow } from './resource-rows.ts'
import { inTx } from '../db/tx.ts'
import { toDatabase } from '../access/to-database.ts'
import { toWire, valueIssue } from './values.ts'

export type Draft = Record<string, unknown>

/** Refuses what the entity's `when` closes for this row. */
function requireOpen(of: Crud, action: 'edit' | 'delete', row: WireRow): void {
  const code = whyClosed(of, action, row)
  if (code === null) return
  const field = of.when?.[action]?.field ?? ''
  fail(asErrorCode(code), {
    label: row[of.label],
    [field]: row[`${field}_dictText`] ?? row[field],
  })
}

export function addRow(ctx: Ctx, of: Entity, draft: Draft, hooks: Hooks): Promise<WireRow> {
  return inTx(ctx, async (tx) => {
    own(tx, of, draft)
    await checkChoices(tx, of, draft, null)
    await hooks.beforeSave?.(tx, draft, null)
    const values = await columns(tx, of, draft, null)
    const id = await mapDbErrors(of, draft, async () => {
      const names = [
        ...Object.keys(values),
        'create_by',
        ...(of.scope === 'global' ? [] : ['tenant_id']),
      ]
      const data = [
        ...Object.values(values),
        tx.principal.username,
        ...(of.scope === 'global' ? [] : [tx.principal.tenantId]),
      ]
      const done = await sql<{
        id: string
      }>`insert into ${sql.table(of.table)} (${sql.join(names.map((name) => sql.id(name)))})
        values (${sql.join(data)}) returning id`.execute(tx.db)
      return done.rows[0]!.id
    })
    const row = await rowById(tx, of, id)
    if (!row) failMissing()
    await tx.audit(of.table, id, 'add', null, row.wire)
    await hooks.afterSave?.(tx, row.wire, null)
    return asLeft(tx, of, row.wire, hooks)
  })
}

/** The row as a hook left it: one that wrote it again raised its version. */
async function asLeft(tx: Tx, of: Entity, row: WireRow, hooks: Hooks): Promise<WireRow> {
  return hooks.afterSave ? ((await rowById(tx, of, row.id))?.wire ?? failMissing()) : row
}

export function editRow(
  ctx: Ctx,
  of: Crud,
  id: string,
  version: number,
  draft: Draft,
  hooks: Hooks,
): Promise<WireRow> {
  return inTx(ctx, async (tx) => {
    const before = await rowById(tx, of, id, true)
    if (!before) failMissing()
    if (before.wire.version !== version) failConflict('row.stale', before.wire)
    requireOpen(of, 'edit', before.wire)
    Object.assign(draft, withoutMasks(tx.principal, draft, before.wire))
    if (tx.principal.customerId !== null && of.scope === 'owner') delete draft.customerId
    await checkChoices(tx, of, draft, before.raw)
    await hooks.beforeSave?.(tx, draft, before.wire)
    const values = Object.entries(await columns(tx, of, draft, before.raw))
    await change(
      tx,
      tableKey(of.table) as ChangeableTable,
      { ...before.raw, id },
      Object.fromEntries(values.map(([name, value]) => [tableKey(name), value])),
      { unlogged: 'all', broken: written(of, { ...before.wire, ...draft }, before.wire) },
    )
    const row = await rowById(tx, of, id)
    if (!row) failMissing()
    await tx.audit(of.table, id, 'edit', before.wire, row.wire)
    await hooks.afterSave?.(tx, row.wire, before.wire)
    return asLeft(tx, of, row.wire, hooks)
  })
}

/** Answers the row that was deleted. */
export function deleteRow(ctx: Ctx, of: Crud, id: string, hooks: Hooks): Promise<WireRow> {
  return inTx(ctx, async (tx) => {
    const before = await rowById(tx, of, id, true)
    if (!before) failMissing()
    requireOpen(of, 'delete', before.wire)
    await hooks.beforeDelete?.(tx, before.wire)
    await mapDbErrors(of, before.wire, () =>
      sql`delete from ${sql.table(of.table)} as t
        where ${tx.rows(tableKey(of.table)).where('t')} and t.id = ${id}`.execute(tx.db),
    )
    await tx.audit(of.table, id, 'delete', before.wire, null)
    return before.wire
  })
}

/** Each row by itself: one that cannot go does not keep the others. */
export async function deleteRows(
  ctx: Ctx,
  of: Crud,
  ids: readonly string[],
  hooks: Hooks,
): Promise<BulkResult> {
  return eachRow(ctx, ids, async (tx, id) => {
    const row = await deleteRow(tx, of, id, hooks)
    return String(row[of.label] ?? id)
  })
}

/** A customer's rows are the customer's, for any body; staff must name the customer. */
function own(ctx: Ctx, of: Entity, draft: Draft): void {
  if (of.scope !== 'owner' || !of.fields.customerId) return
  if (ctx.principal.customerId !== null) draft.customerId = ctx.principal.customerId
  else if (!draft.customerId && of.fields.customerId.required)
    failFields([{ path: 'customerId', code: 'field.required' }])
}

/**
 * A tenant may add what it likes to its dictionary; amounts are only held in currencies of ISO
 * 4217.
 */
const isNoCurrency = (spec: Field, value: string): boolean =>
  spec.dict === CURRENCY_DICT && !isCurrency(value)

/**
 * Choices must be of their dictionary, before a hook relies on them; one that was taken out of it
 * meanwhile may stay where it is.
 */
async function checkChoices(
  ctx: Ctx,
  of: Entity,
  draft: Draft,
  before: Draft | null,
): Promise<void> {
  const words = await dictTexts(ctx)
  const issues = writable(of.fields).filter(([name, spec]) => {
    const value = draft[name]
    return (
      spec.dict !== null &&
      value !== undefined &&
      value !== null &&
      (words(spec.dict, String(value)) === '' || isNoCurrency(spec, String(value))) &&
      String(value) !== String(before?.[name])
    )
  })
  if (issues.length > 0)
    failFields(
      issues.map(([path, spec]) => ({
        path,
        code: isNoCurrency(spec, String(draft[path])) ? 'field.currency' : 'field.dict',
        data: { currency: draft[path] },
      })),
    )
}

/**
 * Database columns of a draft: only writable fields that were sent, references the caller can see.
 */
async function columns(
  ctx: Ctx,
  of: Entity,
  draft: Draft,
  before: Draft | null,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {}
  const issues: RawIssue[] = []
  const currencyAfter = currencies(ctx, of, draft, before)
  for (const [name, spec] of writable(of.fields)) {
    const currency = spec.type === 'money' ? await currencyAfter(spec) : null
    const sent = draft[name] ?? (draft[name] === null ? null : restated(of, name, currency, before))
    if (sent === undefined && (before !== null || spec.initial === null)) continue
    if (spec.perm && !ctx.holds(spec.perm) && !isOwner(name, of.scope)) continue
    const value = toDatabase(
      spec,
      sent === undefined || sent === null || sent === '' ? spec.initial : sent,
      currency,
    )
    if (value === undefined) issues.push({ path: name, ...valueIssue(spec, sent, currency) })
    else if (spec.ref && value !== null && !(await visible(ctx, spec.ref, String(value))))
      issues.push({ path: name, code: 'field.ref' })
    else if (value === null && before !== null && isOwner(name, of.scope)) continue
    else values[columnOf(name, spec)] = value
  }
  if (issues.length > 0) failFields(issues)
  return values
}

/**
 * The currency a money field has once the draft is saved; another row's is looked up once and held
 * still.
 */
function currencies(
  ctx: Ctx,
  of: Entity,
  draft: Draft,
  before: Draft | null,
): (spec: Field) => Promise<string | null> {
  const known = new Map<string, Promise<string | null>>()
  return (spec) => {
    const { key, name, column, by } = placeOf(of, spec)
    const sent = draft[by?.field ?? name]
    if (sent === undefined && before) return Promise.resolve(currencyIn(of, spec, before))
    if (!by || sent === null || sent === undefined)
      return Promise.resolve(typeof sent === 'string' ? sent : null)
    const found =
      known.get(key) ??
      sql<{ currency: string }>`select ${sql.ref(`c.${column}`)} as currency
        from ${sql.table(by.table)} as c
        where ${ctx.rows(tableKey(by.table)).where('c')} and c.id = ${sent} for share`
        .execute(ctx.db)
        .then(({ rows }) => rows[0]?.currency ?? null)
    known.set(key, found)
    return found
  }
}

/**
 * An amount that was not sent keeps its value when the row's currency changes, and so is stored in
 * other minor units.
 */
function restated(
  of: Entity,
  name: string,
  currency: string | null,
  before: Draft | null,
): unknown {
  const spec = of.fields[name]
  if (spec?.type !== 'money' || !before || before[name] === null) return undefined
  const old = currencyIn(of, spec, before)
  return old === currency ? undefined : toWire(spec, before[name], old)
}

async function visible(ctx: Ctx, ref: string, id: string): Promise<boolean> {
  const target = refTarget(ref)
  if (!target) return false
  const found =
    await sql`select 1 from ${ctx.rows(tableKey(target.table)).as('t')} where t.id = ${id}`.execute(
      ctx.db,
    )
  return found.rows.length > 0
}

/** What a constraint may be about, in the entity's fields; `before` is null for a new row. */
function written(
  of: Entity,
  row: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
): Written {
  const names = new Map<string, string>(
    Object.entries(of.fields).map(([name, spec]) => [tableKey(columnOf(name, spec)), name]),
  )
  return {
    table: of.table,
    field: (column) => names.get(column) ?? null,
    value: (column) => row[names.get(column) ?? column],
    changed: [...names]
      .filter(([, name]) => name in row && row[name] !== before?.[name])
      .map(([column]) => column),
    telling: (column) => {
      const { unique, type } = of.fields[names.get(column)!]!
      return unique ? 2 : type === 'text' ? 1 : 0
    },
  }
}

/** What the database refuses of a new or deleted row, as the field it is about. */
export function mapDbErrors<R>(
  of: Entity,
  row: Readonly<Record<string, unknown>>,
  work: () => Promise<R>,
): Promise<R> {
  return work().catch((error: unknown) => refuseBroken(error, written(of, row, null)))
}
