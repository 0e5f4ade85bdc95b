import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { depotDesk } from '#contracts/parties/depot-desk.ts'
import { sortCodesOf } from '#contracts/parties/depot-gates.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { lockDepot, nextVersion } from './lock-depot.ts'

interface Gate {
  id: string
  code: string
  name: string | null
  direction: string
  sortCodes: string | null
  enabled: boolean
  remark: string | null
}
type Draft = Omit<Gate, 'id'> & { id: string | null }
const FIELDS = ['code', 'name', 'direction', 'sortCodes', 'enabled', 'remark'] as const

/** All gates of a depot as the editor has them: new, changed and left out ones in one transaction. */
export function saveGates(
  ctx: Ctx,
  { depotId, version, gates }: In<typeof depotDesk.saveGates>,
): Promise<Out<typeof depotDesk.saveGates>> {
  return inTx(ctx, async (tx) => {
    await lockDepot(tx, depotId, version)
    const before = new Map((await gatesOf(tx, depotId)).map((gate) => [gate.id, gate]))
    const wanted = gates.map(
      ({ id, code, name, direction, sortCodes, enabled, remark }): Draft => ({
        id: id ?? null,
        code: code.trim(),
        name: name ?? null,
        direction,
        sortCodes: sortCodesOf(sortCodes).join(', ') || null,
        enabled,
        remark: remark ?? null,
      }),
    )
    const issues = await gateIssues(tx, wanted, before)
    if (issues.length > 0) failFields(issues)
    const staying = new Set(wanted.map(({ id }) => id))
    const gone = [...before.values()].filter(({ id }) => !staying.has(id))
    const changed = wanted.filter((gate): gate is Gate => {
      const was = gate.id === null ? undefined : before.get(gate.id)
      return was !== undefined && FIELDS.some((key) => was[key] !== gate[key])
    })
    await removeGates(tx, gone)
    await changeGates(tx, changed, before)
    const added = wanted.filter(({ id }) => id === null)
    await addGates(tx, depotId, added)
    return {
      version: await nextVersion(tx, depotId),
      added: added.length,
      changed: changed.length,
      deleted: gone.length,
    }
  })
}

async function gatesOf(tx: Tx, depotId: string): Promise<Gate[]> {
  const found = await sql<Gate>`select g.id, g.code, g.name, g.direction, g.sort_codes, g.enabled,
      g.remark
    from ${tx.rows('depotGate').as('g')} where g.depot_id = ${depotId} order by g.id`.execute(tx.db)
  return found.rows
}

async function gateIssues(
  tx: Tx,
  gates: readonly Draft[],
  before: ReadonlyMap<string, Gate>,
): Promise<RawIssue[]> {
  const words = await dictTexts(tx)
  const codes = new Set<string>()
  const ids = new Set<string>()
  const taken = new Map<string, string>()
  return gates.flatMap((gate, at): RawIssue[] => {
    const issue = (field: string, rest: Omit<RawIssue, 'path'>): RawIssue[] => [
      { path: `gates.${at}.${field}`, ...rest },
    ]
    const { id, code, direction } = gate
    if (id !== null && (!before.has(id) || ids.has(id))) return issue('code', { code: 'field.ref' })
    if (id !== null) ids.add(id)
    if (codes.has(code)) return issue('code', { code: 'field.duplicate', data: { value: code } })
    codes.add(code)
    if (words('gate_direction', direction) === '') return issue('direction', { code: 'field.dict' })
    if (!gate.enabled) return []
    for (const sortCode of sortCodesOf(gate.sortCodes)) {
      const other = taken.get(`${direction} ${sortCode}`)
      if (other !== undefined)
        return issue('sortCodes', {
          code: 'depotGate.codeTaken',
          data: { value: sortCode, gate: other },
        })
      taken.set(`${direction} ${sortCode}`, code)
    }
    return []
  })
}

async function removeGates(tx: Tx, gone: readonly Gate[]): Promise<void> {
  if (gone.length === 0) return
  await sql`delete from depot_gate as g where ${tx.rows('depotGate').where('g')}
    and g.id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  await tx.auditMany(
    'depot_gate',
    'delete',
    gone.map((gate) => ({ id: gate.id, before: gate, after: null })),
  )
}

/** Under other codes first: two gates may have changed theirs with one another. */
async function changeGates(
  tx: Tx,
  changed: readonly Gate[],
  before: ReadonlyMap<string, Gate>,
): Promise<void> {
  if (changed.length === 0) return
  await sql`update depot_gate as g set code = '#' || g.id
    where ${tx.rows('depotGate').where('g')}
      and g.id = any(${changed.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  await changeMany(tx, 'depotGate', changed, ({ id: _, ...gate }) => gate, { unlogged: 'all' })
  await tx.auditMany(
    'depot_gate',
    'edit',
    changed.map((gate) => ({ id: gate.id, before: before.get(gate.id) ?? null, after: gate })),
  )
}

async function addGates(tx: Tx, depotId: string, added: readonly Draft[]): Promise<void> {
  if (added.length === 0) return
  const made = await sql<{ id: string; code: string }>`insert into depot_gate (tenant_id, depot_id,
      code, name, direction, sort_codes, enabled, remark, create_by)
    select ${tx.principal.tenantId}, ${depotId}, x.code, x.name, x.direction, x."sortCodes",
      x.enabled, x.remark, ${tx.principal.username}
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as x(code text, name text,
      direction text, "sortCodes" text, enabled boolean, remark text)
    returning id, code`.execute(tx.db)
  const byCode = new Map(added.map((gate) => [gate.code, gate]))
  await tx.auditMany(
    'depot_gate',
    'add',
    made.rows.map(({ id, code }) => ({ id, before: null, after: byCode.get(code) ?? null })),
  )
}
