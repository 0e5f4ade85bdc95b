import { beforeAll, describe, expect, test } from 'vitest'
import { podCarriers } from '#contracts/billing/pod-carriers.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { namePatterns, readName } from './file-names.ts'

const read = (lines: string, name: string) => readName(namePatterns(lines).patterns, name)?.numbers

describe('names of files', () => {
  test.each([
    ['{trackNo}.pdf', '00340434161094042557.PDF', ['00340434161094042557']],
    ['{FBA}_{date}.pdf', 'fba15dj9svvd_2026-11-28.pdf', ['FBA15DJ9SVVD']],
    ['POD {BOL} ({text}).pdf', 'POD BOL-4711 (gate 4).pdf', ['BOL-4711']],
    ['{orderNo}', 'B20000000017.jpg', ['B20000000017']],
    ['x.{trackNo}.pdf', 'xy340434161094.pdf', undefined],
    ['{trackNo}.pdf', '340434161094 (copy).pdf', undefined],
  ])('%s reads %s', (pattern, name, numbers) => {
    expect(read(pattern, name)?.map(({ number }) => number)).toEqual(numbers)
  })

  test('a pattern without a number, of an unknown part or too many are none', () => {
    expect(namePatterns('{date}.pdf\n{what}.pdf\n{trackNo\nplain.pdf').wrong).toHaveLength(4)
    expect(namePatterns(Array.from({ length: 11 }, () => '{trackNo}').join('\n')).wrong).toEqual([
      '{trackNo}',
    ])
    expect(namePatterns('{orderNo}'.repeat(30)).wrong).toHaveLength(1)
  })
})

describe('a POD carrier', () => {
  const world = useWorld()
  let finance: Client
  beforeAll(async () => {
    finance = await world().as('finance')
  })
  const add = (more: object) =>
    finance.post('/erp/podCarrier/add', {
      code: 'GEL',
      name: 'GEL',
      kind: 'TRUCK',
      currency: 'EUR',
      ...more,
    })

  test('is refused with what cannot be used, by field', async () => {
    const answer = await add({
      filePatterns: '{when}.pdf',
      numberPattern: '(',
      email: 'a@b.de,c@d.de',
      billable: true,
    })
    const { issues } = answer.result as { issues: { path: string; code: string }[] }
    expect(issues.map(({ path, code }) => `${path}:${code}`).toSorted()).toEqual([
      'email:pod.email',
      'filePatterns:pod.namePattern',
      'numberPattern:pod.numberPattern',
      'price:pod.noPrice',
    ])
  })

  test('reads names by its own patterns, or by those being tried', async () => {
    const made = await add({ filePatterns: '{FBA}_{date}.pdf', price: '2.50', billable: true })
    expect(made.success, made.message).toBe(true)
    const { id } = made.result as { id: string }
    const names = ['FBA15DJ9SVVD_20261128.pdf', 'scan.pdf']
    expect(await finance.call(podCarriers.test, { id, names })).toMatchObject([
      { pattern: '{FBA}_{date}.pdf', numbers: [{ part: 'fba', number: 'FBA15DJ9SVVD' }] },
      { pattern: null, numbers: [] },
    ])
    expect(
      await finance.call(podCarriers.test, {
        filePatterns: '{trackNo}.pdf',
        numberPattern: '[0-9]{12}',
        names: ['340434161094.pdf', '34043416109.pdf'],
      }),
    ).toMatchObject([{ own: true }, { own: false }])
    const api = await finance.post(podCarriers.testApi.path, { id })
    expect(api.error).toBe('pod.noApi')
    const elsewhere = await world().otherTenantUser()
    expect((await elsewhere.post(podCarriers.test.path, { id, names })).status).toBe(404)
    for (const role of ['customer', 'sub'] as const) {
      const client = await world().as(role)
      expect((await client.post(podCarriers.test.path, { id, names })).status).toBe(403)
    }
  })
})
