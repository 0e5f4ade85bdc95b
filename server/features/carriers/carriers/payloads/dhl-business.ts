import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { list, record, text, type Fields } from '../dhl/unified-shape.ts'
import { countryOf } from './country-of.ts'
import {
  found,
  problem,
  readEvent,
  type PayloadContext,
  type ReadEvent,
  type ReadPayload,
} from './payload.ts'

const MAX_NODES = 20_000
/** Letters of a code of DHL: ICE, RIC, standard event. */
const CODE = /^[A-Z]{2,5}$/
/** Under ZU, and yet not with its recipient. */
const NOT_DELIVERED = new Set(['CUSTM', 'HNDTC'])

/** What a node stands in: the number, and whether the parcel is on its way back. */
interface Around {
  trackNo: string
  returning: boolean
}

/**
 * DHL's business tracking: `<data>` in `<data>`, distinguished by `name`. Times are wall times without
 * a zone; ICE and RIC come before the standard event.
 */
export function readDhlXml(xml: string, context: PayloadContext): ReadPayload {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return problem('unreadable')
  if (XMLValidator.validate(xml) !== true) return problem('unreadable')
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    removeNSPrefix: true,
  })
  const root = record(record(parser.parse(xml) as unknown)['data'])
  const code = text(root['code'], 20)
  const words = text(root['error'], 300) ?? text(root['error-text'], 300)
  if (code !== null && code !== '0') {
    if (code === '100') return problem('unknownNumber', words)
    if (code === '5' || code === '6') return problem('login', words)
    return problem('carrierError', [code, words].filter(Boolean).join(' '))
  }
  if (!text(root['name'], 60)?.startsWith('piece')) return problem('notTracking')
  const events: ReadEvent[] = []
  let nodes = 0
  const walk = (node: Fields, around: Around): ReadEvent[] => {
    if (++nodes > MAX_NODES) return []
    const name = text(node['name'], 60) ?? ''
    const own: Around = {
      trackNo:
        ['piece-code', 'searched-piece-code', 'piece-identifier']
          .map((key) => text(node[key], 64))
          .find((value) => value !== null && value !== '') ?? around.trackNo,
      returning: flag(node['ruecksendung']) ?? around.returning,
    }
    // The list repeats the number without its zeros.
    if (around.trackNo !== '' && name !== 'piece-shipment') own.trackNo = around.trackNo
    if (name === 'piece-event' || 'event-timestamp' in node)
      return [eventOf(node, 'event-', own, context)]
    const inner = list([node['data'] ?? []].flat()).flatMap((child) => walk(record(child), own))
    const isPiece = /^piece-(shipment|status-public)$/.test(name) && 'status-timestamp' in node
    if (!isPiece) return inner
    const present = eventOf(node, '', own, context)
    const newer = inner.every((event) => clock(present.rawTime) > clock(event.rawTime))
    return newer && (present.rawCode !== null || present.rawText !== '')
      ? [...inner, present]
      : inner
  }
  events.push(...walk(root, { trackNo: '', returning: false }))
  return found(events.filter((event) => event.rawTime !== '' || event.rawCode !== null))
}

function eventOf(
  node: Fields,
  prefix: 'event-' | '',
  around: Around,
  context: PayloadContext,
): ReadEvent {
  const at = (name: string) => text(node[`${prefix}${name}`], 1000)
  const code = (name: string) => {
    const value = text(node[name], 20)?.toUpperCase() ?? ''
    return CODE.test(value) ? value : null
  }
  const ice = code('ice')
  const ric = code('ric')
  const standard = code('standard-event-code')
  const home =
    around.returning && standard === 'ZU' && (ice === null || ice === 'DLVRD') && !isHandOver(ric)
  return readEvent(context, {
    trackNo: around.trackNo,
    rawCode: home ? 'ZU' : (ice ?? standard),
    reasonCode: home ? 'RETURN' : reasonOf(ice, ric, standard),
    rawText: at('text') ?? at('status') ?? at('short-status') ?? '',
    rawTime: at('timestamp') ?? '',
    place: prefix === '' ? null : text(node['event-location'], 200),
    country: prefix === '' ? null : countryOf(text(node['event-country'], 60)),
  })
}

const isHandOver = (ric: string | null): boolean => ric !== null && NOT_DELIVERED.has(ric)

/** RIC and standard event, `NRQRD/PO`; alone `/PO`. */
function reasonOf(ice: string | null, ric: string | null, standard: string | null): string | null {
  if (ice === null) return ric
  const behind = standard === null ? '' : `/${standard}`
  return `${ric ?? ''}${behind}` || null
}

function flag(value: unknown): boolean | null {
  const word = text(value, 10)?.toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : null
}

/** `27.11.2026 10:02` in an order that sorts. */
function clock(time: string): string {
  const [day = '', rest = ''] = time.split(' ')
  return `${day.split('.').toReversed().join('')} ${rest}`
}
