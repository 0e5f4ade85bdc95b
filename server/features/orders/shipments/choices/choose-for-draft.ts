import type { Lang } from '#contracts/kit/envelope.ts'
import { isCurrency, parseMoney } from '#contracts/kit/money.ts'
import { cmToMm, kgToGrams } from '#contracts/kit/units.ts'
import type { DraftParcel, OrderDraft } from '#contracts/orders/shipments.draft.ts'
import { isAllowed } from '#server/features/platform/users/index.ts'
import { translate } from '#server/kit/http/texts.ts'
import type { Chosen, References } from '../checks/validated-order.ts'
import { ratedAttributes } from '../rated-attributes.ts'
import { chooseService, type ChoiceFacts } from './first-that-fits.ts'

type Asked = Pick<Partial<OrderDraft>, 'shipmentResource' | 'attributes' | 'fba'> & {
  consignee?: Partial<OrderDraft['consignee']> | undefined
  parcels?: readonly DraftParcel[] | undefined
}

/** What the customer's rules choose for a draft; null where it is too empty, or none does. */
export function chooseForDraft(draft: Asked, known: References): Chosen | null {
  if (known.choices.length === 0) return null
  const facts = factsOf(draft, known)
  if (!facts) return null
  const open = [...known.services].filter(([id]) => isAllowed(known.limits?.services, id))
  return chooseService(known.choices, facts, new Map(open))
}

function factsOf(draft: Asked, known: References): ChoiceFacts | null {
  const country = draft.consignee?.country?.toUpperCase()
  if (!country) return null
  const parcels = (draft.parcels ?? []).map((parcel) => ({
    grams: (parcel.weightKg === null ? null : kgToGrams(parcel.weightKg)) ?? 0,
    lengthMm: side(parcel.lengthCm),
    widthMm: side(parcel.widthCm),
    heightMm: side(parcel.heightCm),
  }))
  if (parcels.length === 0 || parcels.some(({ grams }) => grams <= 0)) return null
  const value = valueOf(draft.parcels ?? [])
  return {
    date: known.today,
    destination: {
      country,
      postalCode: draft.consignee?.postalCode ?? '',
      state: draft.consignee?.state ?? null,
      city: draft.consignee?.city ?? null,
    },
    parcels,
    kind: draft.shipmentResource ?? known.kind,
    value,
    ...ratedAttributes(
      {
        attributes: draft.attributes ?? null,
        company: draft.consignee?.company ?? null,
        fba: draft.fba ?? null,
      },
      value?.currency ?? '',
    ),
  }
}

const side = (text: string | null): number | null => {
  const mm = text === null ? null : cmToMm(text)
  return mm !== null && mm > 0 ? mm : null
}

/** The goods of an order, where they are all in one currency. */
function valueOf(parcels: readonly DraftParcel[]): ChoiceFacts['value'] {
  const goods = parcels.flatMap(({ products }) => products)
  const currency = goods[0]?.currency ?? null
  if (currency === null || !isCurrency(currency)) return null
  if (goods.some((one) => one.currency !== currency)) return null
  const minor = goods.reduce((sum, { unitPrice, quanlity }) => {
    const price = unitPrice === null ? null : parseMoney(unitPrice, currency, 'nonNegative')
    const count = /^\d{1,9}$/.test(quanlity ?? '') ? BigInt(quanlity!) : 0n
    return sum + (price?.minor ?? 0n) * count
  }, 0n)
  return { minor, currency }
}

const WITHOUT_AMOUNT: Readonly<Record<string, string>> = { cheapest: 'cheapestHidden' }

/** Which rule chose what, and why, in words; amounts only for who may see prices. */
export function choiceInWords(
  lang: Lang,
  { choice, service, reasons }: Chosen,
  seesPrices = false,
): string {
  const word = (code: string, params: Record<string, string> = {}) =>
    translate(lang, 'service-choices', `choice.${code}`, params)
  const why = reasons
    .map(({ code, params }) => {
      if (code === 'attribute') return word(`attribute.${params.attribute ?? ''}`)
      return word(seesPrices ? code : (WITHOUT_AMOUNT[code] ?? code), params)
    })
    .join(word('and'))
  return word('because', {
    no: String(choice.position),
    rule: choice.name,
    service: service.code,
    why,
  })
}
