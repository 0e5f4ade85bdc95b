import { PaperDocument } from '#server/kit/pdf/paper.ts'
import { PdfSheet } from '#server/kit/pdf/pdf-sheet.ts'
import type { IncomingHeaders } from '../adapter.ts'
import { script } from './scripts.ts'
import type { SimParcel, UnifiedEvent } from './scripts.ts'
import type { SimWorld } from './sim-world.ts'

export interface SimAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface SimProof {
  timestamp: string
  documentUrl: string
  signed: { name: string }
}

export interface SimShipment {
  id: string
  service: string
  origin: { address: { countryCode: string; addressLocality: string } }
  destination: { address: { countryCode: string; addressLocality: string } }
  status: UnifiedEvent
  details: { product: { productName: string }; proofOfDelivery?: SimProof }
  events: UnifiedEvent[]
}

const SERVICE = 'parcel-de'
const PROOFS = 'http://simulator.invalid/proofs/'
const SIGNERS = ['K. Becker', 'M. Yilmaz', 'A. Nowak', 'J. Peeters'] as const
const signerOf = (number: string): string =>
  SIGNERS[Number(number.at(-1)) % SIGNERS.length] ?? SIGNERS[0]
/** A busy carrier answers every so many calls 429. */
export const BUSY_EVERY = 50
const BUSY_SECONDS = 5

/**
 * Answers `GET /track/shipments` as DHL does: the newest event first, problem+json when it is not
 * 200.
 */
export async function answerTrack(
  query: Readonly<Record<string, string | string[] | undefined>>,
  headers: IncomingHeaders,
  world: SimWorld,
): Promise<SimAnswer> {
  const key = headers['dhl-api-key']
  if (typeof key !== 'string' || key === '' || (world.apiKey !== null && key !== world.apiKey)) {
    return problem(401, 'Unauthorized', 'The key is missing or unknown.')
  }
  if (world.callNo && world.callNo() % BUSY_EVERY === 0) {
    return problem(429, 'Too Many Requests', 'The limit of calls is reached.', {
      'retry-after': String(BUSY_SECONDS),
    })
  }
  const number = query['trackingNumber']
  if (typeof number !== 'string' || !/^[A-Za-z0-9 ._/-]{4,50}$/.test(number)) {
    return problem(400, 'Bad Request', 'trackingNumber is missing or invalid.')
  }
  const service = query['service']
  const parcel = service === undefined || service === SERVICE ? await world.isKnown(number) : null
  const shipment = parcel && simShipment(number, parcel, world.now(), world.speed)
  if (!shipment)
    return problem(404, 'No result found', 'No shipment with given tracking number found.')
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shipments: [shipment] }),
  }
}

/** The shipment as DHL shows it at `now`; null while nothing has been announced. */
export function simShipment(
  number: string,
  parcel: SimParcel,
  now: string,
  speed: number,
): SimShipment | null {
  const events = script(number, parcel, now, parcel.speed ?? speed).toReversed()
  const status = events[0]
  if (!status) return null
  const at = (place: SimParcel['depot']) => ({
    address: { countryCode: place.country, addressLocality: place.city },
  })
  const handedOver =
    status.statusCode === 'delivered'
      ? {
          proofOfDelivery: {
            timestamp: status.timestamp,
            documentUrl: `${PROOFS}${encodeURIComponent(number)}`,
            signed: { name: signerOf(number) },
          },
        }
      : {}
  return {
    id: number,
    service: SERVICE,
    origin: at(parcel.depot),
    destination: at(parcel.destination),
    status,
    details: { product: { productName: 'DHL PAKET' }, ...handedOver },
    events,
  }
}

/** The paper of a delivery, as its recipient signed it. */
async function answerProof(
  number: string,
  world: SimWorld,
): Promise<Omit<SimAnswer, 'body'> & { body: string | Uint8Array<ArrayBuffer> }> {
  const parcel = await world.isKnown(number)
  const shipment = parcel && simShipment(number, parcel, world.now(), world.speed)
  if (shipment?.status.statusCode !== 'delivered')
    return problem(404, 'Not Found', 'There is no proof of delivery.')
  const doc = new PaperDocument('Proof of delivery')
  const page = new PdfSheet(doc, 148, 105)
  page.text(10, 10, 'PROOF OF DELIVERY', 128, { size: 6, bold: true })
  page.text(10, 28, number, 128, { size: 5, bold: true })
  page.text(10, 40, `Delivered: ${shipment.status.timestamp}`, 128, { size: 4 })
  page.text(10, 50, `Signed by: ${signerOf(number)}`, 128, { size: 4 })
  page.box(8, 60, 132, 30)
  page.end()
  return {
    status: 200,
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(await doc.end()),
  }
}

function problem(
  status: number,
  title: string,
  detail: string,
  headers: Record<string, string> = {},
): SimAnswer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: JSON.stringify({ title, detail, status }),
  }
}

/**
 * The simulator as a `fetch`, for an adapter that runs in the same process: no port, no network.
 */
export function simulatorFetch(world: SimWorld): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const { status, headers, body } =
      request.method === 'GET' && url.pathname.endsWith('/track/shipments')
        ? await answerTrack(
            Object.fromEntries(url.searchParams),
            Object.fromEntries(request.headers),
            world,
          )
        : request.method === 'GET' && request.url.startsWith(PROOFS)
          ? await answerProof(decodeURIComponent(url.pathname.split('/').at(-1) ?? ''), world)
          : problem(404, 'Not Found', 'The simulator has no such path.')
    return new Response(body, { status, headers })
  }
}
