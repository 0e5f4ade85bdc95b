import { sql } from 'kysely'
import { LANGS, isId } from '#contracts/kit/envelope.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Border, customs, Finding, Verdict } from '#contracts/orders/customs/customs.calls.ts'
import type { CustomsBlock } from '#contracts/orders/customs/customs.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { senderOf } from '#server/features/parties/shippers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { translateError } from '#server/kit/http/texts.ts'
import { checkCustoms, needsCustomsData } from './check-customs.ts'
import type { CheckedGoods, CustomsOrder } from './customs-input.ts'
import type { RawFinding } from './findings.ts'
import { customsRules } from './load-rules.ts'

type Draft = In<typeof customs.check>

/** An order while it is written. The countries of what it names only count within reach. */
export async function checkDraft(ctx: Ctx, draft: Draft): Promise<Verdict> {
  const rules = await customsRules(ctx)
  const inStock =
    draft.shipmentResource !== undefined && kindOf(draft.shipmentResource).can.usesStock
  const place = await placeOf(ctx, draft, inStock)
  const order: CustomsOrder = {
    from: upper(place.country),
    to: upper(draft.consignee?.country),
    fromCode: place.postalCode,
    toCode: draft.consignee?.postalCode ?? null,
    customs: blockOf(draft.customs),
    dangerousGoods: draft.attributes?.dangerousGoods ?? null,
    unNumber: draft.attributes?.unNumber ?? null,
    parcels: draft.parcels.map(({ weightKg, products }) => ({
      weightKg,
      products: products.map(goodsOf),
    })),
  }
  // Nothing is asked of an order that stays inside a customs territory.
  const needed = needsCustomsData(order, rules)
  return {
    ...verdictOf(ctx, needed, needed ? checkCustoms(order, rules) : []),
    border: borderOf(order, place.of),
  }
}

const upper = (code: string | null | undefined): string | null => code?.toUpperCase() ?? null

const blockOf = (block: Draft['customs']): CustomsBlock | null =>
  block
    ? {
        exportType: block.exportType ?? null,
        incoterm: block.incoterm ?? null,
        invoiceNo: block.invoiceNo ?? null,
        mrn: block.mrn ?? null,
        eori: block.eori ?? null,
        ioss: block.ioss ?? null,
        vat: block.vat ?? null,
        postalCharges: block.postalCharges ?? null,
        declaredValue: block.declaredValue ?? null,
        licenceNo: block.licenceNo ?? null,
        certificateNo: block.certificateNo ?? null,
        undeliverable: block.undeliverable ?? null,
        remark: block.remark ?? null,
      }
    : null

const goodsOf = (goods: Draft['parcels'][number]['products'][number]): CheckedGoods => ({
  sku: goods.sku ?? null,
  hscodeCn: goods.hscodeCn ?? null,
  hscodeForeign: goods.hscodeForeign ?? null,
  nameCn: goods.nameCn ?? null,
  nameEn: goods.nameEn ?? null,
  origin: goods.origin ?? null,
  quanlity: goods.quanlity ?? null,
  unitWeightKg: goods.unitWeightKg ?? null,
  unitPrice: goods.unitPrice ?? null,
  currency: goods.currency ?? null,
})

const isKnownId = (id: string | null): id is string => id !== null && isId(id)

interface Place {
  country: string | null
  postalCode: string | null
  of: 'sender' | 'depot'
}
/**
 * Where the goods leave from: the sender's place, the customer's default one where none was chosen,
 * else the depot's. Goods in stock lie in the depot, wherever their owner is.
 */
async function placeOf(ctx: Ctx, draft: Draft, inStock: boolean): Promise<Place> {
  if (draft.sender?.country && !inStock)
    return {
      country: draft.sender.country,
      postalCode: draft.sender.postalCode ?? null,
      of: 'sender',
    }
  const sender = inStock ? null : await placeOfShipper(ctx, draft)
  return (
    sender ?? (await placeOfDepot(ctx, draft)) ?? { country: null, postalCode: null, of: 'depot' }
  )
}

async function placeOfShipper(
  ctx: Ctx,
  { shipperId, customerId }: Draft,
): Promise<Place | undefined> {
  // What is no id names no shipper, and no default takes its place.
  if (shipperId !== null && !isKnownId(shipperId)) return undefined
  const owner = ctx.principal.customerId ?? (isKnownId(customerId) ? customerId : null)
  const found = await senderOf(ctx, owner, shipperId)
  return found && { country: found.country, postalCode: found.postalCode, of: 'sender' }
}

async function placeOfDepot(ctx: Ctx, { depotId }: Draft): Promise<Place | undefined> {
  const found = await sql<{ country: string; postalCode: string | null }>`select d.country,
      d.postal_code from ${ctx.rows('depot').as('d')}
    where d.id = ${isKnownId(depotId) ? depotId : null}`.execute(ctx.db)
  return found.rows[0] && { ...found.rows[0], of: 'depot' }
}

/** The border an order is asked about, as soon as both sides are known. */
export const borderOf = ({ from, to }: CustomsOrder, of: Place['of']): Border =>
  from && to ? { from, to, of } : null

/** Findings in words. */
export function verdictOf(
  ctx: Ctx,
  needed: boolean,
  found: readonly RawFinding[],
): Omit<Verdict, 'border'> {
  const findings = found.map((raw) => findingOf(ctx, raw))
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { needed, errors, warnings: findings.length - errors, findings }
}

function findingOf(ctx: Ctx, { path, code, severity, data }: RawFinding): Finding {
  const [zh, en] = LANGS.map((lang) => translateError(lang, code, data))
  const messages = { zh_CN: zh ?? '', en_US: en ?? '' }
  return { path, code, severity, message: messages[ctx.lang], messages }
}
