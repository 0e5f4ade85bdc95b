import { sql } from 'kysely'
import type { Suggestion } from '#contracts/returns/return-tracks.shapes.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { findEvidence, type BoxFacts } from './matching/find-evidence.ts'
import {
  certainOwner,
  scoreOwners,
  suggested,
  type Candidate,
  type Evidence,
} from './matching/score-owners.ts'

export interface Matched {
  certain: Candidate | null
  suggestions: Candidate[]
}

/** Asks everything that is known of a box who it belongs to. */
export async function matchBox(ctx: Ctx, box: BoxFacts): Promise<Matched> {
  const candidates = scoreOwners(await findEvidence(ctx, box))
  return { certain: certainOwner(candidates), suggestions: suggested(candidates) }
}

export const reasonsOf = (ctx: Ctx, evidence: readonly Evidence[]): string[] =>
  evidence.map(({ kind, found }) => translate(ctx.lang, 'returns', `evidence.${kind}`, { found }))

/** Suggestions with the names of customers and orders, for staff. */
export async function suggestionsIn(ctx: Ctx, stored: readonly Candidate[]): Promise<Suggestion[]> {
  if (stored.length === 0) return []
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const { rows } = await sql<{ id: string; name: string }>`select c.id, c.name
    from ${tenant.rows('customer').as('c')}
    where c.id = any(${stored.map(({ customerId }) => customerId)}::bigint[])`.execute(ctx.db)
  const orders = await sql<{ id: string; no: string }>`select s.id, s.serial_number as no
    from ${tenant.rows('shipment').as('s')}
    where s.id = any(${stored.flatMap(({ shipmentId }) => shipmentId ?? [])}::bigint[])`.execute(
    ctx.db,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const numbers = new Map(orders.rows.map(({ id, no }) => [id, no]))
  return stored.map(({ customerId, score, evidence, shipmentId }) => ({
    customerId,
    customerName: names.get(customerId) ?? customerId,
    score,
    reasons: reasonsOf(ctx, evidence),
    shipmentId,
    shipmentNo: shipmentId === null ? null : (numbers.get(shipmentId) ?? null),
  }))
}

export const storedSuggestions = (value: unknown): Candidate[] =>
  Array.isArray(value) ? (value as Candidate[]) : []
