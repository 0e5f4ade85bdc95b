import type { MappingTarget } from '#contracts/tracking/tracking.events.ts'
import { TRACK } from '#contracts/tracking/tracking.states.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'

export const to = (status: TrackStatus, sub: TrackSub): MappingTarget => ({
  effect: 'move',
  status,
  sub,
})

const note: MappingTarget = { effect: 'note', status: null, sub: null }

const cancel: MappingTarget = { effect: 'cancel', status: null, sub: null }

export const T = TRACK

/**
 * What a code means by itself: DHL's 16 standard events and STORN, the ICE codes of domain 3.1, and
 * the unified API's own statusCode. `unknown` has no row on purpose: it shows up as unmapped.
 */
export const CODES: Readonly<Record<string, MappingTarget>> = {
  VA: to(T.INFO_RECEIVED, 'data_sent_to_carrier'),
  AE: to(T.ACCEPTED, 'picked_up'),
  AN: to(T.ATTEMPT_FAILED, 'rescheduled'),
  ES: to(T.ACCEPTED, 'dropped_off'),
  AA: to(T.IN_TRANSIT, 'departed'),
  EE: to(T.IN_TRANSIT, 'arrived'),
  NB: to(T.IN_TRANSIT, 'in_transit'),
  PO: to(T.OUT_FOR_DELIVERY, 'on_vehicle'),
  ZU: to(T.DELIVERED, 'to_recipient'),
  ZN: to(T.ATTEMPT_FAILED, 'not_home'),
  ZF: to(T.READY_FOR_PICKUP, 'parcel_shop'),
  LA: to(T.READY_FOR_PICKUP, 'parcel_shop'),
  ZO: to(T.CUSTOMS, 'processing'),
  BV: to(T.EXCEPTION, 'delayed_other'),
  // Money of a cash on delivery, and data exchange: no step of the parcel.
  GT: note,
  DD: note,
  STORN: cancel,

  PARCV: to(T.INFO_RECEIVED, 'data_sent_to_carrier'),
  PURCR: to(T.INFO_RECEIVED, 'data_sent_to_carrier'),
  PCKDU: to(T.ACCEPTED, 'picked_up'),
  SHRCU: to(T.ACCEPTED, 'dropped_off'),
  LDTMV: to(T.IN_TRANSIT, 'departed'),
  ULFMV: to(T.IN_TRANSIT, 'arrived'),
  MVARR: to(T.IN_TRANSIT, 'arrived'),
  MVDPT: to(T.IN_TRANSIT, 'departed'),
  SRTED: to(T.IN_TRANSIT, 'in_transit'),
  HLDCU: to(T.CUSTOMS, 'held'),
  HLDCP: to(T.CUSTOMS, 'held'),
  ICPRC: to(T.CUSTOMS, 'processing'),
  RSDCP: to(T.CUSTOMS, 'released'),
  CNRFC: to(T.READY_FOR_PICKUP, 'parcel_shop'),
  HLDCC: to(T.READY_FOR_PICKUP, 'parcel_shop'),
  NTDEL: to(T.ATTEMPT_FAILED, 'not_home'),
  DLVRF: to(T.ATTEMPT_FAILED, 'refused'),
  DLVRD: to(T.DELIVERED, 'to_recipient'),
  EXPHD: to(T.EXCEPTION, 'delayed_carrier'),
  DMGDS: to(T.EXCEPTION, 'damaged'),
  MSRTD: to(T.EXCEPTION, 'missorted'),
  PBNDT: to(T.EXCEPTION, 'address_correction'),
  DTNPC: to(T.EXCEPTION, 'data_no_piece'),
  RETRN: to(T.RETURNING, 'undeliverable'),
  CANCL: to(T.CANCELLED, 'by_carrier'),
  RCCLS: note,

  'pre-transit': to(T.INFO_RECEIVED, 'data_sent_to_carrier'),
  transit: to(T.IN_TRANSIT, 'in_transit'),
  delivered: to(T.DELIVERED, 'to_recipient'),
  failure: to(T.EXCEPTION, 'delayed_other'),
}
