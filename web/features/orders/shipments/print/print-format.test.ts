import { expect, test } from 'vitest'
import { formatInput, paperText, wayOf } from './print-format.ts'

const set = (id: string, more: object = {}) => ({
  id,
  name: id,
  paper: 'A4',
  language: 'pdf',
  horizontal: false,
  preview: true,
  widthMm: 100,
  heightMm: 150,
  ...more,
})
const offered = { sets: [set('1'), set('2', { horizontal: true })], mineId: '2' }

test("the workstation's choice goes first, then the user's own set, then a plain label", () => {
  expect(wayOf('set:1', offered)).toMatchObject({ format: 'set:1', set: { id: '1' } })
  expect(wayOf(null, offered)).toMatchObject({ format: 'set:2' })
  expect(wayOf('set:99', offered), 'of another company, or gone').toMatchObject({ format: 'set:2' })
  expect(wayOf('zpl.203', offered)).toEqual({ format: 'zpl.203', set: null })
  expect(wayOf(null, undefined)).toEqual({ format: 'pdf.100x150', set: null })
  expect(wayOf(null, { sets: [set('1')], mineId: null })).toEqual({
    format: 'pdf.100x150',
    set: null,
  })
})

test('is sent to the server in its words', () => {
  expect(formatInput(wayOf('set:1', offered))).toEqual({ format: 'pdf', printSetId: '1' })
  const zebra = { sets: [set('1', { language: 'zpl300' })], mineId: null }
  expect(formatInput(wayOf('set:1', zebra))).toEqual({ format: 'zpl', dpi: 300 })
  expect(formatInput(wayOf('pdf.A6', offered))).toEqual({ format: 'pdf', size: 'A6' })
  expect(formatInput(wayOf('zpl.300', undefined))).toEqual({ format: 'zpl', dpi: 300 })
})

test('paper is named as it lies', () => {
  expect([
    paperText(set('1')),
    paperText(set('2', { horizontal: true })),
    paperText(set('3', { paper: 'own', widthMm: 80, heightMm: 60 })),
  ]).toEqual(['210 × 297 mm', '297 × 210 mm', '80 × 60 mm'])
})
