import { sql } from 'kysely'
import { codLineList } from '#contracts/money/cod/cod-remittances.ts'
import type { CodKind } from '#contracts/money/cod/cod.states.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'

/** A line of a remittance as the database has it. */
export interface CodLine {
  id: string
  remittanceId: string
  supplierId: string
  number: string
  currency: string
  amount: string
  itemId: string | null
  kind: CodKind
  state: 'settled' | 'open' | 'claimed' | 'decided'
  version: number
}

/** Locks a line. The item comes first where there is one: the caller reads it before. */
export async function lockLine(tx: Tx, id: string): Promise<CodLine> {
  const found = await sql<CodLine>`select l.id, l.remittance_id, l.supplier_id, l.number,
      l.currency, l.amount, l.item_id, l.kind, l.state, l.version
    from cod_line as l where ${tx.rows('codLine').where('l')} and l.id = ${id}
    for update`.execute(tx.db)
  return found.rows[0] ?? failMissing()
}

/** The order a line is compared with. */
export async function itemOf(ctx: Ctx, id: string): Promise<string | null> {
  const found = await sql<{ itemId: string | null }>`select l.item_id
    from ${ctx.rows('codLine').as('l')} where l.id = ${id}`.execute(ctx.db)
  return (found.rows[0] ?? failMissing()).itemId
}

interface Decided {
  decision: string
  reason: string | null
  state?: string
}

/** Writes a decision on lines, with its user. */
export async function decideLines(
  tx: Tx,
  lines: readonly Pick<CodLine, 'id' | 'state'>[],
  { decision, reason, state = 'decided' }: Decided,
): Promise<void> {
  if (lines.length === 0) return
  const { username } = tx.principal
  await sql`update cod_line as l set state = ${state}, decision = ${decision},
      reason = ${reason}, decided_by = ${username}, decided_at = now(), version = l.version + 1,
      update_by = ${username}, update_time = now()
    where ${tx.rows('codLine').where('l')}
      and l.id = any(${lines.map(({ id }) => id)}::bigint[])`.execute(tx.db)
  await tx.auditMany(
    'cod_line',
    'edit',
    lines.map((line) => ({
      id: line.id,
      before: { state: line.state },
      after: { state, decision, reason },
    })),
  )
}

/** Decides all lines of an order that are open: it is settled whole. */
export async function closeLinesOf(
  tx: Tx,
  itemId: string,
  decided: Omit<Decided, 'state'>,
): Promise<void> {
  const found = await sql<Pick<CodLine, 'id' | 'state'>>`select l.id, l.state from cod_line as l
    where ${tx.rows('codLine').where('l')} and l.item_id = ${itemId}
      and l.kind in ('short', 'over') and l.state in ('open', 'claimed')
    order by l.id for update`.execute(tx.db)
  await decideLines(tx, found.rows, decided)
}

export const wireLine = (ctx: Ctx, id: string) => listedRow(ctx, codLineList, id)
