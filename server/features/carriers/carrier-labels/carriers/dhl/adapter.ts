import {
  callGuard,
  CarrierError,
  type CallDeps,
  type CallOptions,
  type CarrierAdapter,
  type CarrierReply,
  type CarrierRequest,
  type LabelFormat,
  jsonOf,
  withToken,
  type Operation,
} from '#server/features/carriers/carriers/index.ts'
import type { AccountTerms } from '../label-carrier.ts'
import {
  cancelResult,
  detailOf,
  labelResults,
  paperOf,
  papersOf,
  statusOf,
  validationOf,
} from './answer.ts'
import { pieceOf } from './pieces.ts'
import { ordersBody, soughtXml } from './request.ts'
import { dhlCollections } from './collections.ts'
import { returnLabel } from './returns.ts'
import { isOk, manifestReply, reply, type Ask, type Reply } from './wire.ts'

export const DHL_OPERATIONS: readonly Operation[] = [
  'validate',
  'createLabel',
  'find',
  'reprint',
  'cancel',
  'closeOut',
  'fetchManifest',
  'createReturn',
  'collect',
  'cancelCollection',
]
export const DHL_CALLS = { deadlineMs: 60_000, maxBytes: 48 * 1024 * 1024 }
const SHIPPING = '/parcel/de/shipping/v2'
const TOKEN = '/parcel/de/account/auth/ropc/v1/token'
const TRACKING = '/parcel/de/tracking/v0/shipments'
const PRINT_FORMAT: Record<LabelFormat, string> = { pdf: 'PDF', zpl: 'ZPL2', png: 'PDF' }
/** Not before the day's automatic closing is over does the tracking have every label. */
const SHOWN_AFTER_MS = 24 * 3_600_000

/** DHL Parcel DE: shipping v2, returns v1, pickup v3, and the business tracking for what it has under a reference. */
export function dhlLabels(terms: AccountTerms, base: string, deps: CallDeps): CarrierAdapter {
  const { settings } = terms
  const plain = callGuard('dhl', deps, DHL_CALLS)
  const call = withToken(plain, tokenRequest, deps.clock)

  function tokenRequest(): CarrierRequest {
    const form = new URLSearchParams({
      grant_type: 'password',
      username: settings['user'] ?? '',
      password: settings['password'] ?? '',
      client_id: settings['apiKey'] ?? '',
      client_secret: settings['apiSecret'] ?? '',
    })
    return {
      operation: 'token',
      method: 'POST',
      url: base + TOKEN,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      repeatable: true,
    }
  }

  const ask: Ask = async (operation, method, path, body, options = {}) =>
    call({
      operation,
      method,
      url: base + path,
      headers: {
        accept: 'application/json',
        'accept-language': 'en-US',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...options,
    })

  const readReply = (got: CarrierReply): Reply => {
    const read = reply.safeParse(jsonOf(got))
    if (!read.success)
      throw new CarrierError('badReply', 'not in the form we know', { status: got.status })
    return read.data
  }

  /** The token in the address opens one label: it is asked at once, at DHL's own host only. */
  const fetchPaper = async (url: string): Promise<Buffer> => {
    const address = new URL(url)
    if (address.origin !== new URL(base).origin)
      throw new CarrierError('badReply', 'a paper elsewhere')
    const got = await call({ operation: 'label', method: 'GET', url: address.href, headers: {} })
    return got.bytes
  }

  const query = (format: LabelFormat): string =>
    `includeDocs=include&docFormat=${PRINT_FORMAT[format]}&mustEncode=${terms.mustEncode}`

  return {
    courier: 'dhl',
    capabilities: () => ({
      operations: DHL_OPERATIONS,
      sandbox: terms.mode !== 'live',
      labelFormats: ['pdf', 'zpl'],
      callsPerDay: null,
      minIntervalMs: 0,
    }),

    async health(options) {
      try {
        // A number that was never given: it is unknown to DHL, which answers so where the login is right.
        await ask(
          'health',
          'GET',
          `${SHIPPING}/orders?shipment=00000000000000000000`,
          undefined,
          options,
        )
        return { ok: true, detail: 'ok' }
      } catch (error) {
        if (error instanceof CarrierError) return { ok: false, detail: error.kind }
        throw error
      }
    },

    async validate(parcel, options) {
      const path = `${SHIPPING}/orders?validate=true&mustEncode=${terms.mustEncode}`
      const got = await ask('validate', 'POST', path, ordersBody([parcel], terms), options)
      return validationOf(readReply(got))
    },

    async createLabel(parcels, _key, options) {
      const body = ordersBody(parcels, terms)
      const format = parcels[0]?.labelFormat ?? 'pdf'
      const got = await ask(
        'createLabel',
        'POST',
        `${SHIPPING}/orders?${query(format)}`,
        body,
        options,
      )
      return labelResults(parcels, readReply(got), got.status < 300, body.shipments, fetchPaper)
    },

    async find({ reference, askedAt, labelFormat }, options) {
      const number = await numberOf(reference, askedAt, options)
      const age = deps.clock() - Date.parse(askedAt)
      if (number === null)
        return {
          outcome: terms.mode === 'simulator' || age > SHOWN_AFTER_MS ? 'absent' : 'unclear',
        }
      const papers = await this.reprint!(number, labelFormat, options)
      return {
        outcome: 'found',
        carrierNo: number,
        handle: number,
        documents: papers,
        raw: { number },
      }
    },

    async reprint(handle, format, options) {
      const path = `${SHIPPING}/orders?shipment=${encodeURIComponent(handle)}&${query(format)}`
      const answer = readReply(await ask('reprint', 'GET', path, undefined, options))
      const found = statusOf(answer, handle)
      if (!found || !isOk(found.sstatus))
        throw new CarrierError('refused', found?.sstatus?.title ?? 'no label')
      return papersOf(found, fetchPaper)
    },

    async cancel(handle, options) {
      const profile = encodeURIComponent(settings['profile'] ?? '')
      const path = `${SHIPPING}/orders?profile=${profile}&shipment=${encodeURIComponent(handle)}`
      return cancelResult(
        readReply(await ask('cancel', 'DELETE', path, undefined, options)),
        handle,
      )
    },

    async closeOut({ handles }, options) {
      const body = { profile: settings['profile'], shipmentNumbers: handles }
      const answer = readReply(
        await ask('closeOut', 'POST', `${SHIPPING}/manifests`, body, options),
      )
      const closed = handles.filter((handle) => isOk(statusOf(answer, handle)?.sstatus))
      const refused = handles.filter((handle) => !closed.includes(handle))
      const reason = (handle: string): string => {
        const status = statusOf(answer, handle)?.sstatus
        return status?.detail || status?.title || detailOf(answer) || 'refused'
      }
      return {
        manifestNo: null,
        handles: closed,
        refused: new Map(refused.map((handle) => [handle, reason(handle)])),
        documents: [],
      }
    },

    async fetchManifest(date, options) {
      const path = `${SHIPPING}/manifests?date=${date}&includeDocs=include`
      const got = await ask('fetchManifest', 'GET', path, undefined, options)
      const read = manifestReply.safeParse(jsonOf(got))
      if (!read.success || got.status >= 400)
        throw new CarrierError('refused', 'no manifest of this day')
      const sheets = [read.data.manifest ?? []].flat()
      const papers = await Promise.all(
        sheets.map((sheet) => paperOf('manifest', sheet, fetchPaper)),
      )
      return papers.filter((paper) => paper !== null)
    },

    createReturn: (parcel, _key, options) => returnLabel(ask, parcel, terms, fetchPaper, options),
    ...dhlCollections(ask),
  }

  async function numberOf(
    reference: string,
    askedAt: string,
    options: CallOptions = {},
  ): Promise<string | null> {
    const [name, password] = [settings['trackingUser'], settings['trackingPassword']]
    if (!name || !password) throw new CarrierError('auth', 'no tracking user')
    const login = Buffer.from(`${settings['apiKey'] ?? ''}:${settings['apiSecret'] ?? ''}`)
    const xml = soughtXml(reference, askedAt, { name, password })
    const got = await plain({
      operation: 'find',
      method: 'GET',
      url: `${base}${TRACKING}?xml=${encodeURIComponent(xml)}`,
      headers: { authorization: `Basic ${login.toString('base64')}`, accept: 'application/xml' },
      ...options,
    })
    if (got.status === 401 || got.status === 403) throw new CarrierError('auth', 'not accepted')
    return pieceOf(got)
  }
}
