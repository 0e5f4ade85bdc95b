import { PLACE_ENDS, STREET_ENDS } from '../tables/china.ts'
import { CHINESE_LEAD, CHINESE_THANKS, CHINESE_WISH } from '../tables/phrases.ts'
import { surnameOf } from '../tables/surnames.ts'
import { isCompany } from '../tables/words.ts'
import { startsCity, startsRegion, takePlaces, type Known } from './chinese-places.ts'
import { countryOf } from './country-names.ts'
import { put, trimmed, type Reading, type Segment } from './reading.ts'

const HAN = /\p{Script=Han}/u
const PERSON = /^(?:[\u4e00-\u9fff]{2,4}|[\u4e00-\u9fff]{2,8}·[\u4e00-\u9fff·]{2,12})$/u
/** Set behind a name, no part of it: 王小明（收）. */
const RECEIVES = /\s*[(（]?\s*(?:亲?收|启|亲启|先生|女士|小姐|老师)\s*[)）]?$/u
/** 楼先生, 吕师傅: a surname and what one is called. */
const CALLED =
  /^[\u4e00-\u9fff]{1,2}(?:先生|女士|小姐|太太|老师|师傅|老板|经理|总|工|教授|医生|主任|姐|哥)$/u
/** Three signs with a surname are a name behind a number, whatever the last one is. */
const isSurnamed = (word: string): boolean =>
  /^[\u4e00-\u9fff]{3}$/u.test(word) && surnameOf(word) !== ''
const CHOSEN = /^[\u4e00-\u9fff]{1,8}(?:市|区|县|旗|镇|乡|街道|自治县|村)$/u
/** A department belongs to the place. */
const SECTION = /^[\u4e00-\u9fff]{2,6}(?:部|科|处|车间|办公室|收发室|传达室|前台|门卫|仓库)$/u
const LABEL_START =
  /^(?:收件人姓名|收货人姓名|收件人|收货人|联系人|姓名|收货地址|收件地址|详细地址|所在地区|地址|寄往|邮政编码|邮编|电话|手机号码|手机号|手机|联系电话)(?=.)/u

/** Whether the text is to be read as Chinese: places in Han characters, not only names. */
export const isChinese = (segments: readonly Segment[]): boolean =>
  segments.some(({ text }) => {
    const place = text.replace(/^中国(?:大陆)?/u, '')
    return (
      HAN.test(place) &&
      countryOf(place) === null &&
      (PLACE_ENDS.test(place) || startsRegion(place))
    )
  })

/** Province and city in front of a text, into their fields; the rest is where in the city. */
function readRegion(reading: Reading, parts: Parts, text: string): string {
  const { region, city, rest, again } = takePlaces(text, parts.known)
  // A province that only follows from its city is written where none is yet.
  const isNew = region !== null && region !== parts.known.region
  if (isNew && (reading.found.state === undefined || startsRegion(text)))
    put(reading, 'state', region.name)
  if (city && city !== parts.known.city) put(reading, 'city', city)
  reading.aside.push(...again)
  parts.known = { region, city }
  return rest
}

/** 孟和巴雅尔: behind the street, without a sign of a place, and no other part is the name. */
const isLongName = (reading: Reading, parts: Parts, word: string): boolean =>
  reading.found.name === undefined &&
  reading.found.company === undefined &&
  !parts.more &&
  word.length <= 6 &&
  parts.street.some((part) => /\d/.test(part)) &&
  !/[省市区县旗镇乡村街道路巷弄里号栋幢座楼层室园苑城厦场店厂院校站库房户学馆门口处]/u.test(word)

/** A name by its length and its last sign. */
function isPlainName(word: string): boolean {
  const person = word.replace(RECEIVES, '')
  if (CALLED.test(word)) return true
  return PERSON.test(person) && !STREET_ENDS.test(person.slice(-1))
}

/** Words of the text: Han parts end at blanks, others are taken as they are. */
const wordsOf = (segments: readonly Segment[]): string[] =>
  segments
    .flatMap(({ text }) =>
      HAN.test(text) ? text.split(/ |(?<=\p{Script=Han})\/(?=\p{Script=Han})/u) : [text],
    )
    .filter(Boolean)

interface Parts {
  known: Known
  street: string[]
  began: boolean
  /** Another word behind this one may be the name. */
  more: boolean
}

/** Province, city, the rest as street; a short word of its own is the name. */
export function readChinese(reading: Reading, segments: readonly Segment[]): void {
  const parts: Parts = {
    known: { region: null, city: null },
    street: [],
    began: false,
    more: false,
  }
  const waiting: string[] = []
  const words = wordsOf(segments)
  for (const [at, word] of words.entries()) {
    parts.more = words.slice(at + 1).some((later) => isPlainName(later))
    readWord(reading, parts, waiting, word)
  }
  // Letters of two words do not grow together: 星河WORLD A座.
  const street = parts.street.reduce(
    (all, word) => (/\w$/.test(all) && /^\w/.test(word) ? `${all} ${word}` : all + word),
    '',
  )
  for (const word of waiting) {
    if (reading.found.name === undefined && !/\d/.test(word) && word.length <= 20)
      put(reading, 'name', word)
    else reading.left.push(word)
  }
  const place = gluedName(reading, street)
  if (place) put(reading, 'street', place)
  const { name } = reading.found
  const person = name?.replace(RECEIVES, '')
  if (name && person && person.length >= 2 && person !== name) {
    reading.found.name = person
    reading.aside.push(trimmed(name.slice(person.length)))
  }
  fullNames(reading)
  if (reading.found.city !== undefined || reading.found.state !== undefined)
    reading.found.country ??= 'CN'
}

function readWord(reading: Reading, parts: Parts, waiting: string[], raw: string): void {
  const label = LABEL_START.exec(raw)?.[0]
  if (label) reading.aside.push(label)
  let word = trimmed(label ? raw.slice(label.length) : raw)
  if (CHINESE_THANKS.test(word)) {
    reading.aside.push(word)
    return
  }
  if (CHINESE_WISH.test(word) && !/\d/.test(word)) {
    reading.left.push(word)
    return
  }
  const lead = CHINESE_LEAD.exec(word)?.[0] ?? ''
  if (lead) {
    reading.aside.push(lead)
    word = trimmed(word.slice(lead.length))
  }
  const country = /^(?:中华人民共和国|中国大陆|中国)/u.exec(word)?.[0]
  if (country) {
    reading.aside.push(country)
    reading.found.country ??= 'CN'
    word = trimmed(word.slice(country.length))
  }
  if (word === '') return
  if (countryOf(word) === 'CN') {
    reading.aside.push(word)
    reading.found.country ??= 'CN'
    return
  }
  const code = /(?<!\d)\d{6}(?!\d)/.exec(word)?.[0]
  const codeFree =
    code !== undefined &&
    reading.found.postalCode === undefined &&
    !/[号栋楼室]/u.test(word.slice(word.indexOf(code) + 6).slice(0, 1))
  if (code && codeFree) {
    put(reading, 'postalCode', code)
    for (const side of word.split(code).map(trimmed).filter(Boolean))
      readWord(reading, parts, waiting, side)
    return
  }
  const numbered = parts.street.some((part) => /\d/.test(part))
  const plain = isPlainName(word) || (numbered && isSurnamed(word))
  // A company's name begins with its city, too.
  if (
    reading.found.company === undefined &&
    isCompany(word) &&
    !/\d+[号栋楼室]|[路街]\d/u.test(word)
  ) {
    put(reading, 'company', word)
    return
  }
  const region = !parts.began && (startsRegion(word) ?? startsCity(word, null))
  if (
    region &&
    !(
      plain &&
      reading.found.name === undefined &&
      !startsRegion(word) &&
      !isWholeCity(word) &&
      !(parts.more && startsCity(word, null)?.length === word.length)
    )
  ) {
    parts.began = true
    const rest = readRegion(reading, parts, word)
    if (rest) parts.street.push(rest)
    return
  }
  if (parts.street.length > 0 && readAgain(reading, parts, word)) return
  // 乐清市 柳市镇: places chosen one by one.
  if (
    parts.began &&
    parts.known.city !== null &&
    CHOSEN.test(word) &&
    !parts.street.includes(word)
  ) {
    if (!readMore(reading, parts, word)) parts.street.push(word)
    return
  }
  if (parts.began && parts.street.length === 0 && readMore(reading, parts, word)) return
  // A district by its short name, where the name still comes: 北京 海淀.
  if (plain && parts.began && parts.street.length === 0 && parts.more) {
    parts.street.push(word)
    return
  }
  if (parts.street.length > 0 && SECTION.test(word)) {
    parts.street.push(word)
    return
  }
  if (plain && reading.found.name === undefined) {
    put(reading, 'name', word)
    return
  }
  if (/^(?:先生|女士|小姐|收|亲收)$/u.test(word)) reading.aside.push(word)
  else if (
    STREET_ENDS.test(word) ||
    (parts.street.length > 0 &&
      /^\p{Script=Han}{5,}$/u.test(word) &&
      !isLongName(reading, parts, word)) ||
    (parts.began && /^[\dA-Za-z-]+$/.test(word))
  )
    parts.street.push(word)
  else waiting.push(word)
}

const isWholeCity = (word: string): boolean =>
  (startsCity(word, null)?.length ?? 0) > 0 && /[市州盟区县]/u.test(word)

/** City behind a province that stood alone, and either of them named again. */
function readMore(reading: Reading, parts: Parts, word: string): boolean {
  const before = reading.aside.length
  const rest = readRegion(reading, parts, word)
  if (rest === word && reading.aside.length === before) return false
  if (rest) parts.street.push(rest)
  return true
}

/** The whole address again behind the region that was chosen from lists: each place once. */
function readAgain(reading: Reading, parts: Parts, word: string): boolean {
  if (startsRegion(word)?.region !== parts.known.region || parts.known.region === null) return false
  const again = takePlaces(word, parts.known)
  const [place = ''] = parts.street
  if (!again.rest.startsWith(place) && again.again.length < 2) return false
  let rest = readRegion(reading, parts, word)
  for (const place of parts.street)
    if (rest.startsWith(place)) {
      reading.aside.push(place)
      rest = trimmed(rest.slice(place.length))
    }
  if (rest) parts.street.push(rest)
  return true
}

/** Labelled fields by the whole names of their places: 宁夏 is 宁夏回族自治区. */
function fullNames({ found }: Reading): void {
  const region = found.state ? startsRegion(found.state) : null
  if (region && region.length === found.state?.length) found.state = region.region.name
  const city = found.city ? startsCity(found.city, region?.region ?? null) : null
  if (city && city.length === found.city?.length) found.city = city.name
}

const NUMBER_SIGNS = '\\d号室栋幢楼层座户房铺单元'
const GLUED_NAME = new RegExp(`^(.*[${NUMBER_SIGNS}])([\\u4e00-\\u9fff]{2,4})$`, 'u')

/** "402室杨沛霖": behind the last number a name without a blank, where no other part is one. */
function gluedName(reading: Reading, street: string): string {
  if (reading.found.name !== undefined || reading.found.company !== undefined) return street
  const [, place = '', tail = ''] = GLUED_NAME.exec(street.replace(RECEIVES, '')) ?? []
  const surname = surnameOf(tail)
  const fits =
    surname !== '' && tail.length - surname.length >= 1 && tail.length <= surname.length + 2
  if (!fits || PLACE_ENDS.test(tail.slice(-1)) || SECTION.test(tail)) return street
  put(reading, 'name', tail)
  const received = street.slice(place.length + tail.length)
  if (received) reading.aside.push(received)
  return place
}
