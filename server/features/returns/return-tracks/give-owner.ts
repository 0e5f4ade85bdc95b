import { sql } from 'kysely'
import { COMING, RETURN, type ReturnAction } from '#contracts/returns/return-tracks.states.ts'
import { returnNoticed } from '#contracts/returns/returns.events.ts'
import {
  decideAction,
  rulesOf,
  ruleWords,
  termsOf,
  type ReturnTerms,
} from '#server/features/returns/return-terms/index.ts'
import { asSystem, type Tx } from '#server/kit/access/ctx.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { acrossTenantTx } from '#server/kit/db/tx.ts'
import { now, nowIso } from '#server/kit/runtime/clock.ts'
import { chargeFee } from './fees.ts'
import { moveTrack, tracksIn, type Track } from './track.ts'

const DAY = 86_400_000
export const inDays = (days: number): string => new Date(now() + days * DAY).toISOString()

export interface Owner {
  customerId: string
  shipmentId?: string | null
  predictedId?: string | null
  /** How it was found out: a score with reasons, or a person with a reason. */
  score?: number | null
  matchReason?: string | null
  reason?: string | null
  notify: boolean
}

/**
 * Gives a locked track of a pool its owner: open claims end, the announcement has arrived, the next
 * step is decided, the fee for receiving is due.
 */
export async function giveOwner(tx: Tx, track: Track, owner: Owner): Promise<Track> {
  const terms = await termsOf(tx, owner.customerId, track.depotId)
  const owned = await moveTrack(tx, track, {
    step: 'distribute',
    to: RETURN.RECEIVED,
    patch: {
      customerId: owner.customerId,
      shipmentId: owner.shipmentId ?? null,
      predictedId: owner.predictedId ?? null,
      score: owner.score ?? null,
      matchReason: owner.matchReason ?? null,
      ownedAt: nowIso(),
      distributedBy: tx.principal.username,
      distributeReason: owner.reason ?? null,
      distributedFrom: track.state === RETURN.UNCONFIRMED ? RETURN.UNCONFIRMED : RETURN.COMMON,
      suggestions: [] as never,
      pooledUntil: null,
      destroyBy: null,
      ...gradeDue(terms),
    },
    note: owner.reason ?? owner.matchReason ?? null,
  })
  return afterOwned(tx, owned, terms, owner.notify)
}

export const gradeDue = (terms: ReturnTerms) => ({
  dueStep: 'grade',
  dueAt: inDays(Math.min(terms.instructDays, 2)),
})

/** What follows once a track in the depot has its owner. */
export async function afterOwned(
  tx: Tx,
  owned: Track,
  terms: ReturnTerms,
  notify: boolean,
): Promise<Track> {
  if (owned.predictedId) {
    await arrive(tx, owned.predictedId)
    await endWaiting(tx, owned)
  }
  const decided = await decideNext(tx, owned, terms)
  if (notify && terms.notify)
    await tx.emit(returnNoticed, {
      what: 'received',
      subject: `${owned.id}:${decided.ownedAt ?? ''}`,
      customerId: owned.customerId,
      no: owned.trackNo ?? owned.no,
    })
  await chargeFee(tx, decided, 'receive', BigInt(terms.feeReceive), terms.currency)
  return decided
}

async function arrive(tx: Tx, predictedId: string): Promise<void> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ id: string; version: number }>`select p.id, p.version
    from predicted_return as p where ${tenant.rows('predictedReturn').where('p')}
      and p.id = ${predictedId} and p.state = '0' for update`.execute(tx.db)
  await changeMany(tx, 'predictedReturn', rows, { state: '1' })
}

/** It came under another number than the announced one: no second box is awaited. */
async function endWaiting(tx: Tx, owned: Track): Promise<void> {
  const whole = acrossTenantTx(tx)
  const waiting = await tracksIn(whole)
    .where('predictedId', '=', owned.predictedId)
    .where('id', '<>', owned.id)
    .where('state', 'in', [...COMING])
    .forUpdate()
    .execute()
  for (const track of waiting)
    await moveTrack(whole, track, {
      step: 'cancel',
      to: RETURN.CLOSED,
      patch: { dueStep: null, dueAt: null },
      note: owned.no,
    })
}

/** Codes of what is in a track: those graded, else those announced. */
export async function skusOfTrack(tx: Tx, track: Track): Promise<string[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ sku: string }>`select distinct i.sku from return_item as i
    where ${tenant.rows('returnItem').where('i')} and i.track_id = ${track.id}
    union select l.sku from predicted_return_line as l
    where ${tenant.rows('predictedReturnLine').where('l')}
      and l.predicted_id = ${track.predictedId}::bigint
      and not exists (select 1 from return_item as j
        where ${tenant.rows('returnItem').where('j')} and j.track_id = ${track.id})`.execute(tx.db)
  return rows.map(({ sku }) => sku)
}

/**
 * What is done with an owned track that nothing was decided for: the wish it was announced with,
 * else the first standing instruction that fits, else it waits for its owner once it was graded.
 */
export async function decideNext(tx: Tx, track: Track, terms: ReturnTerms): Promise<Track> {
  const wish = await wishOf(tx, track)
  if (wish === 'restock' && track.grade === null) return track
  if (wish && wish !== 'ask' && wish !== 'forward')
    return process(tx, track, { action: wish, by: 'wish', note: null })
  // Who wished to be asked is asked, whatever instructions stand.
  const rules = wish ? [] : await rulesOf(tx, track.customerId!)
  const rule = decideAction(rules, {
    skus: await skusOfTrack(tx, track),
    grade: track.grade,
    value: track.value === null ? null : BigInt(track.value),
    currency: track.currency,
    weight: track.weight,
  })
  if (rule?.action === 'restock' && track.grade === null) return track
  if (rule && rule.action !== 'ask' && rule.action !== 'forward')
    return process(tx, track, {
      action: rule.action,
      by: 'rule',
      note: `${rule.priority} · ${ruleWords(rule)}`,
    })
  if (track.grade === null && rule === null && !wish) return track
  const waits = await moveTrack(tx, track, {
    step: 'ask',
    to: RETURN.AWAIT,
    patch: { dueStep: 'instruct', dueAt: inDays(terms.instructDays) },
  })
  if (terms.notify)
    await tx.emit(returnNoticed, {
      what: 'instructionDue',
      subject: `${waits.id}:${waits.version}`,
      customerId: waits.customerId,
      no: waits.trackNo ?? waits.no,
    })
  return waits
}

async function wishOf(tx: Tx, track: Track): Promise<ReturnAction | null> {
  if (!track.predictedId) return null
  const tenant = asSystem(tx, tx.principal.tenantId)
  const { rows } = await sql<{ wish: ReturnAction | null }>`select p.wish
    from ${tenant.rows('predictedReturn').as('p')} where p.id = ${track.predictedId}`.execute(tx.db)
  return rows[0]?.wish ?? null
}

interface Decision {
  action: ReturnAction
  by: 'customer' | 'wish' | 'rule' | 'staff'
  note: string | null
  forward?: object | null
}

/** Sets what is to be done; the depot does it next. */
export function process(tx: Tx, track: Track, decision: Decision): Promise<Track> {
  return moveTrack(tx, track, {
    step: 'instruct',
    to: RETURN.PROCESSING,
    patch: {
      action: decision.action,
      actionBy: decision.by,
      actionNote: decision.note,
      forward: (decision.forward ?? null) as never,
      destroyBy: null,
      dueStep: 'process',
      dueAt: inDays(2),
    },
    note: decision.note,
  })
}
