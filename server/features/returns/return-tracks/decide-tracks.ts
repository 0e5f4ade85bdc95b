import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { DEFAULT_KIND } from '#contracts/orders/kinds/kinds.ts'
import { takesKind } from '#contracts/orders/kinds/service-kinds.ts'
import { moneyIssue, parseMoney } from '#contracts/kit/money.ts'
import { RETURN, UNDECIDED, type ReturnState } from '#contracts/returns/return-tracks.states.ts'
import type { TrackDetail } from '#contracts/returns/return-tracks.shapes.ts'
import type { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import type { returnStation } from '#contracts/returns/return-station.ts'
import { termsOf } from '#server/features/returns/return-terms/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change } from '#server/kit/db/change.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { fail, failFields } from '#server/kit/http/errors.ts'
import { asErrorCode } from '#server/kit/http/texts.ts'
import { eachRow } from '#server/kit/resource/each-row.ts'
import { decideNext, inDays, process } from './give-owner.ts'
import { matchBox } from './match-track.ts'
import { readTrack } from './read-track.ts'
import { factsOf } from './receive.ts'
import { lockTrack, moveTrack, noteStep, refuseStep, type Track } from './track.ts'

/** What an owner, or staff for them, wants done; a forwarding names its address. */
export async function instruct(
  ctx: Ctx,
  { ids, action, note, forward }: In<typeof returnTracks.instruct>,
): Promise<Out<typeof returnTracks.instruct>> {
  if (action === 'forward' && !forward) failFields([{ path: 'forward', code: 'field.required' }])
  if (action === 'forward' && forward) await requireService(ctx, forward.serviceId)
  return eachRow(ctx, ids, async (tx, id, name) => {
    const track = await lockTrack(tx, id, 'instruct')
    name(track.no)
    if (track.destroyBy !== null) fail('returns.destroying', { label: track.no })
    const by = tx.principal.customerId === null ? 'staff' : 'customer'
    if (action === 'ask') {
      const terms = await termsOf(tx, track.customerId, track.depotId)
      await moveTrack(tx, track, {
        step: 'instruct',
        to: RETURN.AWAIT,
        patch: {
          action: null,
          actionBy: null,
          actionNote: note ?? null,
          forward: null,
          dueStep: 'instruct',
          dueAt: inDays(terms.instructDays),
        },
        note: note ?? null,
      })
    } else
      await process(tx, track, {
        action,
        by,
        note: note ?? null,
        forward: action === 'forward' ? (forward ?? null) : null,
      })
    return track.no
  })
}

/** One the order is made by that it leaves as (forward-track.ts). */
async function requireService(ctx: Ctx, id: string): Promise<void> {
  const service = await ctx
    .rows('deliveryService')
    .select()
    .select(['code', 'tradeType'])
    .where('id', '=', id)
    .executeTakeFirst()
  const path = 'forward.serviceId'
  if (!service) failFields([{ path, code: 'field.ref' }])
  if (!takesKind(service.tradeType, DEFAULT_KIND))
    failFields([{ path, code: 'service.otherKind', data: { value: service.code } }])
}

/** Grade, value and contents; the standing instructions are asked again. */
export function gradeTrack(
  ctx: Ctx,
  { id, version, grade, value, items, serialsChecked }: In<typeof returnStation.grade>,
): Promise<TrackDetail> {
  return inTx(ctx, async (tx) => {
    const track = await lockTrack(tx, id, 'grade', version)
    const minor = valueOf(track, value)
    const differing = await differingSerials(
      tx,
      track,
      items.flatMap(({ serial }) => serial ?? []),
    )
    if (differing.length > 0 && !serialsChecked)
      fail('returns.serialDiffers', { label: track.no, serials: differing.slice(0, 5).join(', ') })
    if (items.length > 0) await saveItems(tx, track, items)
    const owned = UNDECIDED.includes(track.state)
    const graded = await moveTrack(tx, track, {
      step: 'grade',
      to: owned ? RETURN.INSPECTED : (track.state as ReturnState),
      patch: { grade, ...(minor === undefined ? {} : { value: minor }) },
      note: differing.length > 0 ? differing.join(', ').slice(0, 300) : grade,
    })
    // What is not what was announced waits for its owner: no rule decides about it.
    if (owned && differing.length === 0)
      await decideNext(tx, graded, await termsOf(tx, graded.customerId, graded.depotId))
    else if (owned) await waitForOwner(tx, graded)
    return readTrack(tx, { id })
  })
}

const waitForOwner = async (tx: Tx, track: Track): Promise<void> => {
  const { instructDays } = await termsOf(tx, track.customerId, track.depotId)
  await moveTrack(tx, track, {
    step: 'ask',
    to: RETURN.AWAIT,
    patch: { dueStep: 'instruct', dueAt: inDays(instructDays) },
  })
}

function valueOf({ currency }: Track, value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const money = parseMoney(value, currency, 'nonNegative')
  if (money) return String(money.minor)
  const issue = moneyIssue(value, currency, 'nonNegative')!
  return failFields([
    { path: 'value', code: asErrorCode(`field.${issue.code}`), data: { ...issue.data } },
  ])
}

/** Serials that came and were not announced, where serials were announced at all. */
async function differingSerials(tx: Tx, track: Track, came: string[]): Promise<string[]> {
  if (!track.predictedId || came.length === 0) return []
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ serial: string }>`select unnest(l.serials) as serial
    from ${tenant.rows('predictedReturnLine').as('l')}
    where l.predicted_id = ${track.predictedId}`.execute(tx.db)
  if (rows.length === 0) return []
  const known = new Set(rows.map(({ serial }) => serial))
  return came.filter((serial) => !known.has(serial.toUpperCase()))
}

async function saveItems(
  tx: Tx,
  track: Track,
  items: In<typeof returnStation.grade>['items'],
): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  await sql`delete from return_item as i
    where ${tenant.rows('returnItem').where('i')} and i.track_id = ${track.id}`.execute(tx.db)
  // One line per SKU, grade and serial, however often it was entered.
  const lines = new Map<string, (typeof items)[number]>()
  for (const item of items) {
    const key = JSON.stringify([item.sku, item.grade ?? null, item.serial ?? null])
    const same = lines.get(key)
    lines.set(key, same ? { ...same, quantity: same.quantity + item.quantity } : item)
  }
  for (const item of lines.values())
    await sql`insert into return_item (tenant_id, track_id, sku, name, quantity, grade, serial, note)
      values (${tx.principal.tenantId}, ${track.id}, ${item.sku}, ${item.name || null},
        ${item.quantity}, ${item.grade ?? null}, ${item.serial || null}, ${item.note || null})`.execute(
      tx.db,
    )
}

/** Some of the items become a track of their own, for its owner to decide about. */
export function splitTrack(
  ctx: Ctx,
  { id, version, itemIds }: In<typeof returnTracks.split>,
): Promise<Out<typeof returnTracks.split>> {
  return inTx(ctx, async (tx) => {
    const track = await lockTrack(tx, id, null, version)
    if (!UNDECIDED.includes(track.state)) await refuseStep(tx, track)
    const tenant = asSystem(tx, tx.principal.tenantId)
    const { rows } = await sql<{ id: string }>`select i.id
      from ${tenant.rows('returnItem').as('i')} where i.track_id = ${id}`.execute(tx.db)
    const chosen = rows.filter((item) => itemIds.includes(item.id))
    if (chosen.length === 0) failFields([{ path: 'itemIds', code: 'field.required' }])
    if (chosen.length === rows.length) fail('returns.splitAll', { label: track.no })
    const [no] = await nextSerialNumbers(tx, 'return', 'RT', 1)
    const part = await tx
      .rows('returnTrack')
      .insert({
        no: no!,
        customerId: track.customerId,
        depotId: track.depotId,
        place: track.place,
        state: track.state,
        carrier: track.carrier,
        senderText: track.senderText,
        arrivedAt: track.arrivedAt,
        grade: track.grade,
        currency: track.currency,
        shipmentId: track.shipmentId,
        previousId: track.id,
        ownedAt: track.ownedAt,
        distributedBy: track.distributedBy,
        dueStep: track.dueStep,
        dueAt: track.dueAt,
        createBy: tx.principal.username,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await sql`update return_item as i set track_id = ${part.id}
      where ${tenant.rows('returnItem').where('i')}
        and i.id = any(${chosen.map((item) => item.id)}::bigint[])`.execute(tx.db)
    await tx.audit('return_track', part.id, 'add', null, { no: part.no, from: track.no })
    await noteStep(tx, part, 'split', null, track.no)
    await noteStep(tx, track, 'split', track.state, part.no)
    return { id: part.id, no: part.no }
  })
}

export function askOnTrack(
  ctx: Ctx,
  { id, text }: In<typeof returnTracks.ask>,
): Promise<TrackDetail> {
  return inTx(ctx, async (tx) => {
    const track = await lockTrack(tx, id, null)
    await noteStep(
      tx,
      track,
      tx.principal.customerId === null ? 'answer' : 'question',
      track.state,
      text,
    )
    return readTrack(tx, { id })
  })
}

/** What is known by now; a track without an owner is matched again by it. */
export function editFacts(
  ctx: Ctx,
  { id, version, ...input }: In<typeof returnStation.facts>,
): Promise<TrackDetail> {
  return inTx(ctx, async (tx) => {
    const track = await lockTrack(tx, id, null, version)
    const facts = factsOf(input)
    const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null))
    const place = input.place ? { place: input.place } : {}
    const isFree = track.state === RETURN.UNCONFIRMED
    const found = isFree
      ? await matchBox(tx, {
          trackNo: track.trackNo,
          senderText: facts.senderText ?? track.senderText,
          senderPostalCode: facts.senderPostalCode ?? track.senderPostalCode,
          skus: [],
        })
      : null
    const after = await change(tx, 'returnTrack', track, {
      ...known,
      ...place,
      ...(found
        ? {
            suggestions: found.suggestions as never,
            score: found.suggestions[0]?.score ?? null,
          }
        : {}),
    })
    await noteStep(tx, after, 'facts', after.state, null)
    return readTrack(tx, { id })
  })
}
