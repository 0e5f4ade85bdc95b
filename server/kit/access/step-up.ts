import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { executorOf, type Ctx } from './ctx.ts'
import { fail } from '../runtime/errors.ts'

/** How long a shown password or code is good for sensitive actions. */
export const STEP_UP_MINUTES = 10

/**
 * For sensitive actions: the person must have shown a password or a second factor in this session
 * within the last ten minutes. The interface then asks (`POST /sys/stepUp`) and repeats the call.
 * @throws Refusal `session.stepUp`; also where there is no session at all (a key, a job)
 */
export async function requireStepUp(ctx: Ctx): Promise<void> {
  const hash = createHash('sha256')
    .update(ctx.http?.token ?? '')
    .digest()
  const found = await sql`select 1 from sys_session
      where token_hash = ${hash} and user_id = ${ctx.principal.userId}
    and proved_at > now() - ${`${STEP_UP_MINUTES} minutes`}::interval`.execute(executorOf(ctx))
  if (found.rows.length === 0) fail('session.stepUp')
}
