import { sql } from 'kysely'
import { executorOf, type Ctx } from '../access/ctx.ts'
import { openTransaction } from '../db/open-transaction.ts'

/**
 * What one process broadcasts to the others. Ids only: the receiver asks the database (a payload
 * may have 8,000 bytes).
 */
export type BusMessage =
  /**
   * Rights changed: of these users, or of all users of the tenant. `ended`: their sessions are
   * over.
   */
  | { kind: 'authz'; tenantId: string; userIds: string[] | null; ended?: boolean }
  /** Something new for the bell: of these users, or of all users of the tenant. */
  | { kind: 'notice'; tenantId: string; userIds: string[] | null; noticeId: string }
  /**
   * Dictionary texts changed; of tenant 0: for all tenants. Every process loads them again, and the
   * pages of these users.
   */
  | { kind: 'dict'; tenantId: string; userIds: string[] | null }

export const CHANNEL = 'parcelyard_news'

/** What the channel carries at most, leaving space for the rest of the message. */
const IDS_MAX = 7_000

/** Sends to every process, this one included; inside a transaction only once it has committed. */
export async function broadcast(ctx: Ctx, message: BusMessage): Promise<void> {
  openTransaction()?.changed.add(message.kind)
  // Too many to name: all users of the tenant look, and find only what is theirs.
  const fits = (message.userIds?.join('","').length ?? 0) <= IDS_MAX
  await sql`select pg_notify(${CHANNEL},
      ${JSON.stringify(fits ? message : { ...message, userIds: null })})`.execute(executorOf(ctx))
}
