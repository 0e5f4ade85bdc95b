import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { asText } from '../kit/text-line.ts'
import { no, scanned, scanRow } from './scans.ts'

/** What a gate's barcode begins with; the gate's id follows. Letters and digits only. */
const GATE_MARK = 'GT'
export const gateBarcode = (id: string): string => `${GATE_MARK}${id.padStart(6, '0')}`
/** The gate a scanned text names; null where it is no barcode of a gate. */
export function gateOfBarcode(text: string): string | null {
  const [, id] = /^GT0*(\d{1,18})$/i.exec(text.trim()) ?? []
  return text.trim().length >= GATE_MARK.length + 6 ? (id ?? null) : null
}

/** Most services of one gate, and most gates a parcel is sent on from while they are closed. */
export const GATE_SERVICES_MAX = 200

export const sortingResult = z.object({
  ...scanned,
  /** The gate to bring it to; null where the depot has none that is open. */
  gate: z.string().nullable(),
  gateId: z.string().nullable(),
  gateName: z.string().nullable(),
  sortCode: z.string().nullable(),
  why: z.string(),
  /** The gate's barcode was scanned: the parcel lies there. */
  confirmed: z.boolean(),
})
export type SortingResult = z.infer<typeof sortingResult>

const gateRow = z.object({
  id: z.string(),
  version: z.number(),
  code: z.string(),
  name: z.string().nullable(),
  direction: z.string(),
  barcode: z.string(),
  sortCodes: z.string().nullable(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  rerouteId: z.string().nullable(),
  rerouteCode: z.string().nullable(),
  services: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Sent there and not confirmed; lying there; confirmed today; brought to it wrongly today. */
  sent: z.number(),
  inside: z.number(),
  today: z.number(),
  wrong: z.number(),
})
export type GateRow = z.infer<typeof gateRow>

const unroutable = z.object({
  parcelId: z.string(),
  trackNo: z.string().nullable(),
  serialNumber: z.string(),
  customerName: z.string(),
  serviceName: z.string(),
  country: z.string(),
  postalCode: z.string().nullable(),
  city: z.string(),
  gate: z.string().nullable(),
  why: z.string(),
  scannedAt: z.string(),
  scannedBy: z.string(),
})
export type Unroutable = z.infer<typeof unroutable>

const atDepot = z.object({ depotId: asText(idText) })

export const sorting = endpoints({
  /**
   * A parcel's number answers its gate; with `gate`, the barcode or code of a gate, the parcel is
   * confirmed there.
   */
  scan: {
    method: 'POST',
    path: '/erp/sorting/scan',
    perm: 'wh:sort:scan',
    idempotency: 'accepted',
    in: z.object({ no, depotId: asText(idText), gate: asText(no) }),
    out: sortingResult,
    touches: ['/erp/sorting', '/erp/intoParcel'],
  },
  /** Takes the caller's last confirmation back: the parcel is in stock and not at its gate. */
  undo: {
    method: 'POST',
    path: '/erp/sorting/undo',
    perm: 'wh:sort:scan',
    idempotency: 'accepted',
    in: z.object({ scanId: idText }),
    out: sortingResult,
    touches: ['/erp/sorting', '/erp/intoParcel'],
  },
  recent: {
    method: 'GET',
    path: '/erp/sorting/recent',
    perm: 'wh:sort:scan',
    in: z.object({}),
    out: z.array(scanRow),
  },
  gates: {
    method: 'GET',
    path: '/erp/sorting/gates',
    perm: 'wh:sort:scan',
    in: atDepot,
    out: z.object({
      depotId: z.string(),
      depotCode: z.string(),
      gates: z.array(gateRow),
      /** Parcels no gate was found for that still are in stock. */
      unroutable: z.number(),
    }),
  },
  unroutable: {
    method: 'GET',
    path: '/erp/sorting/unroutable',
    perm: 'wh:sort:scan',
    in: atDepot,
    out: z.array(unroutable),
  },
  /** Closes a gate, with the one that takes its parcels meanwhile, or opens it. */
  switchGate: {
    method: 'PUT',
    path: '/erp/sorting/gate/edit',
    perm: 'wh:sort:gate',
    idempotency: 'accepted',
    in: z.object({
      id: idText,
      version: rowVersion,
      open: z.boolean({ error: 'field.required' }),
      rerouteId: idText.nullish(),
    }),
    out: z.object({ version: z.number() }),
    touches: ['/erp/sorting', '/erp/depotGate', '/erp/depot'],
    message: 'ok.edited',
  },
  /** The services whose parcels go to a gate where no postal rule names one. */
  saveServices: {
    method: 'PUT',
    path: '/erp/sorting/gate/services',
    perm: 'wh:sort:gate',
    idempotency: 'accepted',
    in: z.object({ id: idText, serviceIds: z.array(idText).max(GATE_SERVICES_MAX) }),
    out: z.object({ services: z.number() }),
    touches: ['/erp/sorting'],
    message: 'ok.edited',
  },
  /** Services to choose from, by those who may not list services, too. */
  services: {
    method: 'GET',
    path: '/erp/sorting/services',
    perm: 'wh:sort:gate',
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  },
  /** The barcodes of a depot's gates, to hang up. */
  gateSheet: {
    method: 'GET',
    path: '/erp/sorting/gateSheet',
    perm: 'wh:sort:scan',
    in: atDepot,
    out: z.null(),
    reply: 'file',
  },
})
