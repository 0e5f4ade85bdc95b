import type { ListQuery } from '#contracts/kit/page.ts'
import { isKind } from '#contracts/orders/kinds/kinds.ts'
import { shipmentList } from '#contracts/orders/shipments.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import type { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { exportRows } from '#server/kit/resource/resource-sheets.ts'
import { nearOnes } from '../find/list-orders.ts'
import { orderHooks } from './order-hooks.ts'

/** How a file of orders is called: by their kind where they are of one. */
export function titleOfOrders(ctx: Ctx, { shipmentResource: kind }: ListQuery): string {
  const one = typeof kind === 'string' && isKind(kind)
  return translate(ctx.lang, 'shipments', one ? `title.${kind}` : 'title')
}

/** The rows of a list of orders as a file. */
export async function exportOrders(ctx: Ctx, query: ListQuery): Promise<FileReply> {
  const near = await nearOnes(ctx, query)
  const hook = (...asked: Parameters<NonNullable<typeof orderHooks.listQuery>>) => [
    ...(orderHooks.listQuery?.(...asked) ?? []),
    ...near,
  ]
  return exportRows(ctx, shipmentList, query, hook, titleOfOrders(ctx, query))
}
