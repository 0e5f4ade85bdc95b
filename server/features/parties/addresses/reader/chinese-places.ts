import { CHINESE_REGIONS, isMunicipality, type Region } from '../tables/china.ts'
import { COUNTY_CITIES } from '../tables/china-cities.ts'
import { startsDistrict } from '../tables/china-districts.ts'
import { trimmed } from './reading.ts'

/** Province and city that are known so far. */
export interface Known {
  region: Region | null
  city: string | null
}
export interface Taken extends Known {
  /** What is left of the text: where in the city. */
  rest: string
  /** Names of places that were known already. */
  again: string[]
}

/** A short name is no city where it goes on as a street or a district: 吉林路, 朝阳区. */
const GOES_ON = /^[路街道县区镇乡村大东西南北中]?[路街道县区镇乡村]/u

/** The region a text begins with, by its whole or short name. */
export function startsRegion(text: string): { region: Region; length: number } | null {
  for (const region of CHINESE_REGIONS)
    for (const name of [
      region.name,
      `${region.short}省`,
      `${region.short}市`,
      `${region.short}自治区`,
      region.short,
    ])
      if (
        text.startsWith(name) &&
        (name !== region.short || !GOES_ON.test(text.slice(name.length)))
      )
        return { region, length: name.length }
  return null
}

interface CityHit {
  name: string
  length: number
  region: Region | null
  /** The prefecture of a city below one, which stays where it stands: 义乌市 in 金华市. */
  above?: string
}

/** The city a text begins with: one of a province, one below a prefecture, any with its 市. */
export function startsCity(text: string, region: Region | null): CityHit | null {
  for (const owner of region ? [region] : CHINESE_REGIONS)
    for (const { name, short } of owner.cities)
      for (const form of [name, `${short}市`, `${short}州`, `${short}地区`, `${short}盟`, short]) {
        if (!text.startsWith(form)) continue
        if (form === short && GOES_ON.test(text.slice(form.length))) continue
        return { name, length: form.length, region: owner }
      }
  for (const { name, short, province } of COUNTY_CITIES) {
    if (region && region.name !== province) continue
    const form = text.startsWith(name) ? name : short
    if (form === short && !text.slice(short.length).match(/^\p{Script=Han}{2,}[镇乡街区]/u))
      continue
    if (!text.startsWith(form)) continue
    const owner = CHINESE_REGIONS.find((one) => one.name === province) ?? null
    const above = startsDistrict(name, province)?.city ?? name
    return { name, length: form.length, region: owner, ...(above === name ? {} : { above }) }
  }
  const other = /^([\u4e00-\u9fff]{2,8}?(?:市|自治州|地区|盟))/u.exec(text)?.[1]
  return other ? { name: other, length: other.length, region } : null
}

/** The city follows from a district, which stays where it stands. */
function withDistrict(now: Taken): Taken {
  const district = startsDistrict(now.rest, now.region?.name ?? null)
  if (!district) return now
  const region = CHINESE_REGIONS.find((one) => one.name === district.province) ?? now.region
  return { ...now, region, city: district.city }
}

/**
 * Province and city in front of a text, each once; what is named a second time, as forms with two
 * selects do, is set aside.
 */
export function takePlaces(text: string, known: Known): Taken {
  const now: Taken = { ...known, rest: text, again: [] }
  const pass = (length: number, again: boolean) => {
    if (again) now.again.push(now.rest.slice(0, length))
    now.rest = trimmed(now.rest.slice(length))
  }
  const first = startsRegion(now.rest)
  if (first && (now.region === null || now.region === first.region)) {
    pass(first.length, now.region !== null)
    now.region = first.region
    if (isMunicipality(first.region)) now.city = first.region.name
  }
  // Hong Kong and Macao are one city each: districts are where in it.
  if (now.region?.name.endsWith('特别行政区') && now.city === null) {
    now.city = `${now.region.short}`
    return now
  }
  if (now.city === null) {
    const city = startsCity(now.rest, now.region)
    if (city === null) return withDistrict(now)
    now.region ??= city.region
    now.city = city.above ?? city.name
    if (city.above === undefined) pass(city.length, false)
    return now
  }
  const { city } = now
  // 兰州理工大学 begins with its city, too, and is one name.
  const again = [city, city.replace(/市$/u, ''), '市辖区', '县'].find(
    (name) =>
      now.rest === name || (now.rest.startsWith(name) && name !== '县' && /[市州区]$/u.test(name)),
  )
  if (again) pass(again.length, true)
  return now
}
