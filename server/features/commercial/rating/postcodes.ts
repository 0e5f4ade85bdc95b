/**
 * Postcodes as they are compared: upper case, no blanks or hyphens. A US ZIP+4 keeps its five
 * digits and a British code its outward half where ranges are read, because that is what tariffs
 * of those countries are cut by.
 */
export function normalisePostcode(text: string, country = ''): string {
  const code = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-‐‑–—]/g, '')
    .slice(0, 24)
  return country === 'US' && /^\d{9}$/.test(code) ? code.slice(0, 5) : code
}

/** Cities and states: accents, case and spacing make no difference. */
export function normalisePlace(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s.'’-]+/g, ' ')
    .trim()
}

/** Countries whose codes are British ones. */
const BRITISH = new Set(['GB', 'GG', 'JE', 'IM'])
export const isBritish = (country: string): boolean => BRITISH.has(country)
/** A first half as such: an area's letters, its district, and what parts a district. */
export const BRITISH_OUTWARD = /^[A-Z]{1,2}\d[A-Z\d]?$/

/** The halves of a British code or of its beginning: BN11AA is BN1 1AA, BN11 is itself. */
function britishHalves(text: string): [outward: string, inward: string] {
  const [first = '', ...more] = text.normalize('NFKC').trim().split(/\s+/)
  if (more.length > 0 && BRITISH_OUTWARD.test(normalisePostcode(first)))
    return [normalisePostcode(first), normalisePostcode(more.join(''))]
  const code = normalisePostcode(text)
  if (BRITISH_OUTWARD.test(code)) return [code, '']
  const [, outward = code, inward = ''] = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{0,2})$/.exec(code) ?? []
  return [outward, inward]
}

/**
 * Whether a code begins as a rule has it. A British district ends where it ends: BN1 is not the
 * beginning of BN11, but W1 of W1A, which is a part of it.
 */
export function hasPrefix(country: string, prefix: string, postalCode: string): boolean {
  const [start, code] = [normalisePostcode(prefix, country), normalisePostcode(postalCode, country)]
  if (start === '' || !code.startsWith(start)) return false
  if (!BRITISH.has(country)) return true
  const [ofRule, inwardOfRule] = britishHalves(prefix)
  if (!/\d/.test(ofRule)) return /^\d/.test(code.slice(ofRule.length))
  const [outward, inward] = britishHalves(postalCode)
  if (inwardOfRule !== '') return outward === ofRule && inward.startsWith(inwardOfRule)
  return outward === ofRule || (/\d$/.test(ofRule) && outward.replace(/[A-Z]$/, '') === ofRule)
}

type Token = number | string

/** A code as it is compared: runs of digits as numbers, and what is between them. */
export function tokens(country: string, text: string): Token[] {
  const code = normalisePostcode(text, country)
  const outward =
    BRITISH.has(country) && /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(code) ? code.slice(0, -3) : code
  return (outward.match(/\d+|\D+/g) ?? []).map((run) => (/\d/.test(run) ? Number(run) : run))
}

/**
 * Digit runs count as numbers, which is what padding with zeros comes to; digits stand before
 * letters.
 */
function compareTokens(a: readonly Token[], b: readonly Token[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x = 0, y = 0] = [a[i], b[i]]
    if (x === y) continue
    if (typeof x === 'number' && typeof y === 'number') return x - y
    if (typeof x === 'number') return -1
    return typeof y === 'number' ? 1 : x < y ? -1 : 1
  }
  return a.length - b.length
}

/** Past the upper end; a code that begins with it (AB38 → AB38X) is not. */
const isBeyond = (code: readonly Token[], end: readonly Token[]) =>
  compareTokens(code.slice(0, end.length), end) > 0

export type PostcodeRange = { from: readonly Token[]; to: readonly Token[] }

export function readRange(country: string, from: string, to: string): PostcodeRange {
  return { from: tokens(country, from), to: tokens(country, to) }
}

export function isBackwards(range: PostcodeRange): boolean {
  return isBeyond(range.from, range.to)
}

/** Both ends included. */
export function inRange(range: PostcodeRange, country: string, postcode: string): boolean {
  const code = tokens(country, postcode)
  return code.length > 0 && compareTokens(code, range.from) >= 0 && !isBeyond(code, range.to)
}

/** Narrower first: ends that part later are closer, then the smaller step between them. */
export function compareWidth(a: PostcodeRange, b: PostcodeRange): number {
  const [x, y] = [widthOf(a), widthOf(b)]
  return y.at - x.at || x.gap - y.gap
}

function widthOf({ from, to }: PostcodeRange): { at: number; gap: number } {
  for (let i = 0; i < Math.max(from.length, to.length); i++) {
    const [x, y] = [from[i], to[i]]
    if (x === y) continue
    const value = (t: Token | undefined) =>
      typeof t === 'number' ? t : t === undefined ? 0 : Number.parseInt(t.slice(0, 4), 36)
    return { at: i, gap: Math.abs(value(y) - value(x)) }
  }
  return { at: Number.MAX_SAFE_INTEGER, gap: 0 }
}

/** How two ranges of one country lie to each other. */
export function relate(
  a: PostcodeRange,
  b: PostcodeRange,
): 'apart' | 'same' | 'nested' | 'partial' {
  if (isBeyond(a.from, b.to) || isBeyond(b.from, a.to)) return 'apart'
  const [from, to] = [compareTokens(a.from, b.from), compareTokens(a.to, b.to)]
  if (from === 0 && to === 0) return 'same'
  return (from <= 0 && to >= 0) || (from >= 0 && to <= 0) ? 'nested' : 'partial'
}

/** Sort key for sweeping ranges of one country from low to high. */
export function compareStart(a: PostcodeRange, b: PostcodeRange): number {
  return compareTokens(a.from, b.from)
}

export function startsAfter(a: PostcodeRange, b: PostcodeRange): boolean {
  return isBeyond(a.from, b.to)
}

/** Whether a range ends behind another one; AB ends behind AB38, whose codes it holds. */
export function endsAfter({ to: a }: PostcodeRange, { to: b }: PostcodeRange): boolean {
  const shared = Math.min(a.length, b.length)
  return compareTokens(a.slice(0, shared), b.slice(0, shared)) > 0 || startsLike(a, b, shared)
}
const startsLike = (a: readonly Token[], b: readonly Token[], shared: number) =>
  a.length < b.length && compareTokens(a, b.slice(0, shared)) === 0

/** A single code that lies behind the end of a range. */
export function isBeyondEnd(code: PostcodeRange, range: PostcodeRange): boolean {
  return isBeyond(code.from, range.to)
}
