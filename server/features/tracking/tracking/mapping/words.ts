import { RE2JS } from 're2js'
import type { MappingTarget } from '#contracts/tracking/tracking.events.ts'
import { isTrackStatus, isTrackSub } from '#contracts/tracking/tracking.states.ts'
import { ROAD_RULES } from './road-rules.ts'
import { TROUBLE_RULES } from './word-rules.ts'

/** Two sentences of a carrier; what comes after them changes nothing. */
const MAX_TEXT = 400

interface WordRule {
  pattern: RE2JS
  to: MappingTarget
}

const rules = [...TROUBLE_RULES, ...ROAD_RULES].map(([meaning, ...words]): WordRule => ({
  pattern: RE2JS.compile(words.join('|')),
  to: targetOf(meaning),
}))

/**
 * What a carrier's words mean where no code does: of a text with two statements the one that
 * counts, by the order of the rules. Null where no rule knows them.
 */
export function readWords(text: string): MappingTarget | null {
  const plain = text
    .slice(0, MAX_TEXT)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_\-–/]/g, ' ')
    .replace(/\s{2,20}/g, ' ')
    .trim()
  if (plain === '') return null
  return rules.find(({ pattern }) => pattern.matcher(plain).find())?.to ?? null
}

function targetOf(meaning: string): MappingTarget {
  if (meaning === 'note' || meaning === 'cancel')
    return { effect: meaning, status: null, sub: null }
  const [code, sub = ''] = meaning.split(' ')
  const status = Number(code)
  if (!isTrackStatus(status) || !isTrackSub(status, sub))
    throw new RangeError(`no step: ${meaning}`)
  return { effect: 'move', status, sub }
}
