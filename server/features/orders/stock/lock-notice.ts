import { sql } from 'kysely'
import { whyNotNotice, type NoticeAction } from '#contracts/orders/stock/stock.states.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { fail, failMissing } from '#server/kit/http/errors.ts'

export interface LockedNotice {
  id: string
  no: string
  status: string
  customerId: string
  depotId: string
  version: number
  /** Over pieces of an order that ended. */
  putBack: boolean
}

/** Locks a notice within the caller's reach for an action, or gives the reason why it is not open now. */
export async function lockNotice(tx: Tx, id: string, action: NoticeAction): Promise<LockedNotice> {
  const found = await sql<LockedNotice>`select n.id, n.no, n.status, n.customer_id, n.depot_id,
      n.version, n.put_back
    from stock_notice as n
    where ${tx.rows('stockNotice').where('n')} and n.id = ${id} for update`.execute(tx.db)
  const notice = found.rows[0] ?? failMissing()
  const closed = whyNotNotice(action, notice.status)
  if (closed) {
    const texts = await dictTexts(tx)
    fail(closed, { label: notice.no, status: texts('stock_notice_status', notice.status) })
  }
  return notice
}
