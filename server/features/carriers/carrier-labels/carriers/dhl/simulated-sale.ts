import countries from 'i18n-iso-countries/index.js'
import { z } from 'zod'
import { drawPaper, type SimulatedPaper } from '../simulated-paper.ts'
import {
  answer,
  checkDigit,
  problem,
  sent,
  type SimulatedLabel,
  type SimulatedLabels,
} from '../simulated-labels.ts'

export const place = z.looseObject({
  name1: z.string().optional(),
  name: z.string().optional(),
  addressStreet: z.string().optional(),
  addressHouse: z.string().optional(),
  postalCode: z.string().optional(),
  city: z.string().optional(),
  country: z.string().optional(),
})
export const shipment = z.looseObject({
  product: z.string(),
  billingNumber: z.string(),
  refNo: z.string(),
  consignee: place,
  details: z.looseObject({ weight: z.looseObject({ value: z.number() }) }),
  services: z.looseObject({ dhlRetoure: z.unknown().optional() }).optional(),
  customs: z.unknown().optional(),
})
export type Wanted = z.infer<typeof shipment>

export async function addLabel(
  world: SimulatedLabels,
  one: Wanted,
  reference: string,
): Promise<SimulatedLabel> {
  const serial = await world.nextSerial()
  const body = `00340434${String(serial).padStart(11, '0')}`
  const number = body + checkDigit(body)
  const { consignee } = one
  const postalCode = consignee.postalCode ?? ''
  const content: SimulatedPaper = {
    number,
    symbology: 'sscc',
    product: one.product,
    name: consignee.name1 ?? consignee.name ?? '',
    street: [consignee.addressStreet, consignee.addressHouse].filter(Boolean).join(' '),
    postalCode,
    city: consignee.city ?? '',
    country: countries.alpha3ToAlpha2(consignee.country ?? 'DEU') ?? 'DE',
    grams: one.details.weight.value,
    reference,
    sortCode: `40327${postalCode}+99000943058020`,
    madeAt: world.now(),
  }
  const label: SimulatedLabel = {
    serial,
    number,
    handle: number,
    reference,
    product: one.product,
    content,
    madeAt: world.now(),
    day: world.now().slice(0, 10),
    cancelled: false,
    closed: false,
  }
  await world.add(label)
  return label
}

export const paperOf = ({ content }: SimulatedLabel): SimulatedPaper => content as SimulatedPaper
export const formatOf = (url: URL): 'pdf' | 'zpl' =>
  url.searchParams.get('docFormat') === 'ZPL2' ? 'zpl' : 'pdf'

export async function papersOf(
  world: SimulatedLabels,
  label: SimulatedLabel,
  format: 'pdf' | 'zpl',
) {
  const bytes = sent(world, await drawPaper(paperOf(label), format))
  return {
    label:
      format === 'zpl'
        ? { zpl2: bytes.toString('utf8'), fileFormat: 'ZPL2', printFormat: '910-300-700' }
        : { b64: bytes.toString('base64'), fileFormat: 'PDF', printFormat: '910-300-700' },
  }
}

const returned = z.looseObject({ shipper: place, customerReference: z.string().optional() })
export async function sellReturn(world: SimulatedLabels, body: unknown): Promise<Response> {
  const asked = returned.safeParse(body)
  if (!asked.success) return problem(400, 'Bad Request')
  const { shipper, customerReference } = asked.data
  if (!/^\d{5}$/.test(shipper.postalCode ?? ''))
    return answer(400, {
      title: 'Bad Request',
      status: 400,
      detail: 'Postal code is invalid. Please use 99999 format.',
    })
  const label = await addLabel(
    world,
    {
      product: 'V07PAK',
      billingNumber: '',
      refNo: customerReference ?? '',
      consignee: shipper,
      details: { weight: { value: 1_000 } },
    },
    `return ${customerReference ?? ''}`,
  )
  const { label: paper } = await papersOf(world, label, 'pdf')
  return answer(201, {
    sstatus: { title: 'Created', status: 201, detail: 'Created' },
    shipmentNo: label.number,
    label: paper,
    qrLabel: paper,
    routingCode: paperOf(label).sortCode,
  })
}
