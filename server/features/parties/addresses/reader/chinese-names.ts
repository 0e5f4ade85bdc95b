import { PLACE_ENDS, STREET_ENDS } from '../tables/china.ts'
import { isShortDistrict } from '../tables/china-districts.ts'
import { surnameOf } from '../tables/surnames.ts'
import type { Known } from './chinese-places.ts'
import { isGivenName } from './names.ts'
import { put, type Reading } from './reading.ts'

/** What was read of a Chinese address so far. */
export interface Parts {
  known: Known
  street: string[]
  began: boolean
  /** Another word behind this one may be the name. */
  more: boolean
  /** What may be the name, and before which part of the street it stood. */
  names: { word: string; at: number }[]
}

const PERSON = /^(?:[\u4e00-\u9fff]{2,4}|[\u4e00-\u9fff]{2,8}·[\u4e00-\u9fff·]{2,12})$/u
/** Set behind a name, no part of it: 王小明（收）. */
const RECEIVES = /\s{0,9}[(（]?\s{0,9}(?:亲?收|代收|转收|启|亲启)\s{0,9}[)）]?$/u
const TITLED = /\s{0,9}[(（]?\s{0,9}(?:先生|女士|小姐|老师|同学|男|女)\s{0,9}[)）]?$/u
/** A name without what is set behind it: 李先生收 is 李先生, 蔡佩珊小姐收 is 蔡佩珊. */
export function bareName(word: string): string {
  const name = word.replace(RECEIVES, '').replace(RECEIVES, '')
  const bare = name.replace(TITLED, '')
  return bare.length >= 2 ? bare : name
}
/** 楼先生, 吕师傅: a surname and what one is called. */
const CALLED =
  /^[\u4e00-\u9fff]{1,2}(?:先生|女士|小姐|太太|太|生|伯|叔|婶|嫂|哥|同学|护士|医师|律师|店长|院长|校长|会计|阿姨|老师|师傅|老板|经理|总|工|教授|医生|主任|姐|哥)$/u
export const LETTERS = /^[A-Z][A-Za-z.'’-]*(?: [A-Z][A-Za-z.'’-]*)*$/
/** Lisa Wang, Tom: a name in letters between Chinese parts; SOHO is none. */
export const isLatinName = (word: string): boolean =>
  LETTERS.test(word) &&
  /[a-z]/.test(word) &&
  (isGivenName(word.split(' ')[0] ?? '') || /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(word))
/** Three signs with a surname are a name behind a number, whatever the last one is. */
export const isSurnamed = (word: string): boolean =>
  /^[\u4e00-\u9fff]{3}$/u.test(word) && surnameOf(word) !== ''
/** A department belongs to the place. */
export const SECTION =
  /^[\u4e00-\u9fff]{2,6}(?:部|科|处|车间|办公室|收发室|传达室|前台|门卫|仓库)$|^(?:前台|门卫|传达室|收发室|物业|保安室|驿站)$|^(?:采购|财务|行政|人事|销售|仓管|收发|客服|物流|后勤)$/u

/** 孟和巴雅尔: behind the street, without a sign of a place, and no other part is the name. */
export const isLongName = (reading: Reading, parts: Parts, word: string): boolean =>
  reading.found.name === undefined &&
  reading.found.company === undefined &&
  parts.names.length === 0 &&
  !parts.more &&
  word.length <= 6 &&
  parts.street.some((part) => /\d/.test(part)) &&
  !/[省市区县旗镇乡村街道路巷弄里号栋幢座楼层室园苑城厦场店厂院校站库房户学馆门口处]/u.test(word)

/** A name by its length and its last sign. */
export function isPlainName(word: string): boolean {
  const person = bareName(word)
  if (CALLED.test(word)) return true
  if (
    /(?:公寓|宿舍|大厦|广场|小区|家园|校区)$|^[一二三四五六七八九十]{1,2}(?:期|区|栋|楼|层|座|公寓|号)/u.test(
      person,
    )
  )
    return false
  return PERSON.test(person) && !STREET_ENDS.test(person.slice(-1))
}

/** How surely a word is a name: what one is called, then a surname and its length. */
function namePoints(word: string): number {
  const bare = bareName(word)
  const surname = surnameOf(bare)
  return (
    (CALLED.test(word) || bare !== word ? 4 : 0) +
    (surname || isLatinName(bare) ? 2 : 0) +
    (bare.length === surname.length + 2 || bare.length === surname.length + 1 ? 1 : 0) -
    (PLACE_WORD.test(bare) ? 2 : 0)
  )
}
const PLACE_WORD =
  /[岭坡湾桥港湖河江山庄口坝坪沟塘洲岛滩堡寨营店集墟圩]$|^(?:东|西|南|北|中)[门街路站]/u

/** The word that is most like a name; another one that stood in the street belongs to it. */
export function chooseName(reading: Reading, parts: Parts): void {
  if (reading.found.name !== undefined) {
    for (const { word } of parts.names) reading.left.push(word)
    return
  }
  const best = parts.names.toSorted((a, b) => namePoints(b.word) - namePoints(a.word))[0]
  if (!best) return
  let added = 0
  for (const one of parts.names) {
    if (one === best) put(reading, 'name', one.word)
    else if (
      (one.at > 0 || isShortDistrict(one.word, parts.known.region?.name ?? '')) &&
      parts.names.indexOf(one) < parts.names.indexOf(best)
    ) {
      parts.street.splice(one.at + added, 0, one.word)
      added += 1
    } else reading.left.push(one.word)
  }
}

const NUMBER_SIGNS = '\\d号室栋幢楼层座户房铺单元'
const GLUED_NAME = new RegExp(`^(.*[${NUMBER_SIGNS}])([\\u4e00-\\u9fff]{2,4})$`, 'u')

/** "402室杨沛霖": behind the last number a name without a blank, where no other part is one. */
export function gluedName(reading: Reading, street: string): string {
  if (reading.found.name !== undefined || reading.found.company !== undefined) return street
  // 3008室（韦柳青）
  const [, home, called] = /^(.+)[(（]([\u4e00-\u9fff]{2,4})[)）]$/u.exec(street) ?? []
  if (
    home &&
    called &&
    (surnameOf(called)
      ? called.length <= surnameOf(called).length + 2
      : /[\d号室座栋幢楼层户房铺门店园苑城厦]$/u.test(home)) &&
    !PLACE_ENDS.test(called) &&
    !SECTION.test(called)
  ) {
    put(reading, 'name', called)
    return home
  }
  // 前台转孙悦: to be handed on.
  const [, reception, by, last] =
    /^(.+?)(转交给|转交|转给|转|交给)([\u4e00-\u9fff]{2,3})$/u.exec(street) ?? []
  if (reception && by && last && surnameOf(last) && !PLACE_ENDS.test(last)) {
    put(reading, 'name', last)
    reading.aside.push(by)
    return reception
  }
  const [, place = '', tail = ''] = GLUED_NAME.exec(bareName(street)) ?? []
  const surname = surnameOf(tail)
  const fits =
    surname !== '' && tail.length - surname.length >= 1 && tail.length <= surname.length + 2
  if (!fits || PLACE_ENDS.test(tail.slice(-1)) || SECTION.test(tail)) return street
  put(reading, 'name', tail)
  const received = street.slice(place.length + tail.length)
  if (received) reading.aside.push(received)
  return place
}

/** 前进中路212号昆山捷德精密模具厂: a works or a company behind the number, in one word. */
const GLUED_COMPANY =
  /^(.*\d号)((?!.*[路街道巷弄村镇楼栋幢座层室区园\d])\p{Script=Han}{4,}(?:厂|公司|集团|商行|经营部|工作室|事务所))$/u
export function gluedCompany(reading: Reading, street: string): string {
  const [, place, company] = GLUED_COMPANY.exec(street) ?? []
  if (place === undefined || company === undefined || reading.found.company !== undefined)
    return street
  put(reading, 'company', company)
  return place
}
