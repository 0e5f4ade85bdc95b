import { readPush } from './process-webhook.ts'
import { packBody } from './push-body.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { CODES } from '#contracts/kit/envelope.ts'
import type { carrierHooks } from '#contracts/tracking/tracking.ts'
import {
  accountsOf,
  adapterKind,
  type CarrierAccount,
  type PushResult,
} from '#server/features/carriers/carriers/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { Refusal } from '#server/kit/http/errors.ts'
import { inTx } from '#server/kit/db/tx.ts'

/**
 * What a carrier pushes. The sender is checked before anything else; a wrong token and a tenant
 * that does not exist are refused alike. The body is kept as it came and answered at once, a job reads it:
 * the same body again is one push.
 */
export async function takePush(
  ctx: Ctx,
  { adapter, hook }: In<typeof carrierHooks.push>,
): Promise<Out<typeof carrierHooks.push>> {
  const body = ctx.http?.rawBody() ?? ''
  const tenant = (
    await sql<{
      id: string
    }>`select id from ${ctx.rows('tenant').as('t')} where t.code = ${hook}`.execute(ctx.db)
  ).rows[0]
  const header = adapterKind(ctx, adapter)?.hookHeader ?? null
  const inside = tenant ? asSystem(ctx, tenant.id) : null
  const found =
    inside && header !== null
      ? verified(await accountsOf(inside, adapter), header, ctx.http?.header(header), body)
      : null
  if (!inside || !found) throw new Refusal('hook.denied', { body: CODES.unauthorised, http: 401 })
  const { account, push } = found
  const events = push.kind === 'events' ? push.events.length : 0
  const packed = await packBody(body)
  await inTx(inside, async (tx) => {
    const stored = await sql<{
      id: string
    }>`insert into carrier_push (tenant_id, courier, body_hash, body, state, received_at)
      values (${tx.principal.tenantId}, ${account.code},
        ${createHash('sha256').update(body).digest()}, ${packed},
        ${events > 0 ? 'new' : push.kind === 'unreadable' ? 'refused' : 'done'}, ${nowIso()})
      on conflict (tenant_id, courier, body_hash) do nothing returning id`.execute(tx.db)
    const pushId = stored.rows[0]?.id
    if (pushId !== undefined && events > 0) await tx.job(readPush, { pushId })
  })
  return { accepted: events }
}

type Verified = Extract<PushResult, { verified: true }>

function verified(
  accounts: readonly CarrierAccount[],
  header: string,
  token: string | undefined,
  body: string,
): { account: CarrierAccount; push: Verified } | null {
  for (const account of accounts) {
    const push = account.adapter.parsePush?.({ [header]: token }, body)
    if (push?.verified) return { account, push }
  }
  return null
}
