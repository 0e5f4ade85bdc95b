import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { CLAIM, CLAIM_DAYS, RETURN } from '#contracts/returns/return-tracks.states.ts'
import type { ClaimRow, returnClaims } from '#contracts/returns/return-claims.ts'
import { returnNoticed } from '#contracts/returns/returns.events.ts'
import {
  giveOwner,
  inDays,
  moveTrack,
  onDistributed,
  onUndone,
  receiveFeesOf,
  tracksIn,
  type Track,
} from '#server/features/returns/return-tracks/index.ts'
import { asSystem, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { change, type StoredRow } from '#server/kit/db/change.ts'
import { acrossTenantTx, inTx } from '#server/kit/db/tx.ts'
import { claimUpload } from '#server/kit/files/uploads.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failConflict, failDenied, failFields, failMissing } from '#server/kit/http/errors.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { CLAIM_FILES, PROOF_TYPES } from './claim-files.ts'

type Claim = StoredRow<'returnClaim'>
const claimsIn = (ctx: Ctx) => ctx.rows('returnClaim').select().selectAll()

/** A track of the pool, locked, for users who may see the pool. */
async function lockPooled(tx: Tx, id: string): Promise<Track> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  const track = await tracksIn(tenant)
    .where('id', '=', id)
    .where('state', 'in', [RETURN.COMMON, RETURN.CLAIMED])
    .forUpdate()
    .executeTakeFirst()
  return track ?? failMissing()
}

/** A customer claims a track with reasons and proof; each once at a time. */
export function addClaim(
  ctx: Ctx,
  { trackId, text, proofs }: In<typeof returnClaims.add>,
): Promise<ClaimRow> {
  const customerId = ctx.principal.customerId ?? failDenied()
  return inTx(ctx, async (tx) => {
    const track = await lockPooled(tx, trackId)
    const made = await sql<{
      id: string
    }>`insert into return_claim as c (tenant_id, track_id, track_label,
        depot_id, customer_id, text, due_at, create_by)
      values (${tx.principal.tenantId}, ${trackId}, ${track.no}, ${track.depotId}, ${customerId},
        ${text}, ${inDays(CLAIM_DAYS)}, ${tx.principal.username})
      on conflict (tenant_id, track_id, customer_id) where state = '1' do nothing
      returning c.id`.execute(tx.db)
    const { id } = made.rows[0] ?? fail('returns.claimedBefore', { label: track.no })
    const claim = await claimsIn(tx).where('id', '=', id).executeTakeFirstOrThrow()
    for (const [at, path] of proofs.entries())
      if (
        !(await claimUpload(tx, path, {
          ownerKind: CLAIM_FILES,
          ownerId: claim.id,
          kind: 'document',
          types: PROOF_TYPES,
        }))
      )
        failFields([{ path: `proofs.${at}`, code: 'field.ref' }])
    await tx.audit('return_claim', claim.id, 'add', null, { trackId, customerId })
    await moveTrack(acrossTenantTx(tx), track, {
      step: 'claim',
      to: RETURN.CLAIMED,
      patch: { dueStep: 'decideClaim', dueAt: claim.dueAt },
    })
    await tx.emit(returnNoticed, {
      what: 'claimed',
      subject: `claim:${claim.id}`,
      customerId: null,
      no: track.no,
    })
    return shown(tx, claim)
  })
}

/** The claim, and before it its track, locked in this order by all who decide. */
async function lockClaim(
  tx: Tx,
  id: string,
  version: number,
): Promise<{ claim: Claim; track: Track }> {
  const { rows } = await sql<{ trackId: string }>`select c.track_id
    from ${tx.rows('returnClaim').as('c')} where c.id = ${id}`.execute(tx.db)
  const { trackId } = rows[0] ?? failMissing()
  const tenant = asSystem(tx, tx.principal.tenantId)
  const track = await tracksIn(tenant)
    .where('id', '=', trackId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const claim =
    (await claimsIn(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? failMissing()
  if (claim.version !== version || claim.state !== CLAIM.open) {
    const texts = await dictTexts(tx)
    failConflict('returns.claimDecided', {
      label: claim.trackLabel,
      status: texts('return_claim_state', claim.state),
      by: claim.decidedBy ?? '',
    })
  }
  return { claim, track }
}

/** What `approve` would charge. */
export async function claimFees(
  ctx: Ctx,
  { id }: In<typeof returnClaims.receiveFees>,
): Promise<Out<typeof returnClaims.receiveFees>> {
  const claim = (await claimsIn(ctx).where('id', '=', id).executeTakeFirst()) ?? failMissing()
  return receiveFeesOf(ctx, [claim])
}

/** The claimant is the owner from now on; every other open claim is rejected in the same step. */
export function approveClaim(
  ctx: Ctx,
  { id, version, reason }: In<typeof returnClaims.approve>,
): Promise<ClaimRow> {
  return inTx(ctx, async (tx) => {
    const { claim, track } = await lockClaim(tx, id, version)
    const approved = await decide(tx, claim, CLAIM.approved, reason ?? null)
    await rejectOthers(tx, track)
    await giveOwner(tx, track, {
      customerId: claim.customerId,
      reason: `${claim.text}`.slice(0, 300),
      notify: true,
    })
    return shown(tx, approved)
  })
}

export function rejectClaim(
  ctx: Ctx,
  { id, version, reason }: In<typeof returnClaims.reject>,
): Promise<ClaimRow> {
  return inTx(ctx, async (tx) => {
    const { claim, track } = await lockClaim(tx, id, version)
    const rejected = await decide(tx, claim, CLAIM.rejected, reason)
    await backToPool(tx, track)
    return shown(tx, rejected)
  })
}

export function withdrawClaim(
  ctx: Ctx,
  { id, version, reason }: In<typeof returnClaims.withdraw>,
): Promise<ClaimRow> {
  return inTx(ctx, async (tx) => {
    const { claim, track } = await lockClaim(tx, id, version)
    const withdrawn = await decide(tx, claim, CLAIM.withdrawn, reason ?? null)
    await backToPool(tx, track)
    return shown(tx, withdrawn)
  })
}

export function extendClaim(
  ctx: Ctx,
  { id, version, days }: In<typeof returnClaims.extend>,
): Promise<ClaimRow> {
  return inTx(ctx, async (tx) => {
    const { claim } = await lockClaim(tx, id, version)
    const dueAt = new Date(Date.parse(claim.dueAt) + days * 86_400_000).toISOString()
    return shown(tx, await change(tx, 'returnClaim', claim, { dueAt }))
  })
}

async function decide(
  tx: Tx,
  claim: Claim,
  state: string,
  decision: string | null,
): Promise<Claim> {
  const decided = await change(tx, 'returnClaim', claim, {
    state,
    decision,
    decidedAt: nowIso(),
    decidedBy: tx.principal.username,
  })
  if (state !== CLAIM.withdrawn)
    await tx.emit(returnNoticed, {
      what: state === CLAIM.approved ? 'approved' : 'rejected',
      subject: `claim:${claim.id}:${state}`,
      customerId: claim.customerId,
      no: claim.trackLabel,
      note: decision ?? '',
    })
  return decided
}

async function openClaims(tx: Tx, trackId: string): Promise<Claim[]> {
  const tenant = asSystem(tx, tx.principal.tenantId)
  return claimsIn(tenant)
    .where('trackId', '=', trackId)
    .where('state', '=', CLAIM.open)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Why another one has it is not for them to read. */
async function rejectOthers(tx: Tx, track: Track): Promise<void> {
  const whole = acrossTenantTx(tx)
  for (const other of await openClaims(tx, track.id))
    await decide(whole, other, CLAIM.rejected, null)
}

/** Without open claims a track is free for all again. */
async function backToPool(tx: Tx, track: Track): Promise<void> {
  if (track.state !== RETURN.CLAIMED || (await openClaims(tx, track.id)).length > 0) return
  await moveTrack(acrossTenantTx(tx), track, {
    step: 'unclaim',
    to: RETURN.COMMON,
    patch: { dueStep: 'remind', dueAt: track.pooledUntil },
  })
}

// Distributed by staff, a track has no open claims left.
onDistributed((tx, track) => rejectOthers(tx, track))
// Who had it by a claim has it no more; the next claim can be approved.
onUndone(async (tx, track) => {
  const approved = await claimsIn(asSystem(tx, tx.principal.tenantId))
    .where('trackId', '=', track.id)
    .where('state', '=', CLAIM.approved)
    .forUpdate()
    .execute()
  for (const claim of approved) await decide(acrossTenantTx(tx), claim, CLAIM.rejected, null)
})

async function shown(ctx: Ctx, claim: Claim): Promise<ClaimRow> {
  const texts = await dictTexts(ctx)
  const { id, version, trackLabel, state } = claim
  return { id, version, trackLabel, state, state_dictText: texts('return_claim_state', state) }
}
