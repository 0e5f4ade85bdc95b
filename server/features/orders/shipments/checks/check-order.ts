import { asErrorCode } from '#server/kit/http/texts.ts'
import { isCurrency } from '#contracts/kit/money.ts'
import { MAX_GOODS_MINOR, type OrderDraft } from '#contracts/orders/shipments.draft.ts'
import { isMisshapenVat } from '#contracts/parties/vat-id.ts'
import { isPhone } from '#server/features/parties/addresses/index.ts'
import { quote } from '#server/features/commercial/rating/index.ts'
import { capIssue, isAllowed } from '#server/features/platform/users/index.ts'
import type {
  Address,
  Chosen,
  DepotRef,
  ValidationResult,
  OrderIssue,
  Report,
  ValidatedOrder,
  ValidatedParcel,
  References,
  ServiceRef,
} from './validated-order.ts'
import { chooseForDraft } from '../choices/choose-for-draft.ts'

import { ratedAttributes } from '../rated-attributes.ts'
import { storedBlocks } from './blocks.ts'
import { checkCartons, completeOrder, unknownWarehouse } from './complete-order.ts'
import { checkBlocks, overLimit } from './check-blocks.ts'
import { checkKind } from './check-kind.ts'
import { checkBusiness, checkServices } from './check-services.ts'
import { checkParcel } from './check-parcel.ts'

/** One address of an e-mail, without the exotic forms no shop sends. */
const EMAIL = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]+\.[A-Za-z\u00a1-\uffff]{2,63}$/

/**
 * Judges an order: every wrong value gives one issue, and a check that needs a refused value is not
 * made. Taken whole or not at all. The form and the import both go through here, so they refuse
 * alike. `stored`: the order as it is; a service it has already is not refused for its kind.
 */
export function checkOrder(
  given: OrderDraft,
  known: References,
  stored: Stored | null = null,
): ValidationResult {
  const completed = completeOrder(given, known)
  const chosen = completed.serviceId ? null : chooseForDraft(completed, known)
  const draft = chosen ? { ...completed, serviceId: chosen.service.id } : completed
  const issues: OrderIssue[] = []
  const report: Report = (path, code, data) =>
    void issues.push({ path, code, ...(data ? { data } : {}) })
  const kind = checkKind(draft, report)
  checkBlocks(draft, known, report)
  checkCartons(draft, report)
  if (!draft.reference) report('reference', 'reference.required')
  const service = pick(draft.serviceId, known.services, 'serviceId', 'service', report)
  const depot = pick(draft.depotId, known.depots, 'depotId', 'depot', report)
  if (service && !isAllowed(known.limits?.services, service.id))
    report('serviceId', 'service.notAllowed', { value: service.code })
  if (service && !isSame(draft, stored)) checkBusiness(draft, service, report)
  if (depot && !isAllowed(known.limits?.depots, depot.id))
    report('depotId', 'depot.notAllowed', { value: depot.code })
  if (draft.shipperId && !known.shippers.has(draft.shipperId))
    report('shipperId', 'shipper.unknown')
  if (draft.userDepotId && !known.userDepots.has(draft.userDepotId))
    report('userDepotId', 'userDepot.unknown')
  const warehouse = unknownWarehouse(draft, known)
  if (warehouse) report('fba.warehouseCode', 'fba.warehouseUnknown', { value: warehouse })
  else checkParty('consignee', draft.consignee, known, report)
  if (draft.sender) checkParty('sender', draft.sender, known, report)
  if (service) checkPieces(draft, service, report)
  if (service) checkServices(draft, service, report)
  const customs = kind.can.needsCustoms || draft.customs !== null
  const parcels = draft.parcels.map((parcel, at) =>
    checkParcel(parcel, `parcels.${at}`, { service, customs }, report),
  )
  const currencies = new Set(
    draft.parcels.flatMap((parcel) =>
      parcel.products
        .map((product) => product.currency)
        .filter((code) => code !== null && isCurrency(code)),
    ),
  )
  checkGoodsValue(parcels, report)
  if (currencies.size > 1) report('parcels.0.products.0.currency', 'currency.mixed')
  if (issues.length > 0 || !service || !depot) return { ok: false, issues }
  return price(
    kind,
    draft,
    known,
    service,
    depot,
    parcels.filter((one) => one !== null),
    chosen,
  )
}

export interface Stored {
  shipmentResource: string
  serviceId: string | null
}
const isSame = (draft: Stored, stored: Stored | null): boolean =>
  stored?.serviceId === draft.serviceId && stored?.shipmentResource === draft.shipmentResource

/** The value of all goods at most; a line beyond it is refused where it stands. */
function checkGoodsValue(parcels: readonly (ValidatedParcel | null)[], report: Report): void {
  const goods = parcels.flatMap((parcel) => parcel?.products ?? [])
  const value = goodsValue(goods)
  const currency = goods[0]?.currency
  if (currency && value > MAX_GOODS_MINOR)
    report('parcels', 'goods.overLimit', overLimit(MAX_GOODS_MINOR, currency))
}

const goodsValue = (goods: readonly ValidatedParcel['products'][number][]): bigint =>
  goods.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * BigInt(quantity), 0n)

function pick<T>(
  id: string | null,
  from: ReadonlyMap<string, T>,
  path: string,
  name: string,
  report: Report,
): T | null {
  const found = id ? from.get(id) : undefined
  if (!id) report(path, asErrorCode(`${name}.required`))
  else if (!found) report(path, asErrorCode(`${name}.unknown`))
  return found ?? null
}

/** Sender data is optional as a whole; what is given must make sense, as the consignee's must. */
function checkParty(
  whose: 'sender' | 'consignee',
  address: Address,
  known: References,
  report: Report,
): void {
  const at = (name: string) => `${whose}.${name}`
  if (!address.name)
    report(at('name'), whose === 'sender' ? 'senderName.required' : 'consigneeName.required')
  if (!address.city) report(at('city'), 'city.required')
  if (!address.street) report(at('street'), 'street.required')
  checkPlace(address, known, at, report)
}

function checkPlace(
  address: Address,
  known: References,
  at: (name: string) => string,
  report: Report,
): void {
  const country = address.country?.toUpperCase() ?? null
  const valid = country !== null && known.countries.has(country)
  if (!country) report(at('country'), 'country.required')
  else if (!valid) report(at('country'), 'country.unknown', { value: country })
  if (valid) {
    const rule = known.postalRules.get(country)
    if (rule && !address.postalCode && !rule.test(''))
      report(at('postalCode'), 'postalCode.required')
    else if (rule && address.postalCode && !rule.test(address.postalCode))
      report(at('postalCode'), 'postalCode.invalid', { country })
    if (address.phone && !isPhone(address.phone, country))
      report(at('phone'), 'phone.invalid', { country })
    if (address.taxNumber && isMisshapenVat(address.taxNumber, country))
      report(at('taxNumber'), 'customs.vatShape')
  }
  if (address.email && !EMAIL.test(address.email)) report(at('email'), 'email.invalid')
}

function checkPieces(draft: OrderDraft, service: ServiceRef, report: Report): void {
  for (const { code, params } of piecesIssues(service, draft.parcels.length))
    report('parcels', code, params)
}

/** Why a service takes no order of so many parcels. */
export function piecesIssues(
  { izSingle, izMult, maxPieces }: Pick<ServiceRef, 'izSingle' | 'izMult' | 'maxPieces'>,
  pieces: number,
) {
  return [
    ...(pieces === 1 && !izSingle ? [{ code: 'pieces.single', params: {} } as const] : []),
    ...(pieces > 1 && !izMult ? [{ code: 'pieces.multiple', params: {} } as const] : []),
    ...(maxPieces !== null && pieces > maxPieces
      ? [{ code: 'pieces.tooMany', params: { max: maxPieces } } as const]
      : []),
  ]
}

function price(
  kind: ValidatedOrder['kind'],
  draft: OrderDraft,
  known: References,
  service: ServiceRef,
  depot: DepotRef,
  parcels: ValidatedParcel[],
  chosen: Chosen | null,
): ValidationResult {
  const { consignee } = draft
  const currency = parcels.flatMap((parcel) => parcel.products)[0]?.currency ?? null
  const fee = service.tariff.fees[0]?.currency
  const value = goodsValue(parcels.flatMap((parcel) => parcel.products))
  const priced = quote(
    {
      date: known.today,
      destination: {
        country: consignee.country!.toUpperCase(),
        postalCode: consignee.postalCode ?? '',
        state: consignee.state,
        city: consignee.city,
      },
      parcels,
      // A declared value in another currency does not count for a limit in this one.
      ...(currency !== null && currency === fee ? { declaredValue: value } : {}),
      ...ratedAttributes(
        { attributes: draft.attributes, company: consignee.company, fba: draft.fba },
        fee ?? '',
      ),
    },
    service.tariff,
  )
  if (!priced.ok)
    return {
      ok: false,
      issues: priced.issues.map((issue) => ({
        path: issue.parcel === undefined ? 'serviceId' : `parcels.${issue.parcel}.weightKg`,
        code: asErrorCode(issue.code),
        data: issue.params,
      })),
    }
  const over =
    known.limits?.cap &&
    capIssue(known.limits.cap, {
      amount: known.withTax(priced.quote.total, consignee.country!.toUpperCase()),
      currency: priced.quote.currency,
    })
  if (over) return { ok: false, issues: [{ path: 'amount', code: over.code, data: over.data }] }
  const order: ValidatedOrder = {
    kind,
    customerId: known.customerId,
    reference: draft.reference!,
    poCode: draft.poCode,
    fbaCode: draft.fbaCode,
    userDepot: userDepotOf(draft, known),
    blocks: storedBlocks(draft, kind),
    service,
    depot,
    shipperId: draft.shipperId,
    sender: draft.sender,
    consignee: {
      ...consignee,
      country: consignee.country!.toUpperCase(),
      name: consignee.name!,
      city: consignee.city!,
      street: consignee.street!,
    },
    remark: draft.remark,
    parcels,
    chosen,
    quote: priced.quote,
  }
  return { ok: true, order }
}

function userDepotOf(
  { userDepotId: id }: OrderDraft,
  { userDepots }: References,
): ValidatedOrder['userDepot'] {
  const code = id === null ? undefined : userDepots.get(id)
  return id === null || code === undefined ? null : { id, code }
}
