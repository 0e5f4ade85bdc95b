import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Intercepted, InterceptOfOrder, intercepts } from '#contracts/depot/intercepts.ts'
import { interceptChanged } from '#contracts/depot/scans.events.ts'
import { INTERCEPT } from '#contracts/depot/scans.states.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { accountNames } from '#server/kit/http/account-names.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { moveFiles } from '#server/kit/files/stored-files.ts'
import { PARCEL_FILES } from '#server/features/orders/shipments/index.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { findScanned } from '../scans/index.ts'
import { INTERCEPT_FILES } from './intercept-files.ts'

type Status = '1' | '2' | '3'
export interface Intercept {
  id: string
  version: number
  no: string
  status: Status
  depotId: string
  note: string | null
  createBy: string | null
}

/** What is set apart under this number and not released, locked. */
export async function openIntercept(tx: Tx, no: string): Promise<Intercept | null> {
  const { rows } = await sql<Intercept>`select i.id, i.version, i.no, i.status, i.depot_id,
      i.note, i.create_by
    from intercept as i where ${tx.rows('intercept').where('i')}
      and i.no = any(${spellingsOf(no)}::text[]) and i.status <> ${INTERCEPT.released}
    order by i.id for update`.execute(tx.db)
  return rows[0] ?? null
}

/** The same of a parcel, whichever of its numbers it was stopped by. */
export async function openInterceptOf(tx: Tx, parcelId: string): Promise<Intercept | null> {
  const { rows } = await sql<Intercept>`select i.id, i.version, i.no, i.status, i.depot_id,
      i.note, i.create_by
    from intercept as i where ${tx.rows('intercept').where('i')}
      and i.status <> ${INTERCEPT.released}
      and i.no in (select unnest(array[p.track_no, p.serial_number])
        from ${tx.rows('parcel').as('p')} where p.id = ${parcelId})
    order by i.id for update of i`.execute(tx.db)
  return rows[0] ?? null
}

/** Whether it lies apart still, and does until the commit. */
export async function liesApart(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from intercept as i
    where ${tx.rows('intercept').where('i')} and i.id = ${id}
      and i.status = ${INTERCEPT.intercepted} for share`.execute(tx.db)
  return rows.length > 0
}

/** Sets a number apart; one that is already stays the one it is, and lies there from now on. */
export async function setApart(
  tx: Tx,
  {
    no,
    depotId,
    here,
    note,
    batchId,
  }: {
    no: string
    depotId: string
    here: boolean
    note?: string | null | undefined
    batchId?: string | null | undefined
  },
): Promise<Intercept> {
  const by = tx.principal.username
  const made =
    await sql<Intercept>`insert into intercept (tenant_id, no, depot_id, status, batch_id,
      note, intercepted_at, intercepted_by, create_by)
    values (${tx.principal.tenantId}, ${no}, ${depotId},
      ${here ? INTERCEPT.intercepted : INTERCEPT.waiting}, ${batchId ?? null}, ${note || null},
      ${here ? sql`now()` : null}, ${here ? by : null}, ${by})
    on conflict (tenant_id, no) where status <> '3' do nothing
    returning id, version, no, status, depot_id, note, create_by`.execute(tx.db)
  const row = made.rows[0]
  if (!row) {
    const open = (await openIntercept(tx, no)) ?? fail('intercept.elsewhere', { no })
    return here && open.status === INTERCEPT.waiting ? turn(tx, open, INTERCEPT.intercepted) : open
  }
  await tx.audit('intercept', row.id, 'add', null, { no, status: row.status })
  await emit(tx, row)
  return row
}

/** Brings a locked one on; refused where it is not in the state before. */
async function turn(
  tx: Tx,
  row: Intercept,
  status: Status,
  releaseNote?: string,
): Promise<Intercept> {
  const by = tx.principal.username
  const after = await change(
    tx,
    'intercept',
    row,
    status === INTERCEPT.released
      ? { status, releasedAt: nowIso(), releasedBy: by, releaseNote }
      : { status, interceptedAt: nowIso(), interceptedBy: by },
    { unlogged: ['releasedAt', 'releasedBy', 'interceptedAt', 'interceptedBy'] },
  )
  await emit(tx, { ...after, status })
  return { ...after, status }
}

export const takeApart = (tx: Tx, row: Intercept): Promise<Intercept> =>
  turn(tx, row, INTERCEPT.intercepted)

/** What a station shows of a stopped number: why, who stopped it and who releases it. */
export async function whyApart(
  tx: Tx,
  { status, note, createBy }: Intercept,
): Promise<{
  words: string
  data: Record<string, unknown>
  warn: { code: string; data: Record<string, unknown> }[]
}> {
  const by = createBy && (await accountNames.of(tx.deps)(tx, [createBy]))[createBy]
  const isApart = status === INTERCEPT.intercepted
  const words = isApart ? 'scan.alreadyIntercepted' : 'scan.intercepted'
  return {
    words: note ? `${words}For` : words,
    data: note ? { reason: note } : {},
    warn: [
      by ? { code: 'scan.warn.stoppedBy', data: { by } } : { code: 'scan.warn.stopped', data: {} },
    ],
  }
}

const emit = (tx: Tx, { id, no, depotId, status }: Intercept): Promise<void> =>
  tx.emit(interceptChanged, { id, no, depotId, status })

/** At a station any number may lie; others stop and release parcels of the orders they see. */
async function requireOwnParcel(tx: Tx, no: string): Promise<void> {
  const { rows } = await sql`select 1 from ${tx.rows('parcel').as('p')}
    where p.track_no = ${no} or p.serial_number = ${no} limit 1`.execute(tx.db)
  if (rows.length === 0) failFields([{ path: 'no', code: 'intercept.notYours' }])
}
const STATION = 'wh:in:scan'
const RELEASE = 'wh:intercept:release'

export function addIntercept(ctx: Ctx, input: In<typeof intercepts.add>): Promise<Intercepted> {
  return inTx(ctx, async (tx) => {
    const { depotIds } = tx.principal
    const depotId = input.depotId ?? (depotIds?.length === 1 ? depotIds[0] : undefined)
    if (depotId === undefined) failFields([{ path: 'depotId', code: 'field.required' }])
    const { rows } = await sql`select 1 from ${tx.rows('depot').as('d')}
      where d.id = ${depotId} and d.enabled`.execute(tx.db)
    if (rows.length === 0 || (depotIds && !depotIds.includes(depotId)))
      failFields([{ path: 'depotId', code: 'field.ref' }])
    if (!tx.holds(STATION)) await requireOwnParcel(tx, input.no)
    const found = await findScanned(tx, input.no, () => true)
    if (found.kind === 'several')
      failFields([{ path: 'no', code: 'scan.several', data: { count: found.count } }])
    return shown(tx, await setApart(tx, { ...input, depotId }))
  })
}

interface Stop {
  id: string
  version: number
  no: string
  status: string
  note: string | null
  createBy: string | null
  createTime: string
}
export async function interceptsOfOrder(
  ctx: Ctx,
  { shipmentId }: In<typeof intercepts.ofOrder>,
): Promise<InterceptOfOrder[]> {
  const { rows } = await sql<Stop>`select i.id, i.version, i.no, i.status, i.note,
      i.create_by, i.create_time
    from ${ctx.rows('parcel').as('p')}
      join ${ctx.rows('intercept').as('i')} on i.no in (p.track_no, p.serial_number)
    where p.shipment_id = ${shipmentId} and i.status <> ${INTERCEPT.released}
    order by i.id`.execute(ctx.db)
  const texts = await dictTexts(ctx)
  return rows.map((row) => ({ ...row, status_dictText: texts('intercept_status', row.status) }))
}

export function interceptNow(
  ctx: Ctx,
  { id, version }: In<typeof intercepts.intercept>,
): Promise<Intercepted> {
  return inTx(ctx, async (tx) => {
    const row = await lockOne(tx, id, version)
    if (row.status !== INTERCEPT.waiting) await refuse(tx, row)
    return shown(tx, await takeApart(tx, row))
  })
}

export function releaseIntercept(
  ctx: Ctx,
  { id, version, note }: In<typeof intercepts.release>,
): Promise<Intercepted> {
  return inTx(ctx, async (tx) => {
    const row = await lockOne(tx, id, version)
    if (row.status === INTERCEPT.released) await refuse(tx, row)
    if (!tx.holds(RELEASE)) await requireOwnParcel(tx, row.no)
    return shown(tx, await turn(tx, row, INTERCEPT.released, note))
  })
}

/** Ends the stop of a parcel that has not come. */
export function takeBackIntercept(
  ctx: Ctx,
  { id, version, note }: In<typeof intercepts.takeBack>,
): Promise<Intercepted> {
  return inTx(ctx, async (tx) => {
    const row = await lockOne(tx, id, version)
    if (row.status !== INTERCEPT.waiting) await refuse(tx, row)
    if (!tx.holds(STATION)) await requireOwnParcel(tx, row.no)
    return shown(tx, await turn(tx, row, INTERCEPT.released, note))
  })
}

/** Releases what lies apart as the parcel it turned out to be, which gets its photos. */
export async function releaseTo(
  tx: Tx,
  { id, version }: { id: string; version: number },
  parcel: { id: string; customerId: string; no: string },
): Promise<Intercept> {
  const row = await lockOne(tx, id, version)
  if (row.status !== INTERCEPT.intercepted) await refuse(tx, row)
  const to = { kind: PARCEL_FILES, id: parcel.id, customerId: parcel.customerId }
  await moveFiles(tx, { kind: INTERCEPT_FILES, ids: [id] }, to)
  return turn(tx, row, INTERCEPT.released, parcel.no)
}

async function lockOne(tx: Tx, id: string, version: number): Promise<Intercept> {
  const { rows } = await sql<Intercept>`select i.id, i.version, i.no, i.status, i.depot_id,
      i.note, i.create_by
    from intercept as i where ${tx.rows('intercept').where('i')} and i.id = ${id}
    for update`.execute(tx.db)
  const row = rows[0] ?? failMissing()
  if (row.version !== version) await refuse(tx, row)
  return row
}

async function refuse(tx: Tx, row: Intercept): Promise<never> {
  const { no: label, status_dictText: status } = await shown(tx, row)
  fail('intercept.status', { label, status })
}

async function shown(ctx: Ctx, { id, version, no, status }: Intercept): Promise<Intercepted> {
  const texts = await dictTexts(ctx)
  return { id, version, no, status, status_dictText: texts('intercept_status', status) }
}
