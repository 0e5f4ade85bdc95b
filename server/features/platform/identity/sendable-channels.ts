import { sql } from 'kysely'
import type { SendableChannels } from '#contracts/platform/session/identity.ts'
import { CHANNELS } from '#contracts/platform/messaging/messages.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { openDb } from './identity-config.ts'

/** By what a tenant's codes can be sent; null: those of any tenant. */
export async function sendableChannels(
  ctx: Ctx,
  tenantId: string | null,
): Promise<SendableChannels> {
  const found = await sql<{
    channel: string
  }>`select distinct c.channel from message_channel c
    where c.enabled and ${tenantId === null ? sql`true` : sql`c.tenant_id = ${tenantId}`}`.execute(
    openDb(ctx),
  )
  const has = (kind: 'sms' | 'email') =>
    found.rows.some(({ channel }) => channel === CHANNELS[kind])
  return { sms: has('sms'), email: has('email') || Boolean(ctx.deps.env.smtpUrl) }
}
