import { sql } from 'kysely'
import { LANGS, isId } from '#contracts/kit/envelope.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { customs, Finding, Verdict } from '#contracts/orders/customs/customs.calls.ts'
import type { CustomsBlock } from '#contracts/orders/customs/customs.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import { senderChoice } from '#server/features/parties/shippers/index.ts'
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
  const [from, fromCode] =
    draft.sender?.country && !inStock
      ? [draft.sender.country, draft.sender.postalCode ?? null]
      : await placeOfSender(ctx, inStock ? { ...draft, shipperId: '0' } : draft)
  const order: CustomsOrder = {
    from: upper(from),
    to: upper(draft.consignee?.country),
    fromCode,
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
  return verdictOf(ctx, needed, needed ? checkCustoms(order, rules) : [])
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

/** The shipper's place, the customer's default one where none was chosen, else the depot's. */
async function placeOfSender(
  ctx: Ctx,
  { shipperId, depotId, customerId }: Draft,
): Promise<[country: string | null, postalCode: string | null]> {
  const owner = ctx.principal.customerId ?? (isKnownId(customerId) ? customerId : null)
  // What is no id names no shipper, and no default takes its place.
  const named = shipperId === null || isKnownId(shipperId) ? shipperId : '0'
  const chosen = sql`${named}::bigint`
  const found = await sql<{ place: (string | null)[] | null }>`select coalesce(
      (select array[h.country, h.postal_code] from ${ctx.rows('shipper').as('h')}
        where h.customer_id = ${owner} and ${senderChoice(chosen, sql`${ctx.principal.userId}::bigint`)}),
      (select array[d.country, d.postal_code] from ${ctx.rows('depot').as('d')}
        where d.id = ${isKnownId(depotId) ? depotId : null})) as place`.execute(ctx.db)
  const [country = null, postalCode = null] = found.rows[0]?.place ?? []
  return [country, postalCode]
}

/** Findings in words. */
export function verdictOf(ctx: Ctx, needed: boolean, found: readonly RawFinding[]): Verdict {
  const findings = found.map((raw) => findingOf(ctx, raw))
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return { needed, errors, warnings: findings.length - errors, findings }
}

function findingOf(ctx: Ctx, { path, code, severity, data }: RawFinding): Finding {
  const [zh, en] = LANGS.map((lang) => translateError(lang, code, data))
  const messages = { zh_CN: zh ?? '', en_US: en ?? '' }
  return { path, code, severity, message: messages[ctx.lang], messages }
}
