import { z } from 'zod'
import { drawPaper, type SimulatedPaper } from '../simulated-paper.ts'
import { collect, shopsNear } from './simulated-places.ts'
import {
  answer,
  checkDigit,
  disturb,
  loseAnswer,
  problem,
  sent,
  type SimulatedLabel,
  type SimulatedLabels,
} from '../simulated-labels.ts'

const TYPE = { 'content-type': 'application/glsVersion1+json' }
const PENDING_AFTER_MS = 2 * 3_600_000
const MOST_KG = 40
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const shipment = z.looseObject({
  Product: z.string(),
  Middleware: z.string(),
  ShipmentReference: z.array(z.string()),
  ShippingDate: z.string().optional(),
  Consignee: z.looseObject({
    Address: z.looseObject({
      Name1: z.string(),
      CountryCode: z.string(),
      ZIPCode: z.string(),
      City: z.string(),
      Street: z.string(),
      StreetNumber: z.string().optional(),
    }),
  }),
  Shipper: z.looseObject({ ContactID: z.string().min(1) }),
  ShipmentUnit: z.array(z.looseObject({ Weight: z.number() })).min(1),
})
type Wanted = z.infer<typeof shipment>
const printing = z.looseObject({
  PrintingOptions: z
    .looseObject({ ReturnLabels: z.looseObject({ LabelFormat: z.string() }) })
    .optional(),
})
const asked = printing.extend({ Shipment: shipment })

/** GLS ShipIT in the product: the same paths, and the rules its labels are sold by. */
export function glsSimulator(world: SimulatedLabels): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const path = url.pathname.replace('/shipit-farm/v1/backend/rs', '')
    const disturbed = await disturb(world, path === '/shipments')
    if (disturbed) return disturbed
    if (request.method !== 'POST') return problem(404, 'Not Found')
    if (path === '/oauth2/v2/token')
      return answer(200, { access_token: 'simulator', token_type: 'Bearer', expires_in: 14_400 })
    if (request.headers.get('authorization') !== 'Bearer simulator')
      return problem(401, 'Unauthorized')
    const body: unknown = JSON.parse((await request.text()) || 'null')
    switch (path) {
      case '/shipments':
        return sell(world, body)
      case '/shipments/validate':
        return validate(body)
      case '/shipments/allowedservices':
        return answer(200, { AllowedServices: OFFERS }, TYPE)
      case '/shipments/endofday':
        return close(world, url.searchParams.get('date') ?? '')
      case '/shipments/reprintparcel':
        return reprint(world, body)
      case '/sporadiccollection':
        return collect(world, body)
      case '/parcelshop/distance':
        return shopsNear(body)
      case '/tracking/parcels':
        return look(world, body)
      default: {
        const [, handle] = /^\/shipments\/cancel\/([A-Z0-9]{8})$/.exec(path) ?? []
        return handle ? cancel(world, handle) : problem(404, 'Not Found')
      }
    }
  }
}

const OFFERS = [
  { ProductName: 'PARCEL' },
  { ProductName: 'EXPRESS' },
  { ServiceName: 'service_flexdelivery' },
  { ServiceName: 'service_Saturday' },
]

/** The two ways GLS refuses: a word in the headers, or a list in the body. */
const inHeaders = (error: string, message: string, arg: string): Response =>
  new Response('', { status: 400, headers: { error, message, args: JSON.stringify([arg]) } })
const inBody = (code: string, message: string, field: string): Response =>
  answer(400, { errors: [{ code, message, field }] }, TYPE)

function refusal(read: ReturnType<typeof asked.safeParse>): Response | null {
  if (!read.success) {
    const at = read.error.issues[0]?.path.join('.') ?? ''
    return inHeaders('MANDATORY_PARAMETER_NOT_SET', `The mandatory parameter ${at} is not set`, at)
  }
  const { Consignee, ShipmentUnit } = read.data.Shipment
  if (Consignee.Address.ZIPCode === '99999')
    return inHeaders('INVALID_FIELD_VALUE', 'The ZIP code is unknown', 'Consignee.Address.ZIPCode')
  if (ShipmentUnit.some(({ Weight }) => Weight > MOST_KG))
    return inBody(
      'COMMON_INVALID_WEIGHT',
      'The weight is too high.',
      'Shipment.ShipmentUnit.Weight',
    )
  return null
}

async function sell(world: SimulatedLabels, body: unknown): Promise<Response> {
  const read = asked.safeParse(body)
  const refused = refusal(read)
  if (refused || !read.success) return refused ?? problem(400, 'Bad Request')
  const label = await addLabel(world, read.data.Shipment)
  loseAnswer(world)
  const paper = await printOf(world, label, formatIn(body))
  return answer(201, { CreatedShipment: { ...described(label), PrintData: [paper] } }, TYPE)
}

function described(label: SimulatedLabel) {
  return {
    ShipmentReference: [label.reference],
    ParcelData: [
      {
        TrackID: label.handle,
        ParcelNumber: label.number,
        ShipmentUnitReference: [],
        Barcodes: { Primary1D: label.number, Primary1DPrint: false },
        RoutingInfo: {
          Tour: '1234',
          InboundSortingFlag: '1',
          FinalLocationCode: (label.content as SimulatedPaper).sortCode,
          HubLocation: 'NST',
        },
      },
    ],
    CustomerID: '2760000000',
    PickupLocation: 'DE 280',
  }
}

async function addLabel(world: SimulatedLabels, wanted: Wanted): Promise<SimulatedLabel> {
  const serial = await world.nextSerial()
  const body = `276${String(serial).padStart(8, '0')}`
  const number = body + checkDigit(body, 1)
  const handle = `Z${[5, 10, 15, 20, 25, 30, 35]
    .map((shift) => LETTERS[Math.floor(serial / 2 ** (35 - shift)) % 32])
    .join('')}`
  const { Address: to } = wanted.Consignee
  const reference = wanted.ShipmentReference[0] ?? ''
  const content: SimulatedPaper = {
    number,
    symbology: 'code128',
    product: `GLS ${wanted.Product}`,
    name: to.Name1,
    street: [to.Street, to.StreetNumber].filter(Boolean).join(' '),
    postalCode: to.ZIPCode,
    city: to.City,
    country: to.CountryCode,
    grams: Math.round((wanted.ShipmentUnit[0]?.Weight ?? 0) * 1_000),
    reference,
    sortCode: `${to.CountryCode} ${to.ZIPCode.slice(0, 3)}`,
    madeAt: world.now(),
  }
  const label: SimulatedLabel = {
    serial,
    number,
    handle,
    reference,
    product: wanted.Product,
    content,
    madeAt: world.now(),
    day: wanted.ShippingDate ?? world.now().slice(0, 10),
    cancelled: false,
    closed: false,
  }
  await world.add(label)
  return label
}

const formatIn = (body: unknown): 'pdf' | 'zpl' => {
  const read = printing.safeParse(body)
  const wanted = read.success ? read.data.PrintingOptions?.ReturnLabels.LabelFormat : null
  return wanted === 'ZEBRA' ? 'zpl' : 'pdf'
}

async function printOf(world: SimulatedLabels, label: SimulatedLabel, format: 'pdf' | 'zpl') {
  const bytes = sent(world, await drawPaper(label.content as SimulatedPaper, format))
  return { Data: [bytes.toString('base64')], LabelFormat: format === 'zpl' ? 'ZEBRA' : 'PDF' }
}

function validate(body: unknown): Response {
  const read = asked.safeParse(body)
  if (refusal(read) === null)
    return answer(200, { Success: true, ValidationResult: { Issues: [] } }, TYPE)
  const Location = read.success ? 'Shipment.Consignee.Address.ZIPCode' : 'Shipment'
  const Parameters = read.success ? [read.data.Shipment.Consignee.Address.ZIPCode] : []
  const Issues = [{ Rule: 'COMMON_VALID_ZIPCODE', Location, Parameters }]
  return answer(200, { Success: false, ValidationResult: { Issues } }, TYPE)
}

async function cancel(world: SimulatedLabels, handle: string): Promise<Response> {
  const label = await world.byHandle(handle)
  const result = (Result: string) => answer(200, { TrackID: handle, Result }, TYPE)
  if (!label || label.closed) return result('ERROR')
  const isOld = Date.parse(world.now()) - Date.parse(label.madeAt) > PENDING_AFTER_MS
  if (isOld && !label.cancelled) {
    await world.change(handle, { cancelled: true })
    return result('CANCELLATION_PENDING')
  }
  await world.change(handle, { cancelled: true })
  return result('CANCELLED')
}

async function close(world: SimulatedLabels, day: string): Promise<Response> {
  const open = (await world.ofDay(day)).filter(({ cancelled, closed }) => !cancelled && !closed)
  for (const { handle } of open) await world.change(handle, { closed: true })
  const Shipments = open.map(({ product }) => ({ ShippingDate: day, Product: product }))
  return answer(200, { Shipments }, TYPE)
}

async function reprint(world: SimulatedLabels, body: unknown): Promise<Response> {
  const read = z.looseObject({ TrackID: z.string() }).safeParse(body)
  const label = read.success ? await world.byHandle(read.data.TrackID) : null
  if (!label || label.cancelled)
    return inHeaders('INVALID_FIELD_VALUE', 'The parcel is unknown', 'TrackID')
  const paper = await printOf({ ...world, script: 'usual' }, label, formatIn(body))
  return answer(200, { CreatedShipment: { ...described(label), PrintData: [paper] } }, TYPE)
}

async function look(world: SimulatedLabels, body: unknown): Promise<Response> {
  const read = z.looseObject({ ShipmentReference: z.string() }).safeParse(body)
  const label = read.success ? await world.byReference(read.data.ShipmentReference) : null
  if (!label) return answer(200, {}, TYPE)
  const unit = {
    TrackID: label.handle,
    ParcelNumber: label.number,
    ShipmentReference: label.reference,
    InitialDate: label.madeAt,
    Status: 'DATA_RECEIVED',
  }
  return answer(200, { UnitItems: [unit] }, TYPE)
}
