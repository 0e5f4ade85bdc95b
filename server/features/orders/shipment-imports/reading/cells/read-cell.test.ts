import { describe, expect, test } from 'vitest'
import { importField } from '#contracts/orders/imports/import-fields.ts'
import { countryCode } from './country-words.ts'
import { decimalSignOf, readCell, shiftDecimal } from './read-cell.ts'

const number = (text: string, sign: 'point' | 'comma' | null) => {
  const { text: value, fault } = readCell(text, importField('weightKg'), sign)
  return fault ?? value
}

describe('numbers of a file', () => {
  test.each([
    ['0.377', 'point', '0.377'],
    ['1.263', 'point', '1.263'],
    ['1,234.50', 'point', '1234.50'],
    ['1,234,567', 'point', '1234567'],
    ['1,234', 'point', '1234'],
    ['1,5', 'point', '1.5'],
    ['1.234,50', 'point', '1234.50'],
    ['1,234.50', 'comma', '1234.50'],
    ['.5', 'point', '0.5'],
    [',5', 'comma', '0.5'],
    ['0,377', 'comma', '0.377'],
    ['1.234,50', 'comma', '1234.50'],
    ['1 234,5', 'comma', '1234.5'],
    ['1.234.567', 'comma', '1234567'],
    ['12,5', 'comma', '12.5'],
    ['-3,5', 'comma', '-3.5'],
    ['1,234', null, 'cell.twoWays'],
    ['1.234', 'comma', 'cell.twoWays'],
    ['1.234', null, '1.234'],
    ['abc', 'comma', 'abc'],
    ['2026-03-01', 'point', 'cell.date'],
    ['=A1*2', 'point', 'cell.formula'],
  ] as const)('%s with a decimal %s is %s', (text, sign, result) => {
    expect(number(text, sign)).toBe(result)
  })

  test('show how they are written only where one way alone explains them', () => {
    expect(decimalSignOf(['1', '0.5', '1,234'])).toBe('point')
    expect(decimalSignOf(['1', '0,5', '1.234'])).toBe('comma')
    expect(decimalSignOf(['1.234', '2.500'])).toBeNull()
    expect(decimalSignOf(['0.5', '0,5'])).toBeNull()
    expect(decimalSignOf(['1.234,50'])).toBe('comma')
  })

  test('move from grams to kilograms without a digit lost', () => {
    expect(shiftDecimal('377', 3)).toBe('0.377')
    expect(shiftDecimal('1263', 3)).toBe('1.263')
    expect(shiftDecimal('12000', 3)).toBe('12')
    expect(shiftDecimal('0.5', 3)).toBe('0.0005')
    expect(shiftDecimal('350', 1)).toBe('35')
    expect(shiftDecimal('many', 3)).toBe('many')
  })
})

describe('codes of a file', () => {
  const code = (text: string) => {
    const { text: value, fault } = readCell(text, importField('postalCode'), null)
    return fault ?? value
  }
  test('keep their zeros, lose the mark of text, and are refused where a spreadsheet spoiled them', () => {
    expect(code('01067')).toBe('01067')
    expect(code("'01067")).toBe('01067')
    expect(code('4.91777E+11')).toBe('cell.scientific')
    expect(code('4,91777E+11')).toBe('cell.scientific')
    expect(code('123456789012345000')).toBe('cell.scientific')
    expect(code('2026-03-01')).toBe('cell.date')
    expect(code('2026-03-01T00:00:00')).toBe('cell.date')
  })

  test('countries go by two letters, three, or a name in the customers’ languages', () => {
    for (const name of ['de', 'DEU', 'Germany', 'Deutschland', '德国', 'Allemagne', 'Duitsland'])
      expect(countryCode(name), name).toBe('DE')
    expect(countryCode('UK')).toBe('GB')
    expect(countryCode('英国')).toBe('GB')
    expect(countryCode('Atlantis')).toBe('Atlantis')
  })
})
