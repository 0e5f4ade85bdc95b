import { sql } from 'kysely'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { executorOf, type Ctx } from '../../access/ctx.ts'
import type { FileReply } from '../http-side.ts'
import { paramText } from './op-log-param.ts'

/**
 * Notes a file with whole personal fields that leaves by other ways than the call that answers it, as by mail. Its
 * rows were read: they are counted by then.
 */
export async function noteFile(
  ctx: Ctx,
  { path }: Endpoint,
  { personal }: FileReply,
  about: object,
): Promise<void> {
  if (!personal || personal.rows === 0) return
  const { tenantId, userId, username } = ctx.principal
  await sql`insert into op_log (tenant_id, log_type, operate_type, content, user_id, username, ip,
      method, url, outcome, cost_ms, request_id, param)
    values (${tenantId}, 2, 6, ${path}, ${userId}, ${username}, '', 'MAIL', ${path}, 'ok', 0,
      ${ctx.requestId}, ${paramText({ personalRows: personal.rows, ...about })})`.execute(
    executorOf(ctx),
  )
}
