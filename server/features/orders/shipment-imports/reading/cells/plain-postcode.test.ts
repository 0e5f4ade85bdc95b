import { expect, test } from 'vitest'
import { plainPostcode } from './plain-postcode.ts'

test.each([
  ['NL', 'NL-1012 AB', '1012 AB'],
  ['AT', 'A-1030', '1030'],
  ['CH', 'CH-8001', '8001'],
  ['LU', 'L-1611', '1611'],
  ['LT', 'LT-01103', '01103'],
  ['LV', '1010', 'LV-1010'],
  ['LV', 'LV-1010', 'LV-1010'],
  ['PL', '00549', '00-549'],
  ['PT', '1100053', '1100-053'],
  ['US', '021380001', '02138-0001'],
  ['SE', 'SE-111 43', '111 43'],
  ['FI', 'FIN-00100', '00100'],
  ['GB', 'SW1A 1AA', 'SW1A 1AA'],
  ['DE', 'D-10115', '10115'],
  ['DE', '1067', '1067'],
  ['NL', '1012ab', '1012 AB'],
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', 'sw1a-1aa', 'SW1A 1AA'],
  ['CA', 'v6b1a1', 'V6B 1A1'],
  ['IE', 'D6WXK06', 'D6W XK06'],
  ['SE', 'SE-11143', '111 43'],
  ['DE', '10115 Berlin', '10115 BERLIN'],
])('%s %s is written %s', (country, code, written) =>
  expect(plainPostcode(country, code)).toBe(written),
)
