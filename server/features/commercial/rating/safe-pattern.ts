/**
 * Postcode patterns typed by staff. They are never handed to the engine of regular expressions,
 * whose time on a hostile pattern has no bound: a small language is read here and matched by sets
 * of positions, in time linear in pattern × text. The language: A–Z, 0–9, `.`, `\d`, `\w`, classes
 * `[A-F0-9]` and `[^0-9]`, groups and `|`, `? * + {n} {n,} {n,m}` not nested. The whole postcode
 * must match; `^`, `$`, blanks and hyphens may be written and change nothing, since postcodes are
 * compared without them.
 */
export type PatternProblem = 'tooLong' | 'badSyntax' | 'nestedRepeat'
export type SafePattern =
  | { ok: true; test: (postcode: string) => boolean }
  | { ok: false; problem: PatternProblem }

export const MAX_PATTERN = 200
const MAX_TEXT = 24
const MAX_REPEAT = 24

type Node =
  | { kind: 'char'; accepts: (char: string) => boolean }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; options: Node[] }
  | { kind: 'repeat'; of: Node; min: number; max: number }

class Problem extends Error {
  readonly problem: PatternProblem
  constructor(problem: PatternProblem) {
    super(problem)
    this.problem = problem
  }
}

const isDigit = (char: string) => char >= '0' && char <= '9'
const isWord = (char: string) => isDigit(char) || (char >= 'A' && char <= 'Z')

function parse(source: string): Node {
  let at = 0
  const peek = () => source.charAt(at)
  const take = () => source.charAt(at++)
  const bad = (problem: PatternProblem = 'badSyntax'): never => {
    throw new Problem(problem)
  }

  function alternatives(depth: number): Node {
    const options = [sequence(depth)]
    while (peek() === '|') {
      at++
      options.push(sequence(depth))
    }
    return options.length === 1 && options[0] ? options[0] : { kind: 'any', options }
  }

  function sequence(depth: number): Node {
    const parts: Node[] = []
    while (at < source.length && peek() !== '|' && peek() !== ')') parts.push(repeated(atom(depth)))
    return { kind: 'all', parts }
  }

  function atom(depth: number): Node {
    const char = take()
    if (char === '(') {
      if (depth >= 4) bad()
      if (source.startsWith('?:', at)) at += 2
      const inner = alternatives(depth + 1)
      if (take() !== ')') bad()
      return inner
    }
    if (char === '[') return { kind: 'char', accepts: charClass() }
    if (char === '.') return { kind: 'char', accepts: () => true }
    if (char === '\\') return { kind: 'char', accepts: escape(take()) }
    if (!isWord(char)) bad()
    return { kind: 'char', accepts: (c) => c === char }
  }

  function escape(char: string): (c: string) => boolean {
    return char === 'D' ? isDigit : char === 'W' ? isWord : bad()
  }

  function charClass(): (char: string) => boolean {
    const negated = peek() === '^'
    if (negated) at++
    const tests: ((char: string) => boolean)[] = []
    while (peek() !== ']') {
      const from = take()
      if (from === '\\') {
        tests.push(escape(take()))
        continue
      }
      if (!isWord(from)) bad()
      let to = from
      if (peek() === '-') {
        at++
        to = take()
      }
      if (!isWord(to) || to < from || isDigit(from) !== isDigit(to)) bad()
      tests.push((c) => c >= from && c <= to)
    }
    at++
    if (!tests.length) bad()
    return (char) => tests.some((test) => test(char)) !== negated
  }

  function repeated(of: Node): Node {
    const counts = quantifier()
    if (!counts) return of
    if (holdsRepeat(of)) bad('nestedRepeat')
    if ('?*+{'.includes(peek()) && peek() !== '') bad('nestedRepeat')
    return { kind: 'repeat', of, ...counts }
  }

  function quantifier(): { min: number; max: number } | null {
    const char = peek()
    if (char === '?' || char === '*' || char === '+') {
      at++
      return { min: char === '+' ? 1 : 0, max: char === '?' ? 1 : MAX_REPEAT }
    }
    if (char !== '{') return null
    const counts = /^\{(\d{1,2})(,(\d{1,2})?)?\}/.exec(source.slice(at, at + 8))
    if (!counts) return bad()
    at += counts[0].length
    const min = Number(counts[1])
    const max =
      counts[2] === undefined ? min : counts[3] === undefined ? MAX_REPEAT : Number(counts[3])
    return max < min || max > MAX_REPEAT ? bad() : { min, max }
  }

  const whole = alternatives(0)
  return at < source.length ? bad() : whole
}

function holdsRepeat(node: Node): boolean {
  if (node.kind === 'repeat') return true
  if (node.kind === 'all') return node.parts.some(holdsRepeat)
  return node.kind === 'any' && node.options.some(holdsRepeat)
}

/** From a set of positions (bits) to the set reached behind the node. */
function walk(node: Node, from: number, text: string): number {
  if (from === 0) return 0
  if (node.kind === 'all') return node.parts.reduce((set, part) => walk(part, set, text), from)
  if (node.kind === 'any')
    return node.options.reduce((set, option) => set | walk(option, from, text), 0)
  if (node.kind === 'repeat') {
    let set = from
    let reached = node.min === 0 ? set : 0
    for (let n = 1; n <= node.max && set !== 0; n++) {
      set = walk(node.of, set, text)
      if (n >= node.min) reached |= set
    }
    return reached
  }
  let set = 0
  for (let i = 0; i < text.length; i++)
    if (from & (1 << i) && node.accepts(text.charAt(i))) set |= 1 << (i + 1)
  return set
}

/** Reads a pattern; `test` takes a postcode as `normalisePostcode` leaves it. */
export function compilePattern(text: string): SafePattern {
  if (text.length > MAX_PATTERN) return { ok: false, problem: 'tooLong' }
  // Upper case comes next and would turn "no digit" into "digit".
  if (/\\[^dw]|\\$/.test(text)) return { ok: false, problem: 'badSyntax' }
  try {
    const tree = parse(plain(text.toUpperCase()))
    return {
      ok: true,
      test: (postcode) =>
        postcode.length <= MAX_TEXT && (walk(tree, 1, postcode) & (1 << postcode.length)) !== 0,
    }
  } catch (error) {
    if (error instanceof Problem) return { ok: false, problem: error.problem }
    throw error
  }
}

/** Drops the ends' anchors, blanks, and the hyphens that are not part of a class. */
function plain(text: string): string {
  const bare = text.replace(/\s+/g, '').replace(/^\^/, '').replace(/\$$/, '')
  let inClass = false
  return Array.from(bare)
    .filter((char, i) => {
      if (char === '[') inClass = true
      if (char === ']') inClass = false
      return char !== '-' || inClass || bare.charAt(i - 1) === '\\'
    })
    .join('')
}
