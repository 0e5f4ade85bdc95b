import { createRequire } from 'node:module'

// The list of countries alone: the package's main file would load eighty languages of names.
const allCountries = createRequire(import.meta.url)(
  'i18n-iso-countries/codes.json',
) as readonly (readonly [string, string, string])[]

/** One row of partition_config: a country, or the part of it whose postal codes begin so. */
export interface ZoneRow {
  country: string
  prefix?: string
}
export interface Zone {
  code: string
  name: string
  nameEn: string
  rows: readonly ZoneRow[]
}

const whole = (codes: string): ZoneRow[] => codes.split(' ').map((country) => ({ country }))
const parts = (country: string, prefixes: string): ZoneRow[] =>
  prefixes.split(' ').map((prefix) => ({ country, prefix }))

const NEAR = 'NL BE LU AT'
const MID = 'FR IT ES PL CZ DK SK SI HU MC'
const FAR =
  'SE FI PT IE EE LV LT HR RO BG GR CY MT GB CH NO IS LI SM VA AD JE GG IM GI FO RS BA ME MK AL XK MD UA TR'
const AMERICA = 'US CA MX'
const ASIA = 'CN HK MO TW JP KR SG MY TH VN PH ID'
const OCEANIA = 'AU NZ'

// Islands and far corners that carriers bill extra: German islands, Corsica, the Balearics,
// Canaries, Ceuta and Melilla, Sardinia and Sicily, the Wadden islands, the Highlands and Northern
// Ireland.
const DE_ISLANDS =
  '18565 25849 25859 25863 25869 25938 25946 25980 25992 25996 25997 25999 26465 26474 26486 26548 26571 26579 26757 27498 83256'
const EU_REMOTE = [
  ...parts('FR', '20'),
  ...parts('ES', '07 35 38 51 52'),
  ...parts('IT', '07 08 09 90 91 92 93 94 95 96 97 98'),
  ...parts(
    'NL',
    '1791 1792 1793 1794 1795 1796 1797 8881 8882 8883 8884 8885 8891 8892 8893 8894 8895 8896 8897 8899 9161 9162 9163 9164 9166',
  ),
  ...parts('GB', 'BT HS IV KW ZE'),
  ...parts('PT', '9'),
  ...parts('GR', '81 82 83 84 85 70 71 72 73 74'),
]
// Alaska, Hawaii, Puerto Rico and the islands in the US post's own numbering.
const US_REMOTE = parts('US', '995 996 997 998 999 967 968 006 007 008 009 969')

const named = new Set(['DE', ...`${NEAR} ${MID} ${FAR} ${AMERICA} ${ASIA} ${OCEANIA}`.split(' ')])
const rest = allCountries
  .map(([code]) => ({ country: code }))
  .filter(({ country }) => !named.has(country))

/**
 * Every country of ISO 3166 and Kosovo, each in one zone as a whole: no address is without a price.
 */
export const WORLD: readonly Zone[] = [
  { code: 'DE', name: '德国', nameEn: 'Germany', rows: whole('DE') },
  { code: 'DE-R', name: '德国岛屿', nameEn: 'German islands', rows: parts('DE', DE_ISLANDS) },
  { code: 'EU1', name: '荷比卢奥', nameEn: 'Benelux and Austria', rows: whole(NEAR) },
  { code: 'EU2', name: '欧洲一区', nameEn: 'Europe zone 1', rows: whole(MID) },
  { code: 'EU3', name: '欧洲二区', nameEn: 'Europe zone 2', rows: whole(FAR) },
  { code: 'EU-R', name: '欧洲偏远', nameEn: 'Europe, remote', rows: EU_REMOTE },
  { code: 'NAM', name: '北美', nameEn: 'North America', rows: whole(AMERICA) },
  {
    code: 'NAM-R',
    name: '阿拉斯加夏威夷波多黎各',
    nameEn: 'Alaska, Hawaii, Puerto Rico',
    rows: US_REMOTE,
  },
  { code: 'ASIA', name: '亚洲', nameEn: 'Asia', rows: whole(ASIA) },
  { code: 'OCE', name: '大洋洲', nameEn: 'Oceania', rows: whole(OCEANIA) },
  { code: 'ROW', name: '世界其他', nameEn: 'Rest of the world', rows: rest },
]

/** Germany and Europe only, for carriers that stop there. */
export const EUROPE: readonly Zone[] = WORLD.filter(({ code }) =>
  ['DE', 'DE-R', 'EU1', 'EU2', 'EU3', 'EU-R'].includes(code),
)
