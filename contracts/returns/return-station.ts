import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idText, rowVersion } from '../kit/envelope.ts'
import { asText } from '../kit/text-line.ts'
import { scanHours } from '../depot/scan-hours.ts'
import { no } from '../depot/scans.ts'
import {
  boxFacts,
  itemLine,
  needed,
  reason,
  returnScanResult,
  touches,
  trackDetail,
} from './return-tracks.shapes.ts'
import { GRADES } from './return-tracks.states.ts'

/** The station of returns: received, graded, carried out, printed. */
export const returnStation = endpoints({
  /**
   * Receives a box: matched to its owner, or unconfirmed with a label of its own. Nothing is received
   * without a place.
   */
  scan: {
    method: 'POST',
    path: '/rwms/returnTrack/scan',
    perm: 'ret:scan:scan',
    idempotency: 'accepted',
    in: z.object({
      no,
      depotId: asText(idText),
      ...boxFacts,
      /** Codes of goods in it. */
      skus: z.array(z.string().trim().max(64)).max(50, { error: 'field.tooMany' }).default([]),
      /** The same box again, after its first track was closed. */
      again: z.boolean().default(false),
    }),
    out: returnScanResult,
    touches,
  },
  recent: {
    method: 'GET',
    path: '/rwms/returnTrack/recent',
    perm: 'ret:scan:scan',
    in: z.object({ depotId: asText(idText) }),
    out: z.object({
      /** Received by the caller today, on the depot's clock. */
      today: z.number(),
      /** Today's boxes by person and hour: of all for who leads the depot, else the caller's own. */
      hours: scanHours,
      rows: z.array(
        z.object({
          id: z.string(),
          no: z.string(),
          trackNo: z.string().nullable(),
          state: z.number(),
          state_dictText: z.string(),
          customerName: z.string().nullable(),
          place: z.string().nullable(),
          at: z.string(),
          mayUndo: z.boolean(),
        }),
      ),
    }),
  },
  /** Takes the caller's own receiving back, as long as nothing else was done. */
  undoScan: {
    method: 'POST',
    path: '/rwms/returnTrack/undoScan',
    perm: 'ret:scan:scan',
    idempotency: 'accepted',
    in: z.object({ id: idText }),
    out: z.object({ no: z.string() }),
    touches,
  },
  /** What was seen of it later: place, measures, text, goods; the matching is asked again. */
  facts: {
    method: 'PUT',
    path: '/rwms/returnTrack/edit',
    also: ['POST'],
    perm: 'ret:scan:scan',
    idempotency: 'accepted',
    in: z.object({ id: idText, version: rowVersion, ...boxFacts }),
    out: trackDetail,
    touches,
    message: 'ok.edited',
  },
  grade: {
    method: 'PUT',
    path: '/rwms/returnTrack/grade',
    perm: 'ret:scan:scan',
    idempotency: 'accepted',
    in: z.object({
      id: idText,
      version: rowVersion,
      grade: z.enum(GRADES, { error: 'field.dict' }),
      value: asText(z.string().trim().max(20, { error: 'field.tooLong' })),
      items: z.array(itemLine).max(200, { error: 'field.tooMany' }).default([]),
      /** Put in order by hand where a serial is not the announced one. */
      serialsChecked: z.boolean().default(false),
    }),
    out: trackDetail,
    touches,
  },
  /** The instruction was carried out. */
  finish: {
    method: 'PUT',
    path: '/rwms/returnTrack/finish',
    perm: 'ret:scan:scan',
    idempotency: 'accepted',
    in: z.object({
      id: idText,
      version: rowVersion,
      /** Restock: the place in stock. */
      placeId: idText.nullish(),
      note: reason.nullish(),
    }),
    out: trackDetail,
    touches,
  },
  label: {
    method: 'GET',
    path: '/rwms/returnTrack/label',
    perm: 'ret:scan:scan',
    in: z.object({ id: idText }),
    out: z.null(),
    reply: 'file',
  },
  /** The old label: what is to be done and the new label, counted. A second one only with a reason. */
  printScan: {
    method: 'POST',
    path: '/rwms/returnTrack/printScan',
    perm: 'ret:print:scan',
    idempotency: 'accepted',
    in: z.object({ no, depotId: asText(idText), reason: reason.nullish() }),
    out: z.object({
      id: z.string(),
      no: z.string(),
      trackNo: z.string().nullable(),
      customerName: z.string().nullable(),
      state_dictText: z.string(),
      action: z.string().nullable(),
      action_dictText: z.string(),
      decided: z.string().nullable(),
      note: z.string().nullable(),
      place: z.string().nullable(),
      prints: z.number(),
      today: z.number(),
      /** The owner's own label where one was given, else ours is drawn. */
      ownLabel: z.string().nullable(),
    }),
    touches,
  },
  /** What was scanned differs from the track. */
  mismatch: {
    method: 'POST',
    path: '/rwms/returnTrack/mismatch',
    perm: 'ret:print:scan',
    idempotency: 'accepted',
    in: z.object({ id: idText, note: needed }),
    out: z.object({ no: z.string() }),
    touches,
  },
})
