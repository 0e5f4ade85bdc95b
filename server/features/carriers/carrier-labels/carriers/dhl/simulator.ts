import { z } from 'zod'
import { drawPaper } from '../simulated-paper.ts'
import { collect, endCollection } from './simulated-collections.ts'
import { answer, disturb, loseAnswer, problem, type SimulatedLabels } from '../simulated-labels.ts'
import {
  addLabel,
  formatOf,
  paperOf,
  papersOf,
  sellReturn,
  shipment,
  type Wanted,
} from './simulated-sale.ts'

const MOST_GRAMS = 31_500
const orders = z.looseObject({ shipments: z.array(z.unknown()).min(1).max(30) })
const closing = z.looseObject({ shipmentNumbers: z.array(z.string()).max(30) })

const status = (code: number, title: string, detail = '') => ({
  title,
  statusCode: code,
  status: code,
  detail,
})
const OK = status(200, 'OK')

interface Message {
  property: string
  validationMessage: string
  validationState: 'Warning' | 'Error'
}

/** DHL Parcel DE in the product: the same paths, and the rules its labels are sold by. */
export function dhlSimulator(world: SimulatedLabels): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const path = `${request.method} ${url.pathname.replace('/parcel/de', '')}`
    const disturbed = await disturb(world, path === 'POST /shipping/v2/orders')
    if (disturbed) return disturbed
    switch (path) {
      case 'POST /account/auth/ropc/v1/token':
        return answer(200, { access_token: 'simulator', token_type: 'Bearer', expires_in: 1799 })
      case 'POST /shipping/v2/orders':
        return sell(world, url, await request.json())
      case 'GET /shipping/v2/orders':
        return show(world, url)
      case 'DELETE /shipping/v2/orders':
        return cancel(world, url)
      case 'POST /shipping/v2/manifests':
        return close(world, await request.json())
      case 'GET /shipping/v2/manifests':
        return manifest(world, url)
      case 'POST /shipping/returns/v1/orders':
        return sellReturn(world, await request.json())
      case 'POST /transportation/pickup/v3/orders':
        return collect(world, await request.json())
      case 'DELETE /transportation/pickup/v3/orders':
        return endCollection(url)
      case 'GET /tracking/v0/shipments':
        return look(world, url)
      default:
        return problem(404, 'Not Found')
    }
  }
}

function messagesOf(one: Wanted): Message[] {
  const error = (property: string, validationMessage: string): Message => ({
    property,
    validationMessage,
    validationState: 'Error',
  })
  return [
    ...(one.billingNumber.length === 14
      ? []
      : [error('billingNumber', 'The billing number must have 14 digits.')]),
    ...(one.details.weight.value > MOST_GRAMS
      ? [error('details.weight', 'The weight is too high.')]
      : []),
    ...(one.consignee.postalCode === '00000'
      ? [
          {
            property: 'consignee',
            validationMessage:
              'The city entered does not match the postcode. The shipment is not codeable.',
            validationState: 'Warning' as const,
          },
        ]
      : []),
  ]
}

async function sell(world: SimulatedLabels, url: URL, body: unknown): Promise<Response> {
  const asked = orders.safeParse(body)
  if (!asked.success) return problem(400, 'Bad Request')
  const read = asked.data.shipments.map((one) => shipment.safeParse(one))
  const technical = read.flatMap((one, at) => {
    if (!one.success)
      return [
        {
          propertyPath: `shipments[${at}].${one.error.issues[0]?.path.join('.')}`,
          message: 'Missing.',
        },
      ]
    const { length } = one.data.refNo
    return length < 8 || length > 35
      ? [
          {
            propertyPath: `shipments[${at}].refNo`,
            message: 'Parameter refNo must have 8 to 35 characters.',
          },
        ]
      : []
  })
  const wanted = read.flatMap((one) => (one.success ? [one.data] : []))
  if (technical.length > 0)
    return answer(400, {
      status: status(
        400,
        'Bad Request',
        'Your request contained technical errors as listed below.',
      ),
      items: technical,
    })
  const [validate, mustEncode] = ['validate', 'mustEncode'].map(
    (name) => url.searchParams.get(name) === 'true',
  )
  const items = []
  for (const one of wanted) {
    const messages = messagesOf(one)
    const stops = messages.some(
      ({ validationState }) => validationState === 'Error' || validate || mustEncode,
    )
    if (stops) items.push({ sstatus: status(400, 'Bad Request'), validationMessages: messages })
    else if (validate) items.push({ sstatus: OK, validationMessages: [] })
    else items.push(await sellOne(world, url, one, messages))
  }
  const good = items.filter(({ sstatus }) => sstatus === OK).length
  const code = good === 0 ? 400 : items.length > 1 ? 207 : 200
  if (!validate && good > 0) loseAnswer(world)
  const detail = `${good} of ${items.length} shipment successfully ${validate ? 'validated' : 'created'}.`
  return answer(code, { status: status(code, code === 400 ? 'Bad Request' : 'OK', detail), items })
}

async function sellOne(world: SimulatedLabels, url: URL, one: Wanted, messages: Message[]) {
  const label = await addLabel(world, one, one.refNo)
  const papers = await papersOf(world, label, formatOf(url))
  return {
    shipmentNo: label.number,
    routingCode: paperOf(label).sortCode,
    sstatus: OK,
    ...papers,
    ...(one.services?.dhlRetoure
      ? { returnShipmentNo: `3404${label.number.slice(6)}`, returnLabel: papers.label }
      : {}),
    ...(one.customs ? { customsDoc: papers.label } : {}),
    ...(messages.length > 0 ? { validationMessages: messages } : {}),
  }
}

const UNKNOWN = status(204, 'UnknownShipmentNumber', 'Unknown shipment number.')
const CLOSED = status(400, 'Bad Request', 'The shipment has already been manifested.')

async function show(world: SimulatedLabels, url: URL): Promise<Response> {
  const number = url.searchParams.get('shipment') ?? ''
  const label = await world.byHandle(number)
  if (!label || label.cancelled)
    return answer(404, {
      status: status(404, 'Not Found'),
      items: [{ shipmentNo: number, sstatus: UNKNOWN }],
    })
  // What was cut when it was sold is whole when it is asked for again.
  const papers = await papersOf({ ...world, script: 'usual' }, label, formatOf(url))
  return answer(200, { status: OK, items: [{ shipmentNo: number, sstatus: OK, ...papers }] })
}

async function cancel(world: SimulatedLabels, url: URL): Promise<Response> {
  const items = []
  for (const number of url.searchParams.getAll('shipment')) {
    const label = await world.byHandle(number)
    const open = label && !label.cancelled
    if (open && !label.closed) await world.change(number, { cancelled: true })
    items.push({ shipmentNo: number, sstatus: !open ? UNKNOWN : label.closed ? CLOSED : OK })
  }
  const good = items.filter(({ sstatus }) => sstatus === OK).length
  const code = good === items.length ? 200 : good > 0 ? 207 : 400
  return answer(code, { status: status(code, 'Multi-Status'), items })
}

async function close(world: SimulatedLabels, body: unknown): Promise<Response> {
  const asked = closing.safeParse(body)
  if (!asked.success) return problem(400, 'Bad Request')
  const items = []
  for (const number of asked.data.shipmentNumbers) {
    const label = await world.byHandle(number)
    const open = label && !label.cancelled
    if (open) await world.change(number, { closed: true })
    items.push({ shipmentNo: number, sstatus: open ? OK : UNKNOWN })
  }
  return answer(207, { status: status(207, 'Multi-Status'), items })
}

async function manifest(world: SimulatedLabels, url: URL): Promise<Response> {
  const labels = await world.ofDay(url.searchParams.get('date') ?? '')
  const closed = labels.filter((one) => one.closed)
  const [first] = closed
  if (!first) return problem(404, 'Not Found')
  const paper = { ...paperOf(first), product: 'MANIFEST', reference: `${closed.length} shipments` }
  const bytes = await drawPaper(paper, 'pdf')
  return answer(200, {
    status: OK,
    manifestDate: url.searchParams.get('date'),
    manifest: [{ b64: bytes.toString('base64'), fileFormat: 'PDF' }],
    sheetNo: [{ sheetNo: '1' }],
    items: closed.map(({ number }) => ({ shipmentNo: number, sheetNo: '1', sstatus: OK })),
  })
}

async function look(world: SimulatedLabels, url: URL): Promise<Response> {
  const xml = url.searchParams.get('xml') ?? ''
  const reference = /piece-customer-reference="([^"]*)"/.exec(xml)?.[1] ?? ''
  const label = await world.byReference(reference)
  const text = label
    ? `<data name="piece-shipment-list" code="0"><data name="piece-shipment" piece-code="${label.number}"/></data>`
    : '<data name="piece-shipment-list" code="100" error="no data found"/>'
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    headers: { 'content-type': 'application/xml' },
  })
}
