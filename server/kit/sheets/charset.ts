import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { CHARSETS, type Charset } from '#contracts/kit/sheets/charsets.ts'

const WEST = ['äöüß', 'éèêëàâçîïôûùœæ', 'áéíóúñü', 'áàâãçéêíóôõú', 'àèéìòù', 'åäöæøé', 'ëéïüöá']
const EAST = ['ěščřžýáíéúůťďňó', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîșțşţ', 'čćđšž']
/** Letters beyond ASCII of the languages written in a charset. */
const LETTERS: readonly (readonly [Charset, readonly string[]])[] = [
  ['windows-1252', WEST],
  ['windows-1250', EAST],
  ['iso-8859-2', EAST],
  ['windows-1254', ['çğıöşüi̇']],
  ['windows-1257', ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöõüšž']],
  ['macintosh', WEST],
  ['cp850', WEST],
  ['cp852', EAST],
]
const LATIN = new Map<Charset, readonly string[]>(
  LETTERS.map(([charset, sets]) => [charset, [...sets, sets.join('')]]),
)
const SCRIPTS = new Map<Charset, RegExp>([
  ['gb18030', /[\p{Script=Han}，。（）：、；　【】－＋]/u],
  ['big5', /[\p{Script=Han}，。（）：、；　【】－＋]/u],
  ['shift_jis', /[\p{Script=Han}\u3040-\u30ff、。（）：；　－〒]/u],
  ['euc-kr', /[가-힣]/u],
  ['windows-1251', /[а-яёА-ЯЁіїєґІЇЄҐ№]/u],
  ['koi8-r', /[а-яёА-ЯЁ]/u],
  ['cp866', /[а-яёА-ЯЁ№]/u],
  ['windows-1253', /[\u0370-\u03ff]/u],
])
/** First bytes of the signs most texts consist of. */
const FREQUENT = new Map<Charset, readonly [from: number, to: number]>([
  ['gb18030', [0xb0, 0xd7]],
  ['big5', [0xa4, 0xc6]],
  ['shift_jis', [0x82, 0x97]],
  ['euc-kr', [0xb0, 0xc8]],
])
const READ_MAX = 64 * 1024

const strict = (bytes: Buffer, charset: string): string | null => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

export const decodeAs = (bytes: Buffer, charset: Charset): string =>
  iconv.decode(bytes, charset, { stripBOM: true })

/** UTF-16 without a mark: every second byte of the first kilobyte is zero. */
function wideOf(bytes: Buffer): Charset | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 1024)
  let [even, odd] = [0, 0]
  for (const [i, byte] of head.entries()) if (byte === 0) i % 2 === 0 ? even++ : odd++
  const most = head.length / 4
  if (odd > most && even < most / 4) return 'utf-16le'
  return even > most && odd < most / 4 ? 'utf-16be' : null
}

/**
 * The charset a text was written in: by its marks, as valid UTF-8, else the one in which its signs
 * make words of a language. Where several fit alike the more common one.
 */
export function charsetOf(bytes: Buffer): Charset {
  const wide = wideOf(bytes)
  if (wide) return wide
  if (isUtf8(bytes) || mostlyUtf8(bytes)) return 'utf-8'
  const high = highPart(bytes)
  let best: { charset: Charset; score: number } = { charset: 'windows-1252', score: -Infinity }
  for (const charset of CHARSETS.slice(3)) {
    const score = scoreOf(high, charset)
    if (score > best.score) best = { charset, score }
  }
  return best.charset
}

/** Lines with signs beyond ASCII, as many as are needed. */
function highPart(bytes: Buffer): Buffer {
  const lines: Buffer[] = []
  let length = 0
  for (let at = 0; at < bytes.length && length < READ_MAX;) {
    const found = bytes.indexOf(10, at)
    const end = found < 0 ? bytes.length : found
    const line = bytes.subarray(at, end)
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line.subarray(0, 2_000))
      length += Math.min(line.length, 2_000) + 1
    }
    at = end + 1
  }
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))
}

/** UTF-8 into which a few bytes of something else came. */
function mostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8')
  const bad = text.split('\ufffd').length - 1
  const good = text.replace(/[\u0000-\u007f\ufffd]+/g, '').length
  return good > 0 && good >= bad
}

const SIGN = /[’´°€£§“”„–—…·«»¿¡ºª\u00a0]/

/** How well a text reads in a charset: its signs beyond ASCII in words of one of its languages. */
function scoreOf(bytes: Buffer, charset: Charset): number {
  const script = SCRIPTS.get(charset)
  const sets = LATIN.get(charset) ?? []
  const each = FREQUENT.has(charset) ? 2 : 1
  const counts = sets.map(() => 0)
  // A text of few signs is Chinese rather than Korean.
  let score = charset === 'euc-kr' ? -3 : 0
  const signs = [...decodeAs(bytes, charset)]
  for (const [at, sign] of signs.entries()) {
    const [before, after] = [signs[at - 1] ?? '', signs[at + 1] ?? '']
    if (/\p{Lu}/u.test(sign) && /\p{Ll}/u.test(before)) score -= 4
    if (sign < '\u0080') continue
    if (/[\u0080-\u009f\ufffd\ue000-\uf8ff]/u.test(sign)) score -= 20
    else if (script) {
      const alone = each === 1 && !/\p{L}/u.test(before + after)
      if (!alone) score += script.test(sign) ? (charset === 'euc-kr' ? 1.5 : 1) * each : -2 * each
    } else if (!/\p{L}/u.test(sign)) {
      if (!SIGN.test(sign)) score -= 2
      if (/\p{L}/u.test(before) && /\p{L}/u.test(after) && !/[’´\u00a0]/.test(sign)) score -= 3
    } else if (/\p{L}/u.test(before) || /\p{L}/u.test(after))
      for (const [n, set] of sets.entries())
        counts[n]! += set.includes(sign.toLowerCase()) ? (n === sets.length - 1 ? 1 : 2) : -2
  }
  return score + pairsOf(bytes, charset) + (counts.length > 0 ? Math.max(...counts) : 0)
}

/** More where the pairs of bytes begin as those of frequent signs do. */
function pairsOf(bytes: Buffer, charset: Charset): number {
  const frequent = FREQUENT.get(charset)
  if (!frequent) return 0
  let score = 0
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i]! < 0x81) continue
    score += bytes[i]! >= frequent[0] && bytes[i]! <= frequent[1] ? 1 : -1
    i++
  }
  return score
}

const MARK = Buffer.from('\ufeff')

/** A text as UTF-8: as it is where it is that, since large ones should not be in memory twice. */
export function asUtf8(bytes: Buffer, wish?: Charset): Buffer {
  if ((wish ?? charsetOf(bytes)) !== 'utf-8' || !isUtf8(bytes))
    return Buffer.from(decodeText(bytes, wish))
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes
}

/** A text in its charset; bytes that are none of UTF-8 within it are read as Windows-1252. */
export function decodeText(bytes: Buffer, wish?: Charset): string {
  const charset = wish ?? charsetOf(bytes)
  if (charset !== 'utf-8') return decodeAs(bytes, charset)
  const whole = strict(bytes, 'utf-8')
  if (whole !== null) return whole
  const parts: string[] = []
  for (let at = 0; at < bytes.length;) {
    const good = validEnd(bytes, at)
    if (good > at) parts.push(bytes.toString('utf8', at, good))
    if (good < bytes.length) parts.push(decodeAs(bytes.subarray(good, good + 1), 'windows-1252'))
    at = good + 1
  }
  return parts.join('').replace(/^\ufeff/, '')
}

/** Where UTF-8 that begins at a place is broken. */
function validEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length;) {
    const lead = bytes[at]!
    const length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0
    const follows = bytes.subarray(at + 1, at + length)
    if (
      length === 0 ||
      lead > 0xf4 ||
      follows.length < length - 1 ||
      follows.some((byte) => byte < 0x80 || byte > 0xbf)
    )
      return at
    at += length
  }
  return bytes.length
}
