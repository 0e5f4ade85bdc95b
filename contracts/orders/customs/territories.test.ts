import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { crossesCustoms } from './territories.ts'

interface Case {
  from: string
  fromCode?: string
  to: string
  code: string
  needed: boolean
}
const reported = JSON.parse(
  readFileSync(
    new URL('../../../test/fixtures/field-cases/customs-territories.json', import.meta.url),
    'utf8',
  ),
) as Case[]

const EU = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)
const more = (text: string): Case[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', fromCode = '', to = '', code = '', needed] = line.trim().split('|')
      return { from, fromCode, to, code, needed: needed === 'yes' }
    })

test.each([
  ...reported,
  ...more(`
    DE||ES|38001|yes
    DE||ES|52001|yes
    ES|28001|ES|35002|yes
    ES|35002|ES|38001|no
    DE||DE|78266|yes
    CH|8001|DE|78266|no
    DE||IT|22061|yes
    DE||IT|23042|no
    DE||GR|63086|yes
    DE||EL|105 57|no
    DE||FR|97100|yes
    DE||FR|97400|yes
    FR|75001|FR|97200|yes
    FR|97110|GP|97122|no
    DE||FR|75001|no
    DE||FR|98000|no
    DE||AX|22100|yes
    FI|00100|FI|22100|yes
    DE||PT|9000-001|no
    GB|SW1A 1AA|GB|BT1 1AA|no
    GB|SW1A 1AA|DE|10115|yes
    DE||XI|BT9 5AB|no
    GB|SW1A 1AA|IM|IM1 1AA|no
    GB|SW1A 1AA|JE|JE2 3AB|yes
    GB|SW1A 1AA|GB|GY1 1AA|yes
    CH|8001|LI|9490|no
    DK|2100|DK|3900|yes
    NO|0150|NO|9170|yes
    DE||DE|D-27498|yes
    US|10001|PR|00901|no
    DE||SM|47890|yes`),
])('from $from $fromCode to $to $code', ({ from, fromCode = null, to, code, needed }) => {
  expect(
    crossesCustoms(
      { country: from, postalCode: fromCode },
      { country: to, postalCode: code },
      (country) => EU.has(country),
    ),
  ).toBe(needed)
})
