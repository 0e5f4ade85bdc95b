import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnsOf,
  linesOf,
  raiseOf,
  placesOf,
  raisedText,
  rowsOf,
  warningsOf,
} from './price-lines.ts'
import type { T } from '../../../kit/text/i18n.ts'

const zone = (id: string) => ({ id, code: `Z${id}`, name: id, nameEn: null, service: 'ECO' })
const zones = [zone('7'), zone('9')]
const t = ((key: string) => key) as unknown as T

describe('a sheet in the grid', () => {
  it('goes in and comes out as it was, in every mode', () => {
    for (const mode of ['A', 'B', 'C', 'D'] as const) {
      const rows = [
        {
          upTo: '1',
          step: mode === 'B' ? '0.5' : null,
          prices: ['1.10', null],
          seconds: mode === 'A' ? [] : ['0.20', null],
        },
        {
          upTo: null,
          step: null,
          prices: ['3.00', '4.00'],
          seconds: mode === 'A' ? [] : [null, null],
        },
      ]
      expect(rowsOf(linesOf({ rows, zones }), zones, mode)).toEqual(rows)
      expect(columnsOf(zones, mode, t)).toHaveLength({ A: 3, B: 6, C: 5, D: 5 }[mode])
    }
  })

  it('has the server’s places in its cells', () => {
    const issue = (path: string) => ({ path, message: path })
    expect(
      placesOf(['rows.3.prices.1', 'rows.0.seconds.0', 'rows.2.upTo', 'zones.1'].map(issue), zones),
    ).toEqual({
      '3.p:9': 'rows.3.prices.1',
      '0.s:7': 'rows.0.seconds.0',
      '2.upTo': 'rows.2.upTo',
    })
    const code = 'rate.cell.falls'
    expect(
      warningsOf({
        zones,
        issues: [
          { level: 'warning', row: 4, zone: 0, code, message: 'falls' },
          { level: 'missing', row: null, zone: 1, code, message: 'none' },
        ],
      }),
    ).toEqual({ '4.p:7': 'falls' })
  })
})

describe('raising prices', () => {
  it('is exact to the smallest unit, half up, in currencies of any decimals', () => {
    const raise = (text: string, percentBp: number, stepMinor: number, decimals: number) =>
      raisedText(text, { percentBp, stepMinor, decimals })
    expect(raise('9.42', 300, 1, 2)).toBe('9.70')
    expect(raise('9.42', 300, 5, 2)).toBe('9.70')
    expect(raise('9.42', 0, 10, 2)).toBe('9.40')
    expect(raise('500', 300, 10, 0)).toBe('520')
    expect(raise('1.005', 1000, 1, 3)).toBe('1.106')
    expect(raise('0.05', -5000, 1, 2)).toBe('0.03')
    expect(raise('', 300, 1, 2)).toBe('')
    expect(raise('x', 300, 1, 2)).toBe('x')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: -9999, max: 20_000 }),
        fc.constantFrom(1, 5, 10, 50, 100),
        fc.constantFrom(0, 2, 3),
        (minor, bp, step, decimals) => {
          const text = (minor / 10 ** decimals).toFixed(decimals)
          const out = Math.round(Number(raise(text, bp, step, decimals)) * 10 ** decimals)
          expect(out % step).toBe(0)
          expect(Math.abs(out - (minor * (10_000 + bp)) / 10_000)).toBeLessThanOrEqual(
            step / 2 + 1e-3,
          )
        },
      ),
    )
  })

  it('reads percentages as they are typed', () => {
    expect(['3', '-2.5', '3,5 %', '+10', '0', '100.001', '-100', 'x', ''].map(raiseOf)).toEqual([
      300,
      -250,
      350,
      1000,
      0,
      null,
      null,
      null,
      null,
    ])
  })
})
