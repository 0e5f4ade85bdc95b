import { randomBytes } from 'node:crypto'
import { templateColumns } from '#contracts/orders/imports/import-fields.ts'
import { requiredColumns } from '#contracts/orders/imports/needed-columns.ts'
import { orderPerm } from '#contracts/orders/kinds/kind-perms.ts'
import { KINDS, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import type { ApiExample } from '#server/features/platform/api-docs/index.ts'
import {
  checkOrder,
  customerOf,
  limitsOfCaller,
  loadReferences,
} from '#server/features/orders/shipments/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translate } from '#server/kit/http/texts.ts'
import { draftOf } from '../order-draft.ts'
import { exampleRows } from './example-rows.ts'
import { choicesFor } from './import-template.ts'

/**
 * An order of a kind these permissions open, by a service and a depot of the caller's own, which is
 * taken as it is written.
 */
export async function exampleOrder(ctx: Ctx, perms: ReadonlySet<string>): Promise<ApiExample> {
  const kind = KINDS.find((one) => perms.has(orderPerm(one, 'add'))) ?? KINDS[0]!
  const customerId = await customerOf(ctx, { customerId: null })
  const limits = await limitsOfCaller(ctx)
  const known = await loadReferences(ctx, customerId, { limits })
  const lists = await choicesFor(ctx, customerId)
  const rows = exampleRows(kind, templateColumns(kind), {
    lists,
    required: requiredColumns(kind, true),
  }).map((values, at) => ({
    row: at + 1,
    faults: [],
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
  }))
  const bodyOf = (service: string | undefined, depot: string | undefined): OrderDraft => ({
    ...draftOf(
      { reference: '', rows },
      {
        shipmentResource: kind.code as KindCode,
        serviceId: known.serviceIdByCode.get(service ?? '') ?? null,
        depotId: known.depotIdByCode.get(depot ?? '') ?? null,
        userDepotId: null,
      },
    ).draft,
    reference: `API-${randomBytes(4).toString('hex').toUpperCase()}`,
  })
  const all = (lists.service ?? []).flatMap((service) =>
    (lists.depot ?? []).map((depot) => bodyOf(service, depot)),
  )
  const body =
    all.find((one) => checkOrder(one, known).ok) ?? all[0] ?? bodyOf(undefined, undefined)
  return { body: filled(body), note: translate(ctx.lang, 'shipment-imports', 'example.ids') }
}

/** Only what has a value: the others may be left out. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null || (Array.isArray(inner) && inner.length === 0) ? [] : [[key, filled(inner)]],
    ),
  )
}
