import {
  CHINESE_REGIONS,
  isMunicipality,
  PLACE_ENDS,
  STREET_ENDS,
  type Region,
} from '../tables/china.ts'
import { isCompany } from '../tables/words.ts'
import { countryOf } from './country-names.ts'
import { put, trimmed, type Reading, type Segment } from './reading.ts'

const HAN = /\p{Script=Han}/u
const PERSON = /^(?:[\u4e00-\u9fff]{2,4}|[\u4e00-\u9fff]{2,8}·[\u4e00-\u9fff·]{2,12})$/u
/** Set behind a name, no part of it: 王小明（收）. */
const RECEIVES = /\s*[(（]?\s*(?:亲?收|启|亲启|先生|女士|小姐|老师)\s*[)）]?$/u
/** 楼先生, 吕师傅: a surname and what one is called. */
const CALLED =
  /^[\u4e00-\u9fff]{1,2}(?:先生|女士|小姐|太太|老师|师傅|老板|经理|总|工|教授|医生|主任|姐|哥)$/u
/** Three signs with a frequent surname are a name behind a number, whatever the last one is. */
const SURNAMED =
  /^[赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜谢邹章苏潘葛范彭鲁韦马苗方任袁柳史唐费薛雷贺倪汤罗郝于傅齐康伍余顾孟黄萧尹姚邵汪毛戴宋茅庞熊纪舒屈项祝董梁杜阮蓝季贾江郭梅林徐邱骆高夏蔡田樊胡凌霍万柯卢莫房丁邓石崔龚程邢裴陆翁段侯武刘景龙叶黎白蒲卓蒙池乔谭冉牛温庄柴瞿阎习艾容向古易廖耿欧聂曾关赖][\u4e00-\u9fff]{2}$/u
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

/** The region a text begins with, by its whole or short name. */
function startsRegion(text: string): { region: Region; length: number } | null {
  for (const region of CHINESE_REGIONS)
    for (const name of [region.name, `${region.short}省`, `${region.short}自治区`, region.short])
      if (text.startsWith(name)) return { region, length: name.length }
  return null
}

/** The city a text begins with: one that is known by its short name, any with its 市. */
function startsCity(
  text: string,
  region: Region | null,
): { name: string; length: number; region: Region | null } | null {
  for (const owner of region ? [region] : CHINESE_REGIONS)
    for (const city of owner.cities)
      for (const name of [city.name, `${city.short}市`, city.short])
        if (text.startsWith(name) && !/^[路街县区镇]/u.test(text.slice(name.length)))
          return { name: city.name, length: name.length, region: owner }
  const other = /^([\u4e00-\u9fff]{2,8}?(?:市|自治州|地区|盟))/u.exec(text)?.[1]
  return other ? { name: other, length: other.length, region } : null
}

/** Province and city in front of a text; the rest is where in the city. */
function readRegion(reading: Reading, text: string): string {
  const first = startsRegion(text)
  let rest = first ? trimmed(text.slice(first.length)) : text
  if (first && isMunicipality(first.region)) {
    put(reading, 'state', first.region.name)
    put(reading, 'city', first.region.name)
    // Said twice in forms with two selects: 上海市 上海市.
    const again = [first.region.name, '市辖区', '县'].find((name) => rest.startsWith(name))
    if (again) {
      reading.aside.push(again)
      rest = trimmed(rest.slice(again.length))
    }
    return rest
  }
  if (first) put(reading, 'state', first.region.name)
  const city = startsCity(rest, first?.region ?? null)
  if (city) {
    if (city.region) {
      if (first === null) reading.found.state ??= city.region.name
      put(reading, 'city', city.name)
    } else put(reading, 'city', city.name)
    rest = trimmed(rest.slice(city.length))
  }
  return rest
}

/** A name by its length and its last sign. */
function isPlainName(word: string): boolean {
  const person = word.replace(RECEIVES, '')
  if (CALLED.test(word)) return true
  return PERSON.test(person) && !STREET_ENDS.test(person.slice(-1))
}

/** Words of the text: Han parts end at blanks, others are taken as they are. */
const wordsOf = (segments: readonly Segment[]): string[] =>
  segments.flatMap(({ text }) => (HAN.test(text) ? text.split(' ') : [text])).filter(Boolean)

interface Parts {
  street: string[]
  began: boolean
  /** Another word behind this one may be the name. */
  more: boolean
}

/** Province, city, the rest as street; a short word of its own is the name. */
export function readChinese(reading: Reading, segments: readonly Segment[]): void {
  const parts: Parts = { street: [], began: false, more: false }
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
  if (street) put(reading, 'street', street)
  for (const word of waiting) {
    if (reading.found.name === undefined && !/\d/.test(word) && word.length <= 20)
      put(reading, 'name', word)
    else reading.left.push(word)
  }
  const { name } = reading.found
  const person = name?.replace(RECEIVES, '')
  if (name && person && person.length >= 2 && person !== name) {
    reading.found.name = person
    reading.aside.push(trimmed(name.slice(person.length)))
  }
  if (reading.found.city !== undefined || reading.found.state !== undefined)
    reading.found.country ??= 'CN'
}

function readWord(reading: Reading, parts: Parts, waiting: string[], raw: string): void {
  const label = LABEL_START.exec(raw)?.[0]
  if (label) reading.aside.push(label)
  let word = trimmed(label ? raw.slice(label.length) : raw)
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
  const plain = isPlainName(word) || (numbered && SURNAMED.test(word))
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
    const rest = readRegion(reading, word)
    if (rest) pushStreet(reading, parts, rest)
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
    (parts.street.length > 0 && /^\p{Script=Han}{5,}$/u.test(word)) ||
    (parts.began && /^[\dA-Za-z-]+$/.test(word))
  )
    parts.street.push(word)
  else waiting.push(word)
}

const isWholeCity = (word: string): boolean =>
  (startsCity(word, null)?.length ?? 0) > 0 && /[市州盟区县]/u.test(word)

/** City behind a province that stood alone. */
function readMore(reading: Reading, parts: Parts, word: string): boolean {
  if (reading.found.city !== undefined && reading.found.city !== reading.found.state) return false
  const region = CHINESE_REGIONS.find(({ name }) => name === reading.found.state) ?? null
  if (reading.found.city !== undefined) {
    const again =
      region && [region.name, region.short, '市辖区'].find((name) => word.startsWith(name))
    if (!again) return false
    reading.aside.push(again)
    const rest = trimmed(word.slice(again.length))
    if (rest) pushStreet(reading, parts, rest)
    return true
  }
  const city = startsCity(word, region)
  if (!city) return false
  reading.found.city = city.name
  const rest = trimmed(word.slice(city.length))
  if (rest) pushStreet(reading, parts, rest)
  return true
}

/** A name may hang on the end of the street: ...12号 王小明 is split already, 12号王小明 here. */
function pushStreet(_reading: Reading, parts: Parts, text: string): void {
  parts.street.push(text)
}
