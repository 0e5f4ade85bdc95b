import type { MappingRow } from '#contracts/tracking/tracking.events.ts'
import type { TrackStatus, TrackSub } from '#contracts/tracking/tracking.states.ts'
import { CARRIERS_WITH_CODES, carrierCodes, dhlMapping } from './carrier-codes.ts'
import { COURIERS } from './places.ts'

/** A row of status_map without its keys. `status` is a value of the dictionary `map_status`. */
export interface StatusMapRow {
  courier: string
  rawCode: string
  rawReason: string | null
  pattern: string | null
  weight: number
  status: string
  sub: string | null
  cancels: boolean
}

/** What a 17TRACK sub-status means to us; throws on a word that is none. */
export function meaningOf17Track(code: string): readonly [TrackStatus, TrackSub] {
  const to = carrierCodes('', '17track').find(({ rawCode }) => rawCode === code)?.to
  if (to?.effect !== 'move') throw new RangeError(`no 17TRACK sub-status: ${code}`)
  return [to.status, to.sub]
}

/**
 * The mapping tables couriers start with: the carrier's own codes, and 17TRACK's for those without
 * an adapter of their own.
 */
export function statusMaps(): StatusMapRow[] {
  return COURIERS.flatMap(({ code, adapter }) => {
    if (adapter === 'dhl') return dhlMapping(code)
    const own = code.toLowerCase()
    return carrierCodes(code, ...(CARRIERS_WITH_CODES.has(own) ? [own] : []), '17track')
  }).map(storedRow)
}

function storedRow({ courier, rawCode, reasonCode, textPattern, weight, to }: MappingRow) {
  return {
    courier,
    rawCode: rawCode ?? '',
    rawReason: reasonCode,
    pattern: textPattern,
    weight,
    status: to.effect === 'move' ? String(to.status) : 'note',
    sub: to.sub,
    cancels: to.effect === 'cancel',
  }
}
