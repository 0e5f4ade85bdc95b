import { sql } from 'kysely'
import type { OutboundDetail } from '#contracts/depot/outbound.ts'
import { SEE_PRICES } from '#contracts/platform/access/price-permission.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translateError } from '#server/kit/http/texts.ts'
import type { ErrorCode } from '#server/kit/runtime/error-codes.ts'

/** A parcel that did not leave with its batch, as it is stored with it. */
export interface LeftBehind {
  parcelId: string
  code: ErrorCode
  data: Record<string, unknown>
}

/** Whose parcels stay and why; amounts are for who may see prices. */
export async function debtorsInWords(
  ctx: Ctx,
  unpaid: readonly LeftBehind[],
): Promise<NonNullable<OutboundDetail['debtors']>> {
  if (unpaid.length === 0) return []
  const { rows } = await sql<{
    id: string
    trackNo: string | null
    serialNumber: string
    customerName: string
  }>`select p.id, p.track_no, p.serial_number, c.name as customer_name
    from ${ctx.rows('parcel').as('p')}
      join customer c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    where p.id = any(${unpaid.map(({ parcelId }) => parcelId)}::bigint[])
    order by c.name, p.id`.execute(ctx.db)
  const why = new Map(unpaid.map((one) => [one.parcelId, one]))
  return rows.map(({ id, ...row }) => {
    const { code, data } = why.get(id)!
    const hidden = code === 'ledger.insufficient' && !ctx.can(SEE_PRICES)
    const message = hidden
      ? translateError(ctx.lang, 'charge.unpaid', {})
      : translateError(ctx.lang, code, data)
    return { parcelId: id, ...row, message }
  })
}
