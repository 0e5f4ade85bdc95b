import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findOverlaps } from './find-overlaps.ts'
import { matchPartition, partitionRowIssue } from './match-partition.ts'
import type { PartitionRow } from './tariff.ts'

let ids = 0
const row = (
  partitionId: string,
  matchType: PartitionRow['matchType'],
  from: string | null = null,
  more: Partial<PartitionRow> = {},
): PartitionRow => ({
  id: String(++ids),
  partitionId,
  partitionCode: partitionId,
  partitionName: '',
  country: 'DE',
  matchType,
  from,
  to: null,
  priority: 0,
  validFrom: null,
  validTo: null,
  ...more,
})
const zone = (
  rows: PartitionRow[],
  postalCode: string,
  more: { country?: string; city?: string; state?: string; date?: string } = {},
) =>
  matchPartition(
    rows,
    {
      country: more.country ?? 'DE',
      postalCode,
      city: more.city ?? null,
      state: more.state ?? null,
    },
    more.date ?? '2026-01-15',
  )?.row.partitionId ?? null

describe('the zone of an address', () => {
  const rows = [
    row('all', 'ALL'),
    row('state', 'STATE', 'Bayern'),
    row('wide', 'RANGE', '10000', { to: '19999' }),
    row('narrow', 'RANGE', '10100', { to: '10199' }),
    row('prefix', 'PREFIX', '101'),
    row('longer', 'PREFIX', '1011'),
    row('pattern', 'REGEX', '1011[5-9]'),
    row('city', 'CITY', 'Helgoland', { priority: 5 }),
  ]
  it('follows the order of closeness', () => {
    expect(zone(rows, '99999')).toBe('all')
    expect(zone(rows, '80331', { state: 'BAYERN' })).toBe('state')
    expect(zone(rows, '19000', { state: 'Bayern' })).toBe('wide')
    expect(
      zone(
        rows.filter((r) => r.matchType !== 'PREFIX'),
        '10150',
      ),
    ).toBe('narrow')
    expect(zone(rows, '10150')).toBe('prefix')
    expect(zone(rows, '10110')).toBe('longer')
    expect(zone(rows, '1 01-15')).toBe('pattern')
    expect(zone(rows, '10115', { city: ' HELGOLAND ' })).toBe('city')
    expect(zone(rows, '10115', { country: 'FR' })).toBeNull()
    expect(
      matchPartition(rows, { country: 'de', postalCode: '10150' }, '2026-01-15'),
    ).toMatchObject({
      why: {
        code: 'zone.PREFIX',
        params: { zone: 'prefix', country: 'DE', postcode: '10150', from: '101' },
      },
      matched: [
        { partitionId: 'prefix' },
        { partitionId: 'narrow' },
        { partitionId: 'wide' },
        { partitionId: 'all' },
      ],
    })
  })

  it('keeps to the days of a row, both ends included', () => {
    const dated = [
      row('old', 'ALL', null, { validTo: '2026-01-31' }),
      row('new', 'ALL', null, { validFrom: '2026-02-01' }),
    ]
    expect(zone(dated, '1', { date: '2026-01-31' })).toBe('old')
    expect(zone(dated, '1', { date: '2026-02-01' })).toBe('new')
    expect(
      zone(
        [
          row('a', 'ALL', null, { validFrom: '2026-01-01' }),
          row('b', 'ALL', null, { validFrom: '2026-01-10' }),
        ],
        '1',
      ),
    ).toBe('b')
  })

  it('reads ranges as numbers where codes are digits, and British ones by their outward half', () => {
    expect(zone([row('z', 'RANGE', '01000', { to: '02999' })], '1067')).toBe('z')
    expect(zone([row('z', 'RANGE', '1000', { to: '2999' })], '01067')).toBe('z')
    const us = [row('ak', 'RANGE', '99501', { to: '99950', country: 'US' })]
    expect(zone(us, '99501-1234', { country: 'US' })).toBe('ak')
    expect(zone(us, '99951-0001', { country: 'US' })).toBeNull()
    const gb = [row('hl', 'RANGE', 'IV41', { to: 'IV56', country: 'GB' })]
    for (const inside of ['IV41 8AA', 'iv56 8xx', 'IV45', 'IV56X 1AA'])
      expect(zone(gb, inside, { country: 'GB' }), inside).toBe('hl')
    for (const outside of ['IV4 1AA', 'IV40 8AA', 'IV57 1AA', 'IX45 1AA', ''])
      expect(zone(gb, outside, { country: 'GB' }), outside).toBeNull()
    expect(
      zone([row('nl', 'RANGE', '1000', { to: '1099', country: 'NL' })], '1099 ZZ', {
        country: 'NL',
      }),
    ).toBe('nl')
    expect(zone([row('one', 'RANGE', '27498')], '27498')).toBe('one')
  })

  it('never falls into a row that is not filled in or can not be read', () => {
    const empty = (['PREFIX', 'RANGE', 'REGEX', 'CITY', 'STATE'] as const).map((type) =>
      row(type, type, null),
    )
    expect(
      zone([...empty, row('x', 'REGEX', '(a+)+')], '10115', { city: '', state: '' }),
    ).toBeNull()
  })

  it('is the same however the rows are shuffled', () => {
    const any = fc
      .array(
        fc.record({
          partitionId: fc.constantFrom('a', 'b', 'c'),
          matchType: fc.constantFrom<PartitionRow['matchType'][]>(
            'ALL',
            'PREFIX',
            'RANGE',
            'REGEX',
            'CITY',
            'STATE',
          ),
          from: fc.constantFrom('1', '10', '101', '10115', '1.*', 'x'),
          to: fc.constantFrom('19', '20000', '10199', null),
          priority: fc.nat(1),
        }),
        { maxLength: 12 },
      )
      .map((list) =>
        list.map(({ partitionId, matchType, from, ...more }) =>
          row(partitionId, matchType, from, more),
        ),
      )
    fc.assert(
      fc.property(
        any.chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        ([rows, shuffled]) => {
          const at = { country: 'DE', postalCode: '10115', city: 'x', state: 'x' }
          expect(matchPartition(shuffled, at, '2026-01-15')).toEqual(
            matchPartition(rows, at, '2026-01-15'),
          )
        },
      ),
    )
  })
})

describe('rows as typed', () => {
  it.each([
    [row('z', 'ALL', null, { country: 'Germany' }), 'country'],
    [row('z', 'ALL', null, { validFrom: '2026-02-01', validTo: '2026-01-01' }), 'dates'],
    [row('z', 'PREFIX', ' '), 'valueMissing'],
    [row('z', 'RANGE', '20000', { to: '10000' }), 'backwards'],
    [row('z', 'REGEX', '(a+)+'), 'pattern.nestedRepeat'],
    [row('z', 'REGEX', '['), 'pattern.badSyntax'],
  ])('are refused with a reason (%#)', (bad, code) => {
    expect(partitionRowIssue(bad)?.code).toBe(`rate.zone.${code}`)
  })

  it('are taken when they can match', () => {
    for (const good of [
      row('z', 'ALL'),
      row('z', 'RANGE', 'IV41', { to: 'IV56', country: 'GB' }),
      row('z', 'REGEX', '9[0-8]\\d{3}'),
      row('z', 'CITY', 'Berlin'),
    ]) {
      expect(partitionRowIssue(good)).toBeNull()
    }
  })
})

describe('overlaps', () => {
  const kinds = (rows: PartitionRow[]) =>
    findOverlaps(rows).map(({ a, b, kind }) => `${a.partitionId}${b.partitionId} ${kind}`)

  it('are reported by kind, and only between zones and within the same days', () => {
    expect(kinds([row('a', 'ALL'), row('b', 'ALL')])).toEqual(['ab same'])
    expect(kinds([row('a', 'ALL'), row('a', 'ALL')])).toEqual([])
    expect(kinds([row('a', 'ALL'), row('b', 'ALL', null, { country: 'FR' })])).toEqual([])
    expect(
      kinds([
        row('a', 'ALL', null, { validTo: '2026-01-31' }),
        row('b', 'ALL', null, { validFrom: '2026-02-01' }),
      ]),
    ).toEqual([])
    expect(
      kinds([row('a', 'PREFIX', '10'), row('b', 'PREFIX', '1 0'), row('c', 'PREFIX', '101')]),
    ).toEqual(['ab same'])
    expect(kinds([row('a', 'CITY', 'München'), row('b', 'CITY', 'MUNCHEN')])).toEqual(['ab same'])
    expect(
      kinds([
        row('a', 'REGEX', '1.*'),
        row('b', 'REGEX', '2.*'),
        row('c', 'REGEX', '3.*', { priority: 1 }),
      ]),
    ).toEqual(['ab undecided'])
    expect(kinds([row('a', 'REGEX', '1.*'), row('b', 'CITY', 'Bonn')])).toEqual(['ba undecided'])
    const ranges = [
      row('a', 'RANGE', '10000', { to: '19999' }),
      row('b', 'RANGE', '15000', { to: '25000' }),
      row('c', 'RANGE', '11000', { to: '12000' }),
      row('d', 'RANGE', '11000', { to: '12000' }),
    ]
    expect(kinds(ranges).toSorted()).toEqual(['ab partial', 'ac nested', 'ad nested', 'cd same'])
  })

  it('of ranges are exactly those that share a code', () => {
    const range = fc
      .tuple(fc.nat(40), fc.nat(15))
      .map(([from, width]) => ({ from: String(from), to: String(from + width) }))
    fc.assert(
      fc.property(fc.array(range, { maxLength: 8 }), (list) => {
        const rows = list.map(({ from, to }, i) => row(`p${i}`, 'RANGE', from, { to }))
        const shared = rows.flatMap((a, i) =>
          rows
            .slice(i + 1)
            .filter((b) => Number(a.from) <= Number(b.to) && Number(b.from) <= Number(a.to))
            .map((b) => [a.id, b.id].toSorted().join()),
        )
        expect(
          findOverlaps(rows)
            .map(({ a, b }) => [a.id, b.id].toSorted().join())
            .toSorted(),
        ).toEqual(shared.toSorted())
      }),
    )
  })

  it('stop at their limit', () => {
    expect(
      findOverlaps(
        Array.from({ length: 100 }, (_, i) => row(`p${i}`, 'ALL')),
        7,
      ),
    ).toHaveLength(7)
  })
})
