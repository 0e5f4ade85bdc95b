import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { executorOf, type Ctx, type Tx } from '../access/ctx.ts'
import { fail, failFields } from './errors.ts'
import type { FileReply } from './http-side.ts'
import { inTx } from '../db/tx.ts'

/**
 * One effect per Idempotency-Key (security.md §6.3). The key's row is written in the transaction of the effect: a
 * second caller with the same key waits on it and gets the stored answer; a refusal rolls both back, so the key may
 * be used again. The same key with other content is refused.
 */
export async function idempotent(
  ctx: Ctx,
  call: { route: string; key: string; request: unknown; onReplay(): void },
  work: (tx: Tx) => Promise<string | FileReply>,
): Promise<string | FileReply> {
  if (!/^[\x21-\x7e]{8,100}$/.test(call.key))
    failFields([{ path: 'Idempotency-Key', code: 'request.idempotencyKey' }])
  const hash = createHash('sha256').update(JSON.stringify(call.request)).digest()
  return inTx(ctx, async (tx) => {
    const { tenantId, userId } = ctx.who
    const taken = await sql<{
      fresh: boolean
    }>`insert into idempotency (tenant_id, user_id, route, key, request_hash)
      values (${tenantId}, ${userId}, ${call.route}, ${call.key}, ${hash}) on conflict do nothing returning true as fresh`.execute(
      executorOf(tx),
    )
    if (taken.rows.length === 0) {
      const stored = await sql<{
        requestHash: Buffer
        body: string | null
      }>`select request_hash, body from idempotency
        where tenant_id = ${tenantId} and user_id = ${userId} and route = ${call.route} and key = ${call.key}`.execute(
        executorOf(tx),
      )
      const row = stored.rows[0]
      if (!row || row.body === null || !row.requestHash.equals(hash))
        fail('request.idempotencyReused')
      call.onReplay()
      return row.body
    }
    const body = await work(tx)
    if (typeof body === 'string') {
      await sql`update idempotency set status = 200, body = ${body} where tenant_id = ${tenantId} and user_id = ${userId} and route = ${call.route} and key = ${call.key}`.execute(
        executorOf(tx),
      )
    }
    return body
  })
}
