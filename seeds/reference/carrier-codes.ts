import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MappingRow, MappingTarget } from '#contracts/tracking/tracking.events.ts'
import { isTrackStatus, isTrackSub } from '#contracts/tracking/tracking.states.ts'

/**
 * Codes of carriers. A code that means little (`transit`) has a weight below zero: it counts only
 * where no rule knows the carrier's words.
 */
const rows = readFileSync(join(import.meta.dirname, '../data/carrier-codes.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [carrier = '', code = '', reason = '', pattern = '', status = '', sub = '', weight = ''] =
      line.split('\t')
    return { carrier, code, reason, pattern, to: targetOf(status, sub), weight: Number(weight) }
  })

/** The carriers whose codes are known: `dhl-parcel-de`, `17track` … */
export const CARRIERS_WITH_CODES: ReadonlySet<string> = new Set(rows.map(({ carrier }) => carrier))

/**
 * The rows a courier's mapping table starts with: what codes of these carriers mean. Staff may add
 * rows that outweigh them.
 */
export function carrierCodes(courier: string, ...carriers: readonly string[]): MappingRow[] {
  return rows
    .filter(({ carrier }) => carriers.includes(carrier))
    .map(({ carrier, code, reason, pattern, to, weight }) => ({
      id: `${courier}.${carrier}.${code}.${reason}.${weight}`,
      courier,
      rawCode: code || null,
      reasonCode: reason || null,
      textPattern: pattern || null,
      weight,
      to,
    }))
}

/** DHL speaks of a parcel by ICE and RIC, by its standard events, or by the unified statusCode. */
export const dhlMapping = (courier: string): MappingRow[] =>
  carrierCodes(courier, 'dhl-parcel-de', 'dhl-unified')

function targetOf(status: string, sub: string): MappingTarget {
  if (status === 'note') return { effect: 'note', status: null, sub: null }
  if (status === 'cancels') return { effect: 'cancel', status: null, sub: null }
  const code = Number(status)
  if (!isTrackStatus(code) || !isTrackSub(code, sub))
    throw new RangeError(`no step of a parcel: ${status} ${sub}`)
  return { effect: 'move', status: code, sub }
}
