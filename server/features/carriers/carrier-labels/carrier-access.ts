import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  carrierPerm,
  LABEL_CARRIERS,
  type CARRIER_THINGS,
} from '#contracts/carriers/carrier-sets.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failDenied, failMissing } from '#server/kit/http/errors.ts'

type Thing = (typeof CARRIER_THINGS)[number]
export type CarrierAction = 'list' | 'add' | 'edit' | 'delete' | 'cancel' | 'manifest' | 'export'

const may = (ctx: Ctx, carrier: string, thing: Thing, action: CarrierAction): boolean =>
  ctx.holds(carrierPerm(carrier, thing, action))

/** A call is open to who may use it for any carrier; here the row's own is asked. */
export function requireCarrier(
  ctx: Ctx,
  carrier: string,
  thing: Thing,
  action: CarrierAction,
): void {
  if (!may(ctx, carrier, thing, 'list')) failMissing()
  if (!may(ctx, carrier, thing, action)) failDenied()
}

/** Rows of the carriers whose screens the caller sees. */
export function seenCarriers(ctx: Ctx, thing: Thing, verb: 'list' | 'export'): RawBuilder<SqlBool> {
  const seen = LABEL_CARRIERS.filter((code) => may(ctx, code, thing, verb))
  return sql<SqlBool>`t.carrier = any(${seen}::text[])`
}
