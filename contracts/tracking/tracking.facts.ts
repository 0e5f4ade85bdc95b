import type { Blame } from './tracking.events.ts'
import { TRACK } from './tracking.states.ts'
import type { TrackStatus, TrackSub } from './tracking.states.ts'

export interface SubFacts {
  actionRequired: boolean
  blame: Blame | null
  visibleToPublic: boolean
}

type Fact = Partial<SubFacts> & { status: TrackStatus; sub: TrackSub }

const act = true
const hidden = false

/**
 * Who is asked to do something, and on whose side the matter lies. What is not listed is a plain
 * step.
 */
const FACTS: readonly Fact[] = [
  { status: TRACK.PENDING, sub: 'invalid_number', actionRequired: act, blame: 'shipper' },
  {
    status: TRACK.INFO_RECEIVED,
    sub: 'data_rejected',
    actionRequired: act,
    blame: 'shipper',
    visibleToPublic: hidden,
  },
  { status: TRACK.RECEIVED, sub: 'weighed', visibleToPublic: hidden },
  { status: TRACK.RECEIVED, sub: 'photo_taken', visibleToPublic: hidden },
  { status: TRACK.RECEIVED, sub: 'bagged', visibleToPublic: hidden },
  {
    status: TRACK.RECEIVED,
    sub: 'held_in_depot',
    actionRequired: act,
    blame: 'shipper',
    visibleToPublic: hidden,
  },
  { status: TRACK.OUTBOUND, sub: 'batch_closed', visibleToPublic: hidden },
  { status: TRACK.ACCEPTED, sub: 'accepted_no_data', actionRequired: act, blame: 'shipper' },
  { status: TRACK.CUSTOMS, sub: 'held', blame: 'customs' },
  { status: TRACK.CUSTOMS, sub: 'inspection', blame: 'customs' },
  { status: TRACK.CUSTOMS, sub: 'docs_required', actionRequired: act, blame: 'shipper' },
  { status: TRACK.CUSTOMS, sub: 'duty_due', actionRequired: act, blame: 'consignee' },
  { status: TRACK.READY_FOR_PICKUP, sub: 'reminder', actionRequired: act, blame: 'consignee' },
  { status: TRACK.ATTEMPT_FAILED, sub: 'not_home', blame: 'consignee' },
  { status: TRACK.ATTEMPT_FAILED, sub: 'business_closed', blame: 'consignee' },
  { status: TRACK.ATTEMPT_FAILED, sub: 'address_problem', actionRequired: act, blame: 'shipper' },
  { status: TRACK.ATTEMPT_FAILED, sub: 'refused', actionRequired: act, blame: 'consignee' },
  { status: TRACK.ATTEMPT_FAILED, sub: 'no_access', blame: 'consignee' },
  { status: TRACK.ATTEMPT_FAILED, sub: 'carded', blame: 'consignee' },
  { status: TRACK.ATTEMPT_FAILED, sub: 'pickup_failed', actionRequired: act, blame: 'shipper' },
  { status: TRACK.ATTEMPT_FAILED, sub: 'check_failed', blame: 'consignee' },
  { status: TRACK.DELIVERED, sub: 'partial', actionRequired: act, blame: 'carrier' },
  { status: TRACK.DELIVERED, sub: 'damaged', actionRequired: act, blame: 'carrier' },
  { status: TRACK.EXCEPTION, sub: 'delayed_carrier', blame: 'carrier' },
  { status: TRACK.EXCEPTION, sub: 'delayed_weather', blame: 'weather' },
  { status: TRACK.EXCEPTION, sub: 'delayed_other', blame: 'unknown' },
  { status: TRACK.EXCEPTION, sub: 'missorted', blame: 'carrier' },
  { status: TRACK.EXCEPTION, sub: 'damaged', actionRequired: act, blame: 'carrier' },
  { status: TRACK.EXCEPTION, sub: 'lost', actionRequired: act, blame: 'carrier' },
  { status: TRACK.EXCEPTION, sub: 'held_payment', actionRequired: act, blame: 'shipper' },
  { status: TRACK.EXCEPTION, sub: 'held_security', blame: 'carrier' },
  { status: TRACK.EXCEPTION, sub: 'no_data', actionRequired: act, blame: 'shipper' },
  { status: TRACK.EXCEPTION, sub: 'data_no_piece', actionRequired: act, blame: 'shipper' },
  { status: TRACK.EXCEPTION, sub: 'address_correction', actionRequired: act, blame: 'shipper' },
  { status: TRACK.EXCEPTION, sub: 'unclaimed', blame: 'consignee' },
  { status: TRACK.EXCEPTION, sub: 'prohibited', actionRequired: act, blame: 'shipper' },
  { status: TRACK.RETURNING, sub: 'refused', blame: 'consignee' },
  { status: TRACK.RETURNING, sub: 'undeliverable', blame: 'unknown' },
  { status: TRACK.RETURNING, sub: 'unclaimed', blame: 'consignee' },
  { status: TRACK.RETURNING, sub: 'recalled', blame: 'shipper' },
]

const byStep = new Map(FACTS.map((fact) => [`${fact.status}/${fact.sub}`, fact]))

/**
 * What a step asks of whom (the actionRequired, blame and visibleToPublic columns of domain 3.1).
 */
export function subFacts(status: TrackStatus, sub: TrackSub): SubFacts {
  const fact = byStep.get(`${status}/${sub}`)
  return {
    actionRequired: fact?.actionRequired ?? false,
    blame: fact?.blame ?? null,
    visibleToPublic: fact?.visibleToPublic ?? true,
  }
}
