import { describe, expect, test } from 'vitest'
import { readScaleLine, sightOf, typedWeight, type ScaleSight } from './scale-line.ts'

const PLAIN = { prefix: null, unit: 'kg' } as const

describe('what a scale types like a scanner', () => {
  test.each([
    ['1.250', PLAIN, '1.250'],
    ['１,250 kg', PLAIN, '1.250'],
    ['1250.5 g', PLAIN, '1.251'],
    ['1250', PLAIN, null],
    ['1250g', PLAIN, null],
    ['9400111899223197428490', PLAIN, null],
    ['1.2.3', PLAIN, null],
    ['10000.5', PLAIN, null],
    ['W001250', { prefix: 'W', unit: 'g' }, '1.25'],
    ['w 12', { prefix: 'W', unit: 'kg' }, '12.0'],
    ['W2.5lb', { prefix: 'W', unit: 'kg' }, '1.134'],
    ['1.250', { prefix: 'W', unit: 'kg' }, null],
    ['WB12345678901', { prefix: 'W', unit: 'g' }, null],
    ['W1234567', { prefix: 'W', unit: 'g' }, null],
    ['.*1.5', { prefix: '.*', unit: 'kg' }, '1.5'],
    ['xx1.5', { prefix: '.*', unit: 'kg' }, null],
    ['', PLAIN, null],
  ] as const)('%s with %o is %s', (text, setting, kg) => {
    expect(typedWeight(text, setting)).toBe(kg)
  })
  test.each([
    ['33', PLAIN, '33.0'],
    ['999', PLAIN, '999.0'],
    ['250', { prefix: null, unit: 'g' }, '0.25'],
    ['1250', PLAIN, null],
    ['0', PLAIN, null],
    ['33', { prefix: 'W', unit: 'g' }, null],
  ] as const)('after a parcel, %s with %o is %s', (text, setting, kg) => {
    expect(typedWeight(text, setting, true)).toBe(kg)
  })
})

describe('a line of a scale on a serial port', () => {
  test.each([
    ['ST,GS,+  1.250kg', '1.250', true],
    ['US,GS,+  1.180kg', '1.180', false],
    ['S S      1.250 kg', '1.250', true],
    ['S D      1.250 kg', '1.250', false],
    ['N   +    0.500 kg', '0.500', null],
    ['ST,NT,-  0.020kg', '0', true],
    ['\u00021250 g\u0003', '1.25', null],
    ['  12.5', '12.5', null],
  ])('%s', (line, kg, isStable) => {
    expect(readScaleLine(line, 'kg')).toEqual({ kg, isStable })
  })
  test.each(['', 'S I', 'ES', '1.2 3.4', 'x'.repeat(100), '12 stone', '0'.repeat(50)])(
    '%s has no weight',
    (line) => expect(readScaleLine(line, 'kg')).toBeNull(),
  )
})

test('a weight that stays on the scale counts once; the same again later is another', () => {
  let sight: ScaleSight | null = null
  const taken: number[] = []
  const read = (kg: string, at: number, isStable = true) => {
    const next = sightOf(sight, { kg, isStable }, at)
    sight = next.sight
    if (next.isFresh) taken.push(at)
  }
  read('1.25', 0)
  for (let at = 200; at < 3000; at += 200) read('1.25', at)
  read('1.19', 3000, false)
  read('1.25', 3200)
  read('0.000', 3400)
  read('2', 3600)
  // A scale that sends by its print key only.
  read('2', 8000)
  expect(taken).toEqual([0, 3200, 3600, 8000])
})

test('of a scale that marks nothing a weight counts once it has been the same for half a second', () => {
  let sight: ScaleSight | null = null
  const taken: string[] = []
  const read = (kg: string, at: number) => {
    const next = sightOf(sight, { kg, isStable: null }, at)
    sight = next.sight
    if (next.isFresh) taken.push(`${kg} at ${at}`)
  }
  // Put on, at rest with the last digit moving, taken off.
  for (const [at, kg] of ['0.4', '0.9', '1.25', '1.251', '1.249', '1.25', '1.25'].entries())
    read(kg, at * 200)
  for (const [at, kg] of ['1.25', '0.8', '0.3', '0'].entries()) read(kg, 1400 + at * 200)
  expect(taken).toEqual(['1.25 at 1000'])
})
