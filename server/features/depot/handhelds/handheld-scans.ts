import { sql } from 'kysely'
import type { z } from 'zod'
import {
  batchForm,
  outboundForm,
  scanForm,
  type HandheldOutbound,
  type handhelds,
} from '#contracts/depot/handhelds.ts'
import type { Out } from '#contracts/kit/endpoint.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { inboundScan } from '#server/features/depot/inbound/index.ts'
import { setApart } from '#server/features/depot/intercepts/index.ts'
import {
  closeOutboundBatch,
  openOutboundBatch,
  outboundScan,
} from '#server/features/depot/outbound/index.ts'
import { handheldLogin } from '#server/features/platform/session/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { failFields, Refusal } from '#server/kit/http/errors.ts'
import { EnvelopeReply } from '#server/kit/http/http-side.ts'
import { outboundBatch } from './batch-rows.ts'
import { handheldParcelOf } from './parcel-rows.ts'

/** Codes a handheld knows for what else a scan may mean: it names the state or fails. */
const KNOWN: ReadonlySet<number> = new Set([
  SCAN.ok,
  SCAN.status,
  SCAN.intercepted,
  SCAN.alreadyIntercepted,
  SCAN.notPredicted,
  SCAN.alreadyIn,
  SCAN.alreadyOut,
  SCAN.neverReceived,
  SCAN.wrongChannel,
  SCAN.notInBatch,
])
const MISSING = 4004

/** Signing in without a captcha; a wrong password is a 401 in the body. */
export async function handheldAuth(
  ctx: Ctx,
  input: { username: string; password: string },
): Promise<Out<typeof handhelds.auth>> {
  try {
    const { token, userInfo } = await handheldLogin(ctx, input)
    return { token, userInfo: { ...userInfo, pinCode: '' } }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'session.wrongPassword')
      throw new Refusal(error.code, { body: 401 })
    throw error
  }
}

export async function scanIn(ctx: Ctx): Promise<EnvelopeReply> {
  return scanned(ctx, async () => {
    const { no, batchId } = await formOf(ctx, scanForm)
    const reply = await inboundScan(ctx, { no, ...(batchId ? { batchId } : {}) })
    // Not announced: the parcel is set apart at once.
    if (reply.body === SCAN.notPredicted && reply.code !== 'scan.wrongDepot')
      await setUnknownApart(ctx, no, batchId ?? null)
    return reply
  })
}

export async function scanOut(ctx: Ctx): Promise<EnvelopeReply> {
  return scanned(ctx, async () => {
    const { no, batchId } = await formOf(ctx, scanForm)
    if (batchId === undefined) failFields([{ path: 'batchId', code: 'field.required' }])
    return outboundScan(ctx, { no, batchId })
  })
}

async function setUnknownApart(ctx: Ctx, no: string, batchId: string | null): Promise<void> {
  await inTx(ctx, async (tx) => {
    const { rows } = await sql<{ depotId: string }>`select b.depot_id
      from ${tx.rows('predictedBatch').as('b')} where b.id = ${batchId ?? '0'}`.execute(tx.db)
    const depotId = rows[0]?.depotId ?? tx.principal.depotIds?.[0]
    if (depotId !== undefined) await setApart(tx, { no, depotId, here: true, batchId })
  })
}

/** A scan's answer with the codes and the parcel of a handheld; what it cannot read is 3001. */
async function scanned(ctx: Ctx, work: () => Promise<EnvelopeReply>): Promise<EnvelopeReply> {
  try {
    const { body, code, data, result } = await work()
    const parcel = (result as { parcel?: { id: string } | null } | null)?.parcel
    return new EnvelopeReply(
      KNOWN.has(body) ? body : SCAN.status,
      code,
      data,
      parcel ? await handheldParcelOf(ctx, parcel.id) : null,
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.http >= 400 && error.http !== 404) throw error
    const body =
      error.code === 'row.missing' ? MISSING : error.issues.length > 0 ? SCAN.invalid : SCAN.status
    return new EnvelopeReply(body, error.code, error.data, null)
  }
}

async function formOf<S extends z.ZodType>(ctx: Ctx, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse((await ctx.http?.form()) ?? {})
  if (parsed.success) return parsed.data
  return failFields(
    parsed.error.issues.map(({ path }) => ({ path: path.join('.'), code: 'field.invalid' })),
  )
}

/** Opens an outbound batch at the caller's depot for one or several channels. */
export async function openHandheldBatch(ctx: Ctx): Promise<HandheldOutbound> {
  const { batchNo, channelId } = await formOf(ctx, outboundForm)
  const channelIds = channelId.split(',')
  const { rows } = await sql<{ id: string }>`select d.id from ${ctx.rows('depot').as('d')}
    where d.enabled and (${ctx.principal.depotIds}::bigint[] is null
      or d.id = any(${ctx.principal.depotIds}::bigint[]))
    order by d.id limit 1`.execute(ctx.db)
  const depotId = rows[0]?.id
  if (depotId === undefined) failFields([{ path: 'batchNo', code: 'field.ref' }])
  const { id } = await openOutboundBatch(ctx, {
    depotId,
    channelIds,
    ...(batchNo === undefined ? {} : { no: batchNo }),
  })
  return outboundBatch(ctx, { id })
}

/** Ships a batch. */
export async function completeBatch(ctx: Ctx): Promise<HandheldOutbound> {
  const { batchId } = await formOf(ctx, batchForm)
  await closeOutboundBatch(ctx, { id: batchId })
  return outboundBatch(ctx, { id: batchId })
}
