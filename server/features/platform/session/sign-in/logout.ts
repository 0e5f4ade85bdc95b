import { sql } from 'kysely'
import { broadcast } from '#server/kit/realtime/bus.ts'
import { executorOf, type Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { clearPrincipalCaches } from '../principals.ts'
import { tokenHash } from '../tokens.ts'

/** Ends this session, here and in every process. */
export async function logout(ctx: Ctx): Promise<null> {
  return await inTx(ctx, async (tx) => {
    await sql`delete from sys_session
      where token_hash = ${tokenHash(tx.http?.token ?? '')}`.execute(executorOf(tx))
    await broadcast(tx, {
      kind: 'authz',
      tenantId: tx.principal.tenantId,
      userIds: [tx.principal.userId],
      ended: true,
    })
    tx.afterCommit(() => clearPrincipalCaches([tx.principal.userId]))
    return null
  })
}
