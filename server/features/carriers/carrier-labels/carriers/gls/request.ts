import type { CarrierParty, ParcelToShip } from '#server/features/carriers/carriers/index.ts'
import { e164 } from '#server/kit/ids/phones.ts'
import type { AccountTerms } from '../label-carrier.ts'

const cut = (text: string | null | undefined, length: number): string | undefined =>
  text ? [...text].slice(0, length).join('') : undefined

function address(party: CarrierParty) {
  return {
    Name1: cut(party.company ?? party.name, 40),
    ...(party.company ? { Name2: cut(party.name, 40) } : {}),
    ...(party.address2 ? { Name3: cut(party.address2, 40) } : {}),
    CountryCode: party.country,
    ZIPCode: party.postalCode ?? '',
    City: cut(party.city, 40),
    Street: cut(party.street, 40),
    StreetNumber: cut(party.house, 40),
    ContactPerson: cut(party.name, 40),
    MobilePhoneNumber: cut(party.phone && e164(party.phone, party.country), 35),
    /** Written so: another spelling is dropped without a word. */
    eMail: cut(party.email, 80),
  }
}

const TIMED = /^service_(?:0800|0900|1000|1200|1300)$/
/** Services that belong to one unit of a shipment. */
const OF_UNIT = new Set(['Cash', 'AddonLiability', 'LimitedQuantities', 'ExWorks'])

function serviceOf(name: string, value: string | true, contactId: string) {
  const text = value === true ? '' : value
  switch (name) {
    case 'Deposit':
      return { Deposit: { ServiceName: 'service_deposit', PlaceOfDeposit: cut(text, 60) } }
    case 'ShopDelivery':
      return { ShopDelivery: { ServiceName: 'service_shopdelivery', ParcelShopID: text } }
    case 'ShopReturn':
      return {
        ShopReturn: {
          ServiceName: 'service_shopreturn',
          NumberOfLabels: 1,
          ReturnQR: text || 'PDF',
          ContactID: contactId,
        },
      }
    case 'Cash': {
      const [figure = '', currency = 'EUR'] = text.split(' ')
      return {
        Cash: {
          ServiceName: 'service_cash',
          Reason: 'COD',
          Amount: Number(figure),
          Currency: currency,
        },
      }
    }
    case 'AddonLiability': {
      const [figure = '', currency = 'EUR'] = text.split(' ')
      return {
        AddonLiability: {
          ServiceName: 'service_addonliability',
          Amount: Number(figure),
          Currency: currency,
        },
      }
    }
    default:
      return { Service: { ServiceName: name } }
  }
}

/** Timed delivery is express only; a direct sender's address is refused, so none is sent. */
export function shipmentOf(parcel: ParcelToShip, terms: AccountTerms) {
  const contactId = terms.settings['contactId'] ?? ''
  const given = Object.entries(parcel.services)
  const of = (unit: boolean) =>
    given
      .filter(([name]) => OF_UNIT.has(name) === unit)
      .map(([name, value]) => serviceOf(name, value, contactId))
  const whole = of(false)
  const units = of(true)
  const { consignee } = parcel
  return {
    Product: given.some(([name]) => TIMED.test(name)) ? 'EXPRESS' : parcel.product,
    Middleware: 'Parcelyard',
    ShipmentReference: [parcel.reference.slice(0, 40)],
    ShippingDate: parcel.shipDate,
    ...(parcel.customs ? { IncotermCode: parcel.customs.incoterm === 'DDP' ? '10' : '20' } : {}),
    Consignee: {
      Category: consignee.company ? 'BUSINESS' : 'PRIVATE',
      Address: address(consignee),
    },
    Shipper: { ContactID: contactId },
    ShipmentUnit: [
      {
        Weight: Math.round(parcel.weightG / 10) / 100,
        ...(units.length > 0 ? { Service: units } : {}),
      },
    ],
    ...(whole.length > 0 ? { Service: whole } : {}),
  }
}
