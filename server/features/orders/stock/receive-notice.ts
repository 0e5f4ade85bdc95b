import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { stockArrived } from '#contracts/orders/stock/stock.events.ts'
import { NOTICE } from '#contracts/orders/stock/stock.states.ts'
import type { NoticeDetail, stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { change } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { ensureBalances, lockBalances, post } from './ledger.ts'
import { lockNotice, type LockedNotice } from './lock-notice.ts'
import { placesById } from './places.ts'
import { readNotice } from './read-notice.ts'
import { skusOf } from './skus.ts'

type Lines = In<typeof stockNotices.receive>['lines']

/** Puts what came on its place. A SKU that was not announced is a line of its own. */
export function receiveNotice(
  ctx: Ctx,
  { id, lines }: In<typeof stockNotices.receive>,
): Promise<NoticeDetail> {
  return inTx(ctx, async (tx) => {
    const notice = await lockNotice(tx, id, 'receive')
    await checkLines(tx, notice, lines)
    await addReceived(tx, id, lines)
    const balances = await ensureBalances(
      tx,
      lines.map((line) => ({
        customerId: notice.customerId,
        depotId: notice.depotId,
        skuId: line.skuId,
        lot: line.lot || null,
        expiryDate: line.expiryDate ?? null,
        placeId: line.placeId,
      })),
    )
    await lockBalances(tx, balances)
    await post(
      tx,
      lines.map(({ quantity }, at) => ({
        balanceId: balances[at]!,
        kind: notice.putBack ? 'returned' : 'in',
        quantity,
      })),
      { kind: 'notice', id, no: notice.no },
    )
    await change(
      tx,
      'stockNotice',
      notice,
      { status: NOTICE.receiving },
      { note: { received: lines.reduce((sum, line) => sum + line.quantity, 0) } },
    )
    await tx.emit(stockArrived, {
      customerId: notice.customerId,
      depotId: notice.depotId,
      skuIds: [...new Set(lines.map((line) => line.skuId))],
    })
    return readNotice(tx, { id })
  })
}

async function checkLines(tx: Tx, notice: LockedNotice, lines: Lines): Promise<void> {
  const skus = await skusOf(
    tx,
    notice.customerId,
    lines.map((line) => line.skuId),
  )
  const places = await placesById(
    tx,
    lines.map((line) => line.placeId),
  )
  const issues = lines.flatMap((line, at): RawIssue[] => {
    const sku = skus.get(line.skuId)
    const wrong: RawIssue[] = []
    if (!sku) wrong.push({ path: `lines.${at}.skuId`, code: 'field.ref' })
    if (sku?.lotTracked && !line.lot)
      wrong.push({ path: `lines.${at}.lot`, code: 'field.required' })
    if (sku?.expiryTracked && !line.expiryDate)
      wrong.push({ path: `lines.${at}.expiryDate`, code: 'field.required' })
    if (places.get(line.placeId)?.depotId !== notice.depotId)
      wrong.push({ path: `lines.${at}.placeId`, code: 'field.ref' })
    return wrong
  })
  if (issues.length > 0) failFields(issues)
}

async function addReceived(tx: Tx, noticeId: string, lines: Lines): Promise<void> {
  const bySku = Map.groupBy(lines, (line) => line.skuId)
  const skuIds = [...bySku.keys()]
  const sums = skuIds.map((id) => bySku.get(id)!.reduce((sum, line) => sum + line.quantity, 0))
  await sql`insert into stock_notice_line (tenant_id, notice_id, sku_id, expected, received)
    select ${tx.principal.tenantId}::bigint, ${noticeId}::bigint, x.sku_id, 0, x.received
    from unnest(${skuIds}::bigint[], ${sums}::int[]) as x(sku_id, received)
    on conflict (tenant_id, notice_id, sku_id)
      do update set received = stock_notice_line.received + excluded.received`.execute(tx.db)
}
