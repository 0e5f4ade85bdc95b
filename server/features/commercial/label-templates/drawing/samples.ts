import { LABEL_FIELDS, type FieldKey } from '#contracts/commercial/labels/fields.ts'
import type { LabelModel } from './model.ts'

export type SampleKind = 'usual' | 'longest'

/** A label of no parcel, with the values of the contract. */
export function sampleLabel(kind: SampleKind): LabelModel {
  const of = (key: FieldKey): string =>
    kind === 'usual' ? LABEL_FIELDS[key].sample : LABEL_FIELDS[key].longest
  return {
    number: of('number'),
    symbology: 'sscc',
    serviceName: of('serviceName'),
    serviceCode: of('serviceCode'),
    courierCode: of('courierCode'),
    orderNo: of('orderNo'),
    sender: [
      of('senderName'),
      of('senderCompany'),
      of('senderStreet'),
      `${of('senderPostalCode')} ${of('senderCity')}`,
      'GERMANY',
    ],
    from: {
      name: of('senderName'),
      company: of('senderCompany'),
      lines: [of('senderStreet')],
      postalCode: of('senderPostalCode'),
      city: of('senderCity'),
      state: of('senderState'),
      country: of('senderCountry'),
    },
    consignee: {
      name: of('consigneeName'),
      company: of('consigneeCompany'),
      lines: [of('consigneeStreet')],
      postalCode: of('consigneePostalCode'),
      city: of('consigneeCity'),
      state: of('consigneeState'),
      country: of('countryCode'),
    },
    phone: of('consigneePhone'),
    reference: of('reference'),
    fbaCode: of('fbaCode'),
    poCode: of('poCode'),
    piece: Number(of('pieceNo')),
    pieces: Number(of('pieces')),
    weightG: kind === 'usual' ? 1_250 : 1_031_500,
    depotCode: of('depotCode'),
    sortCode: of('sortCode'),
    gate: of('gate'),
    cod: of('cod'),
    remark: of('footer'),
    printedAt: of('printedAt'),
    reprint: kind === 'longest',
    trackingUrl: of('trackingUrl'),
  }
}

/** An everyday label with nothing that may be missing. */
export function bareLabel(): LabelModel {
  const { number, symbology, serviceName, consignee, piece, pieces, weightG, printedAt } =
    sampleLabel('usual')
  const { name, lines, postalCode, city, country } = consignee
  return {
    number,
    symbology,
    serviceName,
    sender: [],
    consignee: { name, lines, postalCode, city, country },
    piece,
    pieces,
    weightG,
    printedAt,
    reprint: false,
  }
}
