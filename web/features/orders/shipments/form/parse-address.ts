import type { AddressField } from './draft.ts'

/**
 * What was recognised in a pasted address, and what was not: nothing is guessed into a field it may
 * not belong to.
 */
export interface ParsedAddress {
  found: Partial<Record<AddressField, string>>
  left: string[]
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/
const PHONES = [
  /(?:\+|00)\d[\d ()/.-]{6,18}\d/,
  /(?<!\d)1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)/,
  /(?<!\d)0\d{2,4}[ /-]?\d[\d /-]{4,12}\d(?!\d)/,
]
const LABELS =
  /(?:收件人|收货人|姓名|联系人|手机号?码?|电话|联系电话|所在地区|详细地址|地址|邮编|邮箱|Name|Phone|Tel(?:efon)?|E-?mail|Address|Anschrift|Adresse)\s*[:：]\s*/gi
const COMPANY =
  /\b(?:GmbH|AG|KG|UG|OHG|e\.\s?K\.|mbH|Ltd|LLC|Inc|B\.?V|S\.?A|SARL|Co\.)\b|公司|集团|有限/i
const HAN = /[\u4e00-\u9fff]/
const GERMANY = /^(?:Deutschland|Germany|DE|德国)$/i
const CHINA = /^(?:中国|China|CN)$/i

/** Reads a pasted German or Chinese address; `hint` is the country chosen already. */
export function parseAddress(text: string, hint = ''): ParsedAddress {
  const found: ParsedAddress['found'] = {}
  let rest = text.normalize('NFKC').replace(/\r\n?/g, '\n').replace(LABELS, '\n')
  const take = (pattern: RegExp, field: AddressField) => {
    const hit = pattern.exec(rest)?.[0]
    if (!hit || found[field]) return
    found[field] = hit.trim()
    rest = rest.replace(hit, '\n')
  }
  take(EMAIL, 'email')
  for (const phone of PHONES) take(phone, 'phone')
  const parts = rest
    .split(/[\n,;、]+/)
    .map((part) => part.trim().replace(/^[\s.:-]+|[\s:-]+$/g, ''))
    .filter(Boolean)
  const chinese =
    hint === 'CN' ||
    parts.some((part) => CHINA.test(part)) ||
    parts.some((part) => HAN.test(part) && !GERMANY.test(part))
  const left = chinese ? readChinese(parts, found) : readGerman(parts, found)
  return { found, left }
}

/**
 * Line by line: postal code with town, street with house number, company by its legal form; the
 * first line that is left names the person.
 */
function readGerman(parts: readonly string[], found: ParsedAddress['found']): string[] {
  const left: string[] = []
  for (const part of parts) {
    const town = /^(?:D(?:E)?[- ])?(\d{5})\s+(\D.*)$/.exec(part)
    const street = /^(\D.*?\S)\s+(\d{1,5}\s?[a-zA-Z]?(?:\s?[-/]\s?\d{1,5}\s?[a-zA-Z]?)?)$/.exec(
      part,
    )
    if (GERMANY.test(part)) found.country ??= 'DE'
    else if (town && !found.postalCode)
      [found.postalCode, found.city] = [town[1] ?? '', town[2] ?? '']
    else if (street && !found.street)
      [found.street, found.house] = [street[1] ?? '', (street[2] ?? '').replace(/\s+/g, '')]
    else if (COMPANY.test(part) && !found.company) found.company = part
    else if (/^(?:c\/o|z\.\s?Hd\.)/i.test(part) && !found.address2) found.address2 = part
    else if (!found.name && !/\d/.test(part)) found.name = part
    else left.push(part)
  }
  if (found.postalCode) found.country ??= 'DE'
  // A firm alone is who receives.
  if (!found.name && found.company) found.name = found.company
  return left
}

const MUNICIPALITY = /^(北京|天津|上海|重庆)市?/
const PROVINCE = /^([\u4e00-\u9fff]{2,8}?(?:省|自治区|特别行政区))/
const CITY = /^([\u4e00-\u9fff]{2,8}?(?:市|自治州|地区|盟))/

/**
 * Province, town, the rest as street; postal code wherever it stands; a short word of its own is
 * the name.
 */
function readChinese(parts: readonly string[], found: ParsedAddress['found']): string[] {
  const left: string[] = []
  const words = parts.flatMap((part) => (HAN.test(part) ? part.split(/\s+/) : [part]))
  for (const word of words) {
    const code = /^\d{6}$/.test(word)
    if (CHINA.test(word)) found.country ??= 'CN'
    else if (code && !found.postalCode) found.postalCode = word
    else if (!found.street && (MUNICIPALITY.test(word) || PROVINCE.test(word) || CITY.test(word)))
      readRegion(word.replace(/^中国/, ''), found)
    else if (!found.company && COMPANY.test(word)) found.company = word
    else if (
      !found.name &&
      /^[\u4e00-\u9fff·]{2,5}$/.test(word) &&
      !/[省市区县镇乡村路街道号栋室]/.test(word)
    )
      found.name = word
    else if (found.city && !found.street) found.street = word
    else if (found.street && HAN.test(word) && /[路街道巷弄号栋座楼室园村]/.test(word))
      found.street += word
    else left.push(word)
  }
  if (found.city) found.country ??= 'CN'
  return left
}

function readRegion(word: string, found: ParsedAddress['found']): void {
  let rest = word
  const municipality = MUNICIPALITY.exec(rest)
  const province = PROVINCE.exec(rest)
  if (municipality) found.state = found.city = `${municipality[1]}市`
  else if (province) found.state = province[1] ?? ''
  rest = rest.slice((municipality?.[0] ?? province?.[0] ?? '').length)
  const city = municipality ? null : CITY.exec(rest)
  if (city?.[1]) {
    found.city = city[1]
    rest = rest.slice(city[0].length)
  }
  const code = /\d{6}$/.exec(rest)
  if (code && !found.postalCode) {
    found.postalCode = code[0]
    rest = rest.slice(0, -6)
  }
  if (rest) found.street = rest
}
