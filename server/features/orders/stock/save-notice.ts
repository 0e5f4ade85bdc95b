import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { NOTICE, type NoticeAction } from '#contracts/orders/stock/stock.states.ts'
import type { NoticeDetail, stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failConflict, failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockNotice } from './lock-notice.ts'
import { inOwnDepot } from './places.ts'
import { readNotice } from './read-notice.ts'
import { skusOf } from './skus.ts'

type Draft = In<typeof stockNotices.add>

export function addNotice(ctx: Ctx, draft: Draft): Promise<NoticeDetail> {
  return inTx(ctx, async (tx) => {
    const customerId = await ownerOf(tx, draft)
    await checkDraft(tx, customerId, draft)
    const [no] = await nextSerialNumbers(tx, 'stock_notice', 'GN', 1)
    const made = await sql<{ id: string }>`insert into stock_notice (tenant_id, no, customer_id,
        depot_id, expected_date, reference, carrier, remark, create_by)
      values (${tx.principal.tenantId}, ${no}, ${customerId}, ${draft.depotId},
        ${draft.expectedDate ?? null}, ${draft.reference || null}, ${draft.carrier || null},
        ${draft.remark || null}, ${tx.principal.username}) returning id`.execute(tx.db)
    const { id } = made.rows[0]!
    await storeLines(tx, id, draft.lines)
    const stored = await readNotice(tx, { id })
    await tx.audit('stock_notice', id, 'add', null, auditedNotice(stored))
    return stored
  })
}

export function editNotice(
  ctx: Ctx,
  { id, version, ...draft }: In<typeof stockNotices.edit>,
): Promise<NoticeDetail> {
  return inTx(ctx, async (tx) => {
    const notice = await lockNotice(tx, id, 'edit')
    const before = await readNotice(tx, { id })
    if (notice.version !== version) failConflict('row.stale', before)
    const customerId =
      tx.principal.customerId ?? (draft.customerId ? await ownerOf(tx, draft) : notice.customerId)
    await checkDraft(tx, customerId, draft)
    await change(
      tx,
      'stockNotice',
      notice,
      {
        customerId,
        depotId: draft.depotId,
        expectedDate: draft.expectedDate ?? null,
        reference: draft.reference || null,
        carrier: draft.carrier || null,
        remark: draft.remark || null,
      },
      { unlogged: 'all' },
    )
    await sql`delete from stock_notice_line as l
      where ${tx.rows('stockNoticeLine').where('l')} and l.notice_id = ${id}`.execute(tx.db)
    await storeLines(tx, id, draft.lines)
    const stored = await readNotice(tx, { id })
    await tx.audit('stock_notice', id, 'edit', auditedNotice(before), auditedNotice(stored))
    return stored
  })
}

/** Announces to the depot that the goods are on their way. */
export const announceNotice = (ctx: Ctx, { id }: { id: string }): Promise<NoticeDetail> =>
  move(ctx, id, 'announce', NOTICE.announced)

/** Nothing more comes: what is missing by now is short. */
export const closeNotice = (ctx: Ctx, { id }: { id: string }): Promise<NoticeDetail> =>
  move(ctx, id, 'close', NOTICE.closed)

function move(ctx: Ctx, id: string, action: NoticeAction, to: string): Promise<NoticeDetail> {
  return inTx(ctx, async (tx) => {
    const notice = await lockNotice(tx, id, action)
    await change(
      tx,
      'stockNotice',
      notice,
      { status: to, closedAt: to === NOTICE.closed ? sql`now()` : null },
      { unlogged: ['closedAt'] },
    )
    return readNotice(tx, { id })
  })
}

/** A customer's user announces for the own account; staff choose for whom, within their reach. */
async function ownerOf(tx: Tx, { customerId }: Pick<Draft, 'customerId'>): Promise<string> {
  if (tx.principal.customerId !== null) return tx.principal.customerId
  if (!customerId) failFields([{ path: 'customerId', code: 'field.required' }])
  const found = await sql`select 1 from ${tx.rows('customer').as('c')}
    where c.id = ${customerId}`.execute(tx.db)
  if (found.rows.length === 0) failFields([{ path: 'customerId', code: 'field.ref' }])
  return customerId
}

async function checkDraft(tx: Tx, customerId: string, draft: Draft): Promise<void> {
  const depot = await sql`select 1 from ${tx.rows('depot').as('d')}
    where d.id = ${draft.depotId} and d.enabled`.execute(tx.db)
  if (depot.rows.length === 0 || !inOwnDepot(tx, draft.depotId))
    failFields([{ path: 'depotId', code: 'field.ref' }])
  const ids = draft.lines.map((line) => line.skuId)
  const known = await skusOf(tx, customerId, ids)
  const issues = ids.flatMap((skuId, at): RawIssue[] =>
    !known.has(skuId)
      ? [{ path: `lines.${at}.skuId`, code: 'field.ref' }]
      : ids.indexOf(skuId) < at
        ? [{ path: `lines.${at}.skuId`, code: 'field.duplicate' }]
        : [],
  )
  if (issues.length > 0) failFields(issues)
}

async function storeLines(tx: Tx, noticeId: string, lines: Draft['lines']): Promise<void> {
  await sql`insert into stock_notice_line (tenant_id, notice_id, sku_id, expected)
    select ${tx.principal.tenantId}::bigint, ${noticeId}::bigint, x.sku_id, x.expected
    from unnest(${lines.map((line) => line.skuId)}::bigint[],
      ${lines.map((line) => line.expected)}::int[]) as x(sku_id, expected)`.execute(tx.db)
}

const auditedNotice = (notice: NoticeDetail) => ({
  no: notice.no,
  depot: notice.depotCode,
  expectedDate: notice.expectedDate,
  reference: notice.reference,
  carrier: notice.carrier,
  remark: notice.remark,
  lines: notice.lines.map((line) => `${line.sku} × ${line.expected}`),
  version: notice.version,
})
