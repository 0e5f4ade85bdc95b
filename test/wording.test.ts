import { describe, expect, test } from 'vitest'
import { LANGS } from '#contracts/kit/envelope.ts'
import { KIND_CODES } from '#contracts/orders/kinds/kinds.ts'
import { localeFiles, localeTexts } from './locale-files.ts'

const texts = new Map(
  [...localeFiles('en_US').keys()].map((space) => [space, localeTexts('en_US', space)]),
)
const english = [...texts].flatMap(([space, all]) =>
  Object.entries(all).map(([key, text]) => ({ space, key, text })),
)
const withoutPlaces = (text: string) => text.replaceAll(/\{\{\w+\}\}/g, '')
const named = ({ space, key, text }: (typeof english)[number]) => `${space}:${key} = ${text}`

/** Words of the glossary's column "Not", and sentences in which a thing stands, holds or lies. */
const BANNED: readonly RegExp[] = [
  /\b(stands?|stood|beneath|anew|whoever|somebody|someone|told|one's|thereof|herein)\b/i,
  /\bat once\b/i,
  /\b(holds|kept|lays?|laid|judged?|forgotten|living)\b/i,
  /\bhouse\b(?! no\.| waybill)/i,
  /\b(for good|goes by|go on|came back|take along|make the key|in force|price list)\b/i,
  /\b(refused|refuse) (rows|orders)\b/i,
  /\bpresent password\b/i,
  /\b(sign-in name|username)\b/i,
  /\b(extra|surplus) parcels?\b/i,
]
/** An address has a house, and an imported file its heading. */
const ALLOWED = /^(common:house|shipment-imports:column\.house) /

test.each(LANGS)(
  'figures of %s count orders of every kind: no text of a board names one',
  (lang) => {
    const kinds = new RegExp(KIND_CODES.join('|'), 'i')
    const odd = Object.entries(localeTexts(lang, 'dashboards')).filter(([, text]) =>
      kinds.test(text),
    )
    expect(odd).toEqual([])
  },
)

describe('English texts', () => {
  test.each(BANNED)('contain nothing like %s', (banned) => {
    const odd = english
      .filter(({ text }) => banned.test(withoutPlaces(text)))
      .map(named)
      .filter((line) => !ALLOWED.test(line))
    expect(odd).toEqual([])
  })

  const one = (space: string, key: string) => `${key}_one` in texts.get(space)!
  // "1 of 3 orders" is right, and several are two at least.
  const NUMBERS =
    'count|number|total|done|failed|success|accepted|refused|queued|skipped|parcels|pieces|orders|' +
    'users|days|found|added|removed|changed|missing|cut|departs|roles|grants'
  const COUNTED = new RegExp(
    String.raw`(?<!of )\{\{(${NUMBERS})\}\} (?:[a-z-]+ ){0,2}?([a-z]+[^s\W]s|are|have|were|people)\b`,
  )
  const SEVERAL = /\.several(\.|$)/
  test('that count have a singular', () => {
    const odd = english.filter(
      ({ space, key, text }) =>
        COUNTED.test(text) &&
        !SEVERAL.test(key) &&
        !key.endsWith('_one') &&
        !one(space, key.replace(/_other$/, '')),
    )
    expect(odd.map(named)).toEqual([])
  })

  test('with a singular count by “count”', () => {
    const odd = english.filter(
      ({ space, key, text }) =>
        one(space, key) && text.includes('{{') && !text.includes('{{count}}'),
    )
    expect(odd.map(named)).toEqual([])
  })
})

test('Chinese texts are not the English ones', () => {
  const chineseOf = new Map([...texts.keys()].map((space) => [space, localeTexts('zh_CN', space)]))
  const odd = english.filter(({ space, key, text }) => {
    const chinese = chineseOf.get(space)![key]
    return (
      chinese === text && /^[^\u3400-\u9fff]*[a-z]{4}[^\u3400-\u9fff]*$/.test(withoutPlaces(text))
    )
  })
  expect(odd.map(named)).toEqual([])
})
