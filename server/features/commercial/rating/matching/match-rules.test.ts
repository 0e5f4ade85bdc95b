import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AreaRule } from '../tariff.ts'
import { isFor } from './match-rules.ts'
import { RuleIndex } from './rule-index.ts'

interface Case {
  country: string
  match: AreaRule['matchType']
  rule: string
  code: string
  inside: boolean
}
const reported = JSON.parse(
  readFileSync(
    new URL('../../../../../test/fixtures/field-cases/zones.json', import.meta.url),
    'utf8',
  ),
) as Case[]
const british = (rule: string, code: string, inside: boolean, country = 'GB'): Case => ({
  country,
  match: 'PREFIX',
  rule,
  code,
  inside,
})

test.each([
  ...reported,
  british('SE1 ', 'SE10 8XJ', false),
  british('SE1', 'SE1 9SG', true),
  british('W1', 'W1A 1AA', true),
  british('EC1A', 'EC1A 1BB', true),
  british('EC1A', 'EC1M 1BB', false),
  british('B', 'BN1 1AA', false),
  british('B', 'B33 8TH', true),
  british('BN1 1', 'BN1 1AA', true),
  british('BN1 1', 'BN11 1AA', false),
  british('BN1 1', 'BN1 2AA', false),
  british('BN11 1AA', 'BN11 1AA', true),
  british('JE2', 'JE2 3AB', true, 'JE'),
  british('JE2', 'JE23AB', true, 'JE'),
  british('10', '10115', true, 'DE'),
])('$country $match $rule: $code $inside', ({ country, match, rule, code, inside }) => {
  const [from = '', to = ''] = match === 'RANGE' ? rule.split('-') : [rule]
  const row = {
    id: '1',
    country,
    matchType: match,
    from,
    to,
    priority: 0,
    validFrom: null,
    validTo: null,
  } as AreaRule
  const address = { country, postalCode: code, city: null, state: null } as Parameters<
    typeof isFor
  >[1]
  expect(isFor(row, address)).toBe(inside)
  if (inside) expect(new RuleIndex([row]).find(address)).toEqual([row])
})
