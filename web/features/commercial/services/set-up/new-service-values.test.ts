import { describe, expect, test } from 'vitest'
import { bodyOf, lacking, pasted, START, stepOf } from './new-service-values.ts'

describe('a new service', () => {
  test('postcodes that begin so become a row each, a zone without them whole countries', () => {
    const body = bodyOf({
      ...START,
      zones: [
        {
          code: 'A',
          name: '',
          countries: ['DE', 'AT'],
          prefixes: '',
          transitMin: '',
          transitMax: '',
        },
        {
          code: 'B',
          name: 'Islands',
          countries: ['DE'],
          prefixes: '25, 26；27498',
          transitMin: '2',
          transitMax: '4',
        },
      ],
      lines: [
        { upTo: '1', prices: ['3,5', ''] },
        { upTo: '', prices: ['9', '9'] },
      ],
    })
    expect(body.zones).toEqual([
      {
        code: 'A',
        name: 'DE, AT',
        transitMin: null,
        transitMax: null,
        rows: [
          { country: 'DE', matchType: 'ALL' },
          { country: 'AT', matchType: 'ALL' },
        ],
      },
      {
        code: 'B',
        name: 'Islands',
        transitMin: '2',
        transitMax: '4',
        rows: ['25', '26', '27498'].map((valueFrom) => ({
          country: 'DE',
          matchType: 'PREFIX',
          valueFrom,
        })),
      },
    ])
    expect(body.prices.rows).toEqual([
      { upTo: '1', step: null, prices: ['3.5', null], seconds: [null, null] },
    ])
    expect(body.limits).toEqual([{ validType: '1', maxValue: '30' }])
  })

  test('what a step lacks is named by the body’s paths, and leads back to its step', () => {
    expect(lacking('basics', START)).toEqual(['service.code', 'service.name', 'service.channelId'])
    expect(lacking('zones', START)).toEqual(['zones.0.countries'])
    expect(lacking('prices', START)).toHaveLength(6)
    expect(
      [
        'service.code',
        'service.volumeSide',
        'service.labelType',
        'limits.0.maxValue',
        'zones.1.rows.0.valueFrom',
        'prices.rows.0.prices.0',
        'numbers.prefix',
      ].map(stepOf),
    ).toEqual(['basics', 'weight', 'label', 'basics', 'zones', 'prices', 'numbers'])
  })

  test('a block of cells is put in from a cell on', () => {
    const lines = [{ upTo: '1', prices: ['', ''] }]
    expect(pasted(lines, 2, { row: 0, column: -1 }, '1\t3.5\t4.5\n2\t5\t6\t7\r\n')).toEqual([
      { upTo: '1', prices: ['3.5', '4.5'] },
      { upTo: '2', prices: ['5', '6'] },
    ])
    expect(pasted(lines, 2, { row: 0, column: 1 }, '8')).toEqual([{ upTo: '1', prices: ['', '8'] }])
  })
})
