import { sql } from 'kysely'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import type { carriers } from '#contracts/carriers/carriers.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { lastFour, openSecret, sealSecret, type SecretPlace } from '#server/kit/access/secrets.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { adapterKind } from './accounts.ts'

type State = Out<typeof carriers.secrets>
interface Row {
  apiKeyEnc: string | null
  hookTokenEnc: string | null
  code: string
  adapter: string
  apiBase: string | null
  simulated: boolean
}

const place = (ctx: Ctx, id: string, column: 'api_key_enc' | 'hook_token_enc'): SecretPlace => ({
  tenantId: ctx.principal.tenantId,
  table: 'courier',
  column,
  id,
})

/**
 * Whether a courier's keys are set, with their last four characters; where the carrier pushes to,
 * and in which header it sends the token.
 */
export async function readSecrets(ctx: Ctx, id: string): Promise<State> {
  const found = await sql<Row>`select c.api_key_enc, c.hook_token_enc, c.adapter, c.api_base,
        c.simulated, t.code
      from ${ctx.rows('courier').as('c')} join tenant t on t.id = c.tenant_id
      where c.id = ${id}`.execute(ctx.db)
  const row = found.rows[0] ?? failMissing()
  const kind = adapterKind(ctx, row.adapter)
  const hookHeader = kind?.hookHeader ?? null
  return {
    apiKey: stateOf(ctx, row.apiKeyEnc, place(ctx, id, 'api_key_enc')),
    hookToken: stateOf(ctx, row.hookTokenEnc, place(ctx, id, 'hook_token_enc')),
    hookPath: hookHeader === null ? '' : `/hooks/${row.adapter}/${row.code}`,
    hookHeader: hookHeader ?? '',
    adapter: row.adapter,
    uses: [...(kind?.auth ?? [])],
    simulated: row.simulated && !row.apiBase && Boolean(kind?.simulator),
  }
}

/**
 * Sets or, with an empty text, removes them; what is left out stays. A courier with an API key is its
 * carrier's, no longer simulated. The data log records that keys changed, never to what.
 */
export function setSecret(
  ctx: Ctx,
  { id, ...given }: In<typeof carriers.setSecret>,
): Promise<State> {
  return inTx(ctx, async (tx) => {
    const found = await sql<Row>`select c.api_key_enc, c.hook_token_enc, c.adapter, c.api_base,
        c.simulated, '' as code from courier as c
        where ${tx.rows('courier').where('c')} and c.id = ${id} for update`.execute(tx.db)
    const before = found.rows[0] ?? failMissing()
    const sealed = (
      value: string | null | undefined,
      stored: string | null,
      column: 'api_key_enc' | 'hook_token_enc',
    ) =>
      value === undefined
        ? stored
        : value
          ? sealSecret(tx.deps.env.secretKey, value, place(tx, id, column))
          : null
    const after = {
      apiKeyEnc: sealed(given.apiKey, before.apiKeyEnc, 'api_key_enc'),
      hookTokenEnc: sealed(given.hookToken, before.hookTokenEnc, 'hook_token_enc'),
      simulated: before.simulated && !given.apiKey,
    }
    await sql`update courier as c
      set api_key_enc = ${after.apiKeyEnc}, hook_token_enc = ${after.hookTokenEnc},
        simulated = ${after.simulated},
        version = version + 1, update_by = ${tx.principal.username}, update_time = now()
      where ${tx.rows('courier').where('c')} and c.id = ${id}`.execute(tx.db)
    await tx.audit(
      'courier',
      id,
      'edit',
      {
        apiKeyEnc: before.apiKeyEnc,
        hookTokenEnc: before.hookTokenEnc,
        simulated: before.simulated,
      },
      after,
    )
    return await readSecrets(tx, id)
  })
}

function stateOf(ctx: Ctx, sealed: string | null, where: SecretPlace): State['apiKey'] {
  if (sealed === null) return { set: false, last4: '' }
  try {
    return { set: true, last4: lastFour(openSecret(ctx.deps.env.secretKey, sealed, where)) }
  } catch {
    return { set: true, last4: '' }
  }
}
