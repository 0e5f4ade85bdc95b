import {
  callGuard,
  CarrierError,
  type CallDeps,
  type CallOptions,
  type CarrierAdapter,
  type CarrierReply,
  type LabelDocument,
  type LabelFormat,
  type LabelResult,
  type Operation,
  type ParcelToShip,
  withToken,
} from '#server/features/carriers/carriers/index.ts'
import type { AccountTerms } from '../label-carrier.ts'
import { shipmentOf } from './request.ts'
import { glsPlaces } from './places.ts'
import { cancelOf, fit, issuesOf, labelResults, papersOf, validationOf } from './answer.ts'
import { allowed, dayReport, foundUnits, reprinted } from './wire.ts'

export const GLS_OPERATIONS: readonly Operation[] = [
  'validate',
  'createLabel',
  'find',
  'reprint',
  'cancel',
  'closeOut',
  'collect',
  'shops',
]
export const GLS_CALLS = { deadlineMs: 45_000, maxBytes: 16 * 1024 * 1024 }
const SHIPIT = '/shipit-farm/v1/backend/rs'
const TOKEN = '/oauth2/v2/token'
const TYPE = 'application/glsVersion1+json'
const PRINT: Record<LabelFormat, { TemplateSet: string; LabelFormat: string }> = {
  pdf: { TemplateSet: 'NONE', LabelFormat: 'PDF' },
  zpl: { TemplateSet: 'ZPL_200', LabelFormat: 'ZEBRA' },
  png: { TemplateSet: 'NONE', LabelFormat: 'PNG' },
}
const DAY_MS = 24 * 3_600_000

/** GLS ShipIT (farm). A label is known by its TrackID there, and to the public by its number. */
export function glsLabels(terms: AccountTerms, base: string, deps: CallDeps): CarrierAdapter {
  const { settings } = terms
  const call = withToken(
    callGuard('gls', deps, GLS_CALLS),
    () => ({
      operation: 'token',
      method: 'POST',
      url: base + TOKEN,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${settings['clientId'] ?? ''}:${settings['clientSecret'] ?? ''}`).toString('base64')}`,
      },
      body: 'grant_type=client_credentials',
      repeatable: true,
    }),
    deps.clock,
  )

  const ask = (
    operation: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<CarrierReply> =>
    call({
      operation,
      method: 'POST',
      url: `${base}${SHIPIT}${path}`,
      headers: { 'content-type': TYPE, accept: TYPE, 'accept-language': 'en' },
      body: JSON.stringify(body),
      ...options,
    })

  const label = async (
    parcel: ParcelToShip,
    options: CallOptions | undefined,
  ): Promise<LabelResult[]> => {
    const request = {
      Shipment: shipmentOf(parcel, terms),
      PrintingOptions: { ReturnLabels: PRINT[parcel.labelFormat] },
    }
    const got = await ask('createLabel', '/shipments', request, options)
    return labelResults([parcel], got, request)
  }

  return {
    courier: 'gls',
    capabilities: () => ({
      operations: GLS_OPERATIONS,
      sandbox: terms.mode !== 'live',
      labelFormats: ['pdf', 'zpl'],
      callsPerDay: null,
      minIntervalMs: 0,
    }),

    /** What the account may use: the question ShipIT answers without making anything. */
    async health(options) {
      const here = { CountryCode: 'DE', ZIPCode: settings['zip'] ?? '' }
      const body = { Source: here, Destination: here, ContactID: settings['contactId'] }
      try {
        const got = await ask('health', '/shipments/allowedservices', body, options)
        if (got.status >= 400) return { ok: false, detail: 'refused' }
        const { AllowedServices: offers } = fit(allowed, got)
        const names = (offers ?? []).flatMap((one) => one.ProductName ?? one.ServiceName ?? [])
        return { ok: true, detail: 'ok', allowed: names }
      } catch (error) {
        if (error instanceof CarrierError) return { ok: false, detail: error.kind }
        throw error
      }
    },

    async validate(parcel, options) {
      const body = { Shipment: shipmentOf(parcel, terms) }
      return validationOf(await ask('validate', '/shipments/validate', body, options))
    },

    async createLabel(parcels, _key, options) {
      const results: LabelResult[] = []
      for (const parcel of parcels) {
        try {
          results.push(...(await label(parcel, options)))
        } catch (error) {
          // What was bought before must not be lost with the call that failed.
          if (results.length === 0) throw error
          results.push({ ref: parcel.ref, ok: false, unknown: true, issues: [], raw: null })
        }
      }
      return results
    },

    /** ShipIT shows labels of before the end of their day only sometimes: until then nothing is proved. */
    async find({ reference, askedAt, labelFormat }, options) {
      const day = (shift: number) =>
        new Date(Date.parse(askedAt) + shift * DAY_MS).toISOString().slice(0, 10)
      const body = { ShipmentReference: reference, DateFrom: day(-1), DateTo: day(2) }
      const got = await ask('find', '/tracking/parcels', body, options)
      if (got.status >= 400) throw new CarrierError('refused', `HTTP ${got.status}`)
      const [unit] = fit(foundUnits, got).UnitItems ?? []
      const isShown = terms.mode === 'simulator' || deps.clock() - Date.parse(askedAt) > 2 * DAY_MS
      if (!unit) return { outcome: isShown ? 'absent' : 'unclear' }
      const papers = await again(unit.TrackID, labelFormat, options)
      const carrierNo = unit.ParcelNumber ?? papers.number
      if (!carrierNo) return { outcome: 'unclear' }
      return {
        outcome: 'found',
        carrierNo,
        handle: unit.TrackID,
        documents: papers.documents,
        raw: unit,
      }
    },

    reprint: async (handle, format, options) => (await again(handle, format, options)).documents,

    async cancel(handle, options) {
      const path = `/shipments/cancel/${encodeURIComponent(handle)}`
      return cancelOf(await ask('cancel', path, {}, options))
    },

    async closeOut({ date, handles }, options) {
      const got = await ask('closeOut', `/shipments/endofday?date=${date}`, '', options)
      if (got.status >= 400)
        throw new CarrierError('refused', issuesOf(got)[0]?.message ?? 'refused')
      fit(dayReport, got)
      return { manifestNo: null, handles: [...handles], refused: new Map(), documents: [] }
    },
    ...glsPlaces(ask, settings['contactId'] ?? ''),
  }

  async function again(
    handle: string,
    format: LabelFormat,
    options: CallOptions | undefined,
  ): Promise<{ number: string | null; documents: LabelDocument[] }> {
    const body = { TrackID: handle, PrintingOptions: { ReturnLabels: PRINT[format] } }
    const got = await ask('reprint', '/shipments/reprintparcel', body, options)
    if (got.status >= 400) throw new CarrierError('refused', issuesOf(got)[0]?.message ?? 'refused')
    const { CreatedShipment: shipment } = fit(reprinted, got)
    return {
      number: shipment?.ParcelData?.[0]?.ParcelNumber ?? null,
      documents: (shipment?.PrintData ?? []).flatMap(papersOf),
    }
  }
}
