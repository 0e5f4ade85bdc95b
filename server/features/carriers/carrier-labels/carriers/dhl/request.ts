import countries from 'i18n-iso-countries/index.js'
import { formatMoney } from '#contracts/kit/money.ts'
import type { CarrierParty, ParcelToShip } from '#server/features/carriers/carriers/index.ts'
import { e164 } from '#server/kit/ids/phones.ts'
import type { AccountTerms } from '../label-carrier.ts'

const cut = (text: string | null | undefined, length: number): string | undefined =>
  text ? [...text].slice(0, length).join('') : undefined
const alpha3 = (country: string): string => countries.alpha2ToAlpha3(country) ?? country

/** DHL wants references of 8 to 35 characters. */
export const refOf = (reference: string): string => reference.slice(-35).padStart(8, '0')

const LOCKER = /^(?:packstation|locker)\s*(\d{3})$/i
const OUTLET = /^(?:postfiliale|filiale|post office|retail outlet)\s*(\d{3})$/i
const POST_NUMBER = /\b\d{6,10}\b/

/** An address as DHL writes it. */
export function contact(party: CarrierParty) {
  return {
    name1: cut(party.company ?? party.name, 50),
    ...(party.company ? { name2: cut(party.name, 50) } : {}),
    addressStreet: cut(party.street, 50),
    addressHouse: cut(party.house, 10),
    additionalAddressInformation1: cut(party.address2, 60),
    postalCode: party.postalCode ?? undefined,
    city: cut(party.city, 40),
    state: cut(party.state, 20),
    country: alpha3(party.country),
    phone: cut(party.phone && e164(party.phone, party.country), 20),
    email: cut(party.email, 80),
  }
}

/** A street “Packstation 145” with a customer's number is a locker, “Postfiliale 502” an outlet. */
function consignee(party: CarrierParty) {
  const street = [party.street, party.house].filter(Boolean).join(' ').trim()
  const [, locker] = LOCKER.exec(street) ?? []
  const [, outlet] = OUTLET.exec(street) ?? []
  const postNumber = POST_NUMBER.exec(`${party.company ?? ''} ${party.address2 ?? ''}`)?.[0]
  const place = {
    name: cut(party.name, 50),
    postalCode: party.postalCode ?? undefined,
    city: cut(party.city, 40),
    country: alpha3(party.country),
  }
  if (locker && postNumber) return { ...place, lockerID: Number(locker), postNumber }
  if (outlet)
    return {
      ...place,
      retailID: Number(outlet),
      ...(postNumber ? { postNumber } : {}),
      email: cut(party.email, 80),
    }
  return contact(party)
}

/** Services whose value is an object in the carrier's own words; the others are a text or true. */
function services(parcel: ParcelToShip, terms: AccountTerms) {
  const given = Object.entries(parcel.services)
  if (given.length === 0) return undefined
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (name === 'dhlRetoure')
        return [
          name,
          { billingNumber: terms.billing['V07PAK'] ?? '', returnAddress: contact(parcel.sender) },
        ]
      if (name === 'cashOnDelivery' || name === 'additionalInsurance') {
        const [figure = '', currency = 'EUR'] = String(value).split(' ')
        const sum = { currency, value: Number(figure) }
        return [name, name === 'cashOnDelivery' ? { amount: sum } : sum]
      }
      return [name, value]
    }),
  )
}

function customs({ customs: given }: ParcelToShip) {
  if (!given) return undefined
  const value = (minor: bigint) => ({
    currency: given.currency,
    value: Number(formatMoney({ minor, currency: given.currency })),
  })
  return {
    exportType: 'COMMERCIAL_GOODS',
    shippingConditions: given.incoterm,
    ...(given.invoiceNo ? { invoiceNo: cut(given.invoiceNo, 35) } : {}),
    postalCharges: value(0n),
    items: given.items.map((one) => ({
      itemDescription: cut(one.description, 256),
      packagedQuantity: one.quantity,
      hsCode: one.hsCode || undefined,
      countryOfOrigin: alpha3(one.originCountry),
      itemValue: value(one.unitValueMinor),
      itemWeight: { uom: 'g', value: one.unitWeightG },
    })),
  }
}

const hasSize = ({ lengthMm, widthMm, heightMm }: ParcelToShip): boolean =>
  lengthMm > 0 && widthMm > 0 && heightMm > 0

export function shipmentOf(parcel: ParcelToShip, terms: AccountTerms) {
  return {
    product: parcel.product,
    billingNumber: parcel.account,
    refNo: refOf(parcel.reference),
    creationSoftware: 'Parcelyard',
    shipDate: parcel.shipDate,
    shipper: contact(parcel.sender),
    consignee: consignee(parcel.consignee),
    details: {
      ...(hasSize(parcel)
        ? {
            dim: {
              uom: 'mm',
              length: parcel.lengthMm,
              width: parcel.widthMm,
              height: parcel.heightMm,
            },
          }
        : {}),
      weight: { uom: 'g', value: parcel.weightG },
    },
    services: services(parcel, terms),
    customs: customs(parcel),
  }
}

export const ordersBody = (parcels: readonly ParcelToShip[], terms: AccountTerms) => ({
  profile: terms.settings['profile'],
  shipments: parcels.map((parcel) => shipmentOf(parcel, terms)),
})

/** Where the business tracking knows a piece by: our reference, in a time. */
export function soughtXml(
  reference: string,
  askedAt: string,
  { name, password }: { name: string; password: string },
): string {
  const day = (shift: number) =>
    new Date(Date.parse(askedAt) + shift * 86_400_000).toISOString().slice(0, 10)
  const attributes = {
    appname: name,
    'language-code': 'en',
    password,
    request: 'd-get-piece',
    'piece-customer-reference': refOf(reference),
    'from-date': day(-1),
    'to-date': day(2),
  }
  const text = Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)
  return `<?xml version="1.0" encoding="UTF-8"?><data ${text.join(' ')}/>`
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
