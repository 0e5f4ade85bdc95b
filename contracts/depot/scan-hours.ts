import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'
import { asText } from '../kit/text-line.ts'

/** What is booked for a sheet as a whole is counted in pieces, when it is booked. */
export const PIECE_STATIONS = ['stockIn', 'stockPick', 'stockCount'] as const
export const SCAN_STATIONS = ['into', 'sort', 'bag', 'out', ...PIECE_STATIONS] as const
export type ScanStationName = (typeof SCAN_STATIONS)[number]

export const scanHours = z.object({
  /** Hours of the day there were scans in, on the depot's clock. */
  hours: z.array(z.number()),
  /** `counts` stand below `hours`. */
  people: z.array(
    z.object({
      username: z.string(),
      name: z.string(),
      counts: z.array(z.number()),
      total: z.number(),
    }),
  ),
})
export type ScanHours = z.infer<typeof scanHours>

export const scanCounts = endpoints({
  /**
   * Today's scans of a station that changed something and were not taken back, in stock the pieces
   * that were booked, by person and hour: those of all for who leads the depot, else the caller's own.
   */
  hours: {
    method: 'GET',
    path: '/erp/scanCount/hours',
    perm: [
      'wh:in:scan',
      'wh:sort:scan',
      'wh:pkg:scan',
      'wh:out:scan',
      'stock:notice:receive',
      'stock:wave:pick',
      'stock:count:enter',
    ],
    in: z.object({
      station: z.enum(SCAN_STATIONS, { error: 'field.dict' }),
      depotId: asText(idText),
    }),
    out: scanHours,
  },
})
