import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, buttonOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until, untilFound, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import Prices from './Prices.screen.tsx'

const head = (
  id: string,
  versionNo: number,
  percentBp: number | null,
  validFrom: string | null,
) => ({
  id,
  versionNo,
  validFrom,
  validTo: null,
  percentBp,
  remark: null,
  publishedBy: null,
  version: 0,
  state: validFrom === null ? 'draft' : 'active',
  announced: false,
})
const sheetOf = (follows: boolean, percentBp: number | null) => {
  const draft = head('2', 2, follows ? percentBp : null, null)
  return good({
    fee: {
      id: '13',
      code: 'ECO-MINUS',
      name: 'Economy',
      nameEn: null,
      kind: '1',
      currency: 'EUR',
      stepMode: 'A',
      status: '1',
      serviceId: '1',
      service: 'ECO',
      baseFeeId: follows ? '12' : null,
      baseName: follows ? 'ECO-SELL' : null,
      customers: [],
    },
    versions: [draft, head('1', 1, follows ? -500 : null, '2026-01-01T00:00:00Z')],
    current: draft,
    zones: [{ id: '7', code: 'Z1', name: 'Z1', nameEn: null, service: 'ECO' }],
    rows: [{ upTo: '1', step: null, prices: ['3.55'], seconds: [] }],
    issues: [],
    surcharges: 0,
    baseChangesAt: null,
  })
}
const ACTIVATE = '/erp/feeVersion/activate'

async function open(follows: boolean, ...percents: number[]): Promise<Sent[]> {
  const sent = answersAt({
    '/erp/fee/sheet': percents.map((percent) => sheetOf(follows, percent)),
    '/erp/feeVersion/saveSheet': good({ version: 1, issues: [] }),
    '/erp/feeVersion/compare': good({
      currency: 'EUR',
      same: 4,
      cells: [300, 731].map((changeBp) => ({
        zone: 'Z1',
        upTo: String(changeBp),
        step: null,
        part: 'price',
        before: '1.00',
        after: '1.03',
        changeBp,
      })),
    }),
    [ACTIVATE]: good({ ...head('2', 2, -215, '2026-12-01T00:00:00Z'), state: 'scheduled' }),
  })
  await showScreen(<Prices title="Prices" />, {
    at: '/delivery/prices?fee=13',
    texts: ['prices'],
    rights: [
      'dlv:fee:list',
      'dlv:fee:edit',
      'dlv:fee:activate',
      'dlv:fee:import',
      'dlv:fee:export',
      'dlv:fee:price',
    ],
  })
  await buttonOf('Activate…')
  return sent
}
const percentField = () =>
  untilFound(() => document.querySelector<HTMLInputElement>('.price-follows input'))
const isOff = async (name: string) => (await buttonOf(name)).hasAttribute('disabled')

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('a draft of prices', () => {
  it('is neither activated, compared nor exported while changes of it are not saved', async () => {
    await open(true, -500, -215)
    expect(await isOff('Activate…')).toBe(false)
    await type(await percentField(), '-2.15')
    for (const name of ['Activate…', 'Compare…', 'Export to Excel'])
      expect(await isOff(name), name).toBe(true)
    expect((await buttonOf('Activate…')).title).toContain('save first')

    await press('Save')
    await until(() => seen().includes('Economy version 2 saved; it stays a draft'))
    const activate = await buttonOf('Activate…')
    await until(() => !activate.hasAttribute('disabled'))
  })

  it('is activated with its old and its new percentage named', async () => {
    const sent = await open(true, -215)
    await press('Activate…')
    await until(() => seen().includes('-5.00 % → -2.15 %'))
    await press('Activate')
    await until(() => seen().includes('Economy version 2 activated'))
    expect(bodiesOf(sent, ACTIVATE)).toHaveLength(1)
  })

  it('is activated with the count and the range of its changes named', async () => {
    await open(false, 0)
    await press('Activate…')
    await until(() => seen().includes('against version 1: 2; unchanged: 4'))
    expect(seen()).toContain('from +3.00 % to +7.31 %')
  })
})
