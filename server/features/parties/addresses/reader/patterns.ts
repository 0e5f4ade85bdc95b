import type { Format } from '../tables/format.ts'

/** A country's table as expressions, made when its addresses are first read. */
export interface Patterns {
  format: Format
  /** The code with its prefix, wherever it stands: groups `code`. */
  code: RegExp
  /** The state or county at the end of a text. */
  stateEnd: RegExp | null
  state: RegExp | null
  /** A word that marks a street's name. */
  street: RegExp | null
  /** A word that ends an English street's name. */
  streetEnd: RegExp | null
  number: RegExp
  box: RegExp
  unitStart: RegExp
  unitAny: RegExp
  leads: RegExp
  townTail: RegExp | null
  /** Endings of streets in this language only. */
  own: RegExp | null
}

const EDGE_BEFORE = String.raw`(?<![\p{L}\p{N}])`
const EDGE_AFTER = String.raw`(?![\p{L}\p{N}])`
const NOTHING = String.raw`(?!)`
const made = new Map<string, Patterns>()

export function patternsOf(format: Format): Patterns {
  const known = made.get(format.country)
  if (known) return known
  const { starts, ends, words, prefix, states, townTail } = format
  const streetParts = [
    starts &&
      String.raw`^(?:${starts})(?=[\s'’]|$)|(?<=\s)(?:${format.house === 'before' ? starts : NOTHING})(?=\s)`,
    ends && String.raw`\p{L}{2,}-?(?:${ends})${EDGE_AFTER}`,
    words && `${EDGE_BEFORE}(?:${words})${EDGE_AFTER}`,
  ].filter(Boolean)
  const unit = `${EDGE_BEFORE}(?:${format.unit})`
  const patterns: Patterns = {
    format,
    code: new RegExp(
      `${EDGE_BEFORE}(?<![-/.#])(?:(?:${prefix ?? NOTHING})[- –]? ?)?(?<code>${format.pattern})${EDGE_AFTER}(?![/.])`,
      'giu',
    ),
    stateEnd: states
      ? new RegExp(`^(?<rest>.*?)(?:^|[\\s(])(?<state>${states})\\.?\\)?$`, 'u')
      : null,
    state: states ? new RegExp(`^(?:${states})\\.?$`, 'iu') : null,
    street: streetParts.length ? new RegExp(streetParts.join('|'), 'iu') : null,
    streetEnd: words ? new RegExp(`${EDGE_BEFORE}(?:${words})${EDGE_AFTER}`, 'giu') : null,
    number: new RegExp(`${EDGE_BEFORE}(?<![./])(?:${format.number})${EDGE_AFTER}(?![.’'])`, 'giu'),
    box: new RegExp(`${EDGE_BEFORE}(?:${format.box})`, 'iu'),
    unitStart: new RegExp(`^(?:${format.unit})`, 'iu'),
    unitAny: new RegExp(unit, 'iu'),
    leads: new RegExp(`^(?:${format.leads ?? NOTHING})$`, 'iu'),
    own: format.own ? new RegExp(`(?:${format.own})${EDGE_AFTER}`, 'iu') : null,
    townTail: townTail ? new RegExp(`^(?:${townTail})$`, 'iu') : null,
  }
  made.set(format.country, patterns)
  return patterns
}

/** The state at the end of a text; in one without any, or only, capitals its case proves nothing. */
export function stateIn(p: Patterns, text: string): { state?: string; rest?: string } | undefined {
  const found = p.stateEnd?.exec(text)?.groups
  if (found || !p.stateEnd || (text !== text.toLowerCase() && text !== text.toUpperCase()))
    return found
  return new RegExp(p.stateEnd.source, 'iu').exec(text)?.groups
}

/** Whether a place of a text is within the number of a post box. */
export function inBox(p: Patterns, text: string, at: number): boolean {
  return [p.box, ANY_BOX].some((pattern) => {
    const box = pattern.exec(text)
    return box !== null && at > box.index && at < box.index + box[0].length
  })
}
/** Boxes by their words in any language: what country an address is in is not known yet. */
const ANY_BOX =
  /(?<!\p{L})(?:Postfach|Postbus|Antwoordnummer|B\.?P\.?|C\.?S\.?|TSA|Boîte postale|Case postale|Casella postale|Packstation|Postnummer|Kundennummer|P\.? ?O\.? ?Box|Locked Bag) ?(?:n° ?)?\d[\d ]*/iu
