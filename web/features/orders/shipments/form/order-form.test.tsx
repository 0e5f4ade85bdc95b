import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answersAt,
  bodiesOf,
  buttonOf,
  choose,
  drawnAnew,
  inputAt,
  leaveField,
  paste,
  press,
  pressKey,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import {
  good,
  leave,
  refused,
  show,
  signInForTest,
  speak,
  until,
  type Sent,
} from '#web/test/page.tsx'
import { queryClient } from '../../../../kit/http/query.ts'
import Host from '../../../../kit/platform/feedback-host.tsx'
import { readDraft, writeDraft } from '../../../../kit/form/draft/form-draft.ts'
import { hasUnsaved } from '../../../../kit/platform/unsaved.ts'
import { setRights } from '../../../../kit/session/session.ts'
import { ORDER_DETAIL } from './order-detail.fixture.ts'
import { pressOwn } from './press-own.fixture.ts'
import { readDefaults, writeDefaults } from './order-defaults.ts'
import OrderFormDrawer from './order-form-drawer.tsx'

const ADD = 'POST /erp/shipment/add'
const EDIT = 'PUT /erp/shipment/edit'
const CHOICES = good({
  services: [
    { value: '3', text: 'S · Standard' },
    { value: '5', text: 'X · Express' },
  ],
  depots: [{ value: '4', text: 'D · Depot' }],
  limit: null,
  valueAdded: {},
})
const saved: string[] = []

async function open(
  props: { id?: string; copyOf?: string; kind?: 'B2C' | 'FBA' },
  routes: Record<string, Answer | Answer[]>,
): Promise<Sent[]> {
  const sent = answersAt({
    '/erp/shipment/choices': CHOICES,
    '/erp/shipment/quote': good({ quote: null, issues: [] }),
    '/erp/shipment/queryById': good(ORDER_DETAIL),
    ...routes,
  })
  await show(
    <QueryClientProvider client={queryClient}>
      <OrderFormDrawer
        kind={props.kind ?? 'B2C'}
        id={props.id ?? null}
        copyOf={props.copyOf ?? null}
        onClose={() => undefined}
        onSaved={(id) => saved.push(id)}
        onNext={null}
      />
      <Host />
    </QueryClientProvider>,
  )
  await until(() => document.getElementById('order_reference') !== null)
  await until(() => document.getElementById('order_parcels_0_weightKg') !== null)
  return sent
}
const field = (path: string) => inputAt(`order_${path.replaceAll('.', '_')}`)
const valueOf = (path: string) => field(path).value

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  queryClient.clear()
  saved.length = 0
  signInForTest()
  setRights({ menu: [], auth: [], allAuth: [] })
  await speak('en_US', 'shipments', 'rating')
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('a new order', () => {
  it('is sent as the contract takes it, lines without entries left out', async () => {
    const sent = await open({}, { [ADD]: good(ORDER_DETAIL) })
    // The only depot there is was proposed; that alone is no change.
    expect(hasUnsaved()).toBe(false)
    await type(field('reference'), 'A-1')
    await type(field('consignee.name'), 'Erika')
    await type(field('parcels.0.weightKg'), '1,2 kg')
    await leaveField(field('parcels.0.weightKg'))
    expect(valueOf('parcels.0.weightKg')).toBe('1.2')
    expect(hasUnsaved()).toBe(true)
    await pressOwn('Save')
    await until(() => saved.length > 0)
    expect(bodiesOf(sent, '/shipment/add')).toEqual([
      expect.objectContaining({
        reference: 'A-1',
        depotId: '4',
        sender: null,
        consignee: expect.objectContaining({ name: 'Erika', city: null }),
        parcels: [expect.objectContaining({ weightKg: '1.2', products: [] })],
      }),
    ])
    expect(hasUnsaved()).toBe(false)
  })

  it('begins with the depot of the last one where there are several', async () => {
    const of = { shipmentResource: 'B2C', serviceId: '3', currency: 'EUR' }
    writeDefaults('1', { ...of, depotId: '5' })
    const depots = ['4', '5'].map((value) => ({ value, text: `D${value}` }))
    const sent = await open(
      {},
      {
        [ADD]: good(ORDER_DETAIL),
        '/erp/shipment/choices': good({
          services: [],
          depots,
          limit: null,
          valueAdded: {},
        }),
      },
    )
    await until(() => seen().includes('D5'))
    await type(field('reference'), 'A-1')
    await pressOwn('Save')
    await until(() => saved.length > 0)
    expect(bodiesOf(sent, '/shipment/add')[0]).toMatchObject({ depotId: '5' })
  })

  it('is offered no service that does not take its kind', async () => {
    const services = [
      { value: '3', text: 'S · Standard' },
      { value: '5', text: 'F · Sea to FBA', kinds: ['FBA'] },
    ]
    const choices = { services, depots: [], limit: null, valueAdded: {} }
    for (const [kind, serviceId] of [
      ['B2C', '3'],
      ['FBA', ''],
    ] as const) {
      sessionStorage.clear()
      queryClient.clear()
      await open({ kind }, { '/erp/shipment/choices': good(choices) })
      // The only one there is is proposed.
      await until(() => seen().includes('S · Standard') === (serviceId !== ''))
      await leave()
    }
  })

  it.each([
    [[{ value: '3', text: 'F · Sea to FBA', kinds: ['FBA'] }], 'Service F · Sea to FBA does not'],
    [[], 'Service S is not in use or not open to this customer'],
  ])(
    'shows a stored service that is none of those offered, with the reason',
    async (services, why) => {
      const choices = { services, depots: [], limit: null, valueAdded: {} }
      await open({ id: '7' }, { '/erp/shipment/choices': good(choices) })
      await until(() => seen().includes(why))
    },
  )

  it('keeps its key until an answer came: pressing again after a lost one does nothing twice', async () => {
    const sent = await open({}, { [ADD]: [{ lost: true }, good(ORDER_DETAIL)] })
    await type(field('reference'), 'A-1')
    await pressOwn('Save')
    await pressOwn('Save')
    await until(() => saved.length > 0)
    const keys = sent
      .filter((one) => one.url.pathname.endsWith('/shipment/add'))
      .map((one) => one.headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBeTruthy()
    expect(keys[0]).toBe(keys[1])
  })

  it('is confirmed after saving where that was asked, and shows when that was refused', async () => {
    const refusal = { id: '7', ok: false, code: 'x', message: 'No money left' }
    setRights({
      menu: [],
      auth: [{ action: 'ship:b2c:confirm', describe: '', type: '1' }],
      allAuth: [],
    })
    const sent = await open(
      {},
      {
        [ADD]: good(ORDER_DETAIL),
        'PUT /erp/shipment/confirm': good({ total: 1, success: 0, failed: 1, rows: [refusal] }),
      },
    )
    await choose(field('serviceId'), 'X · Express')
    expect((await buttonOf('Save and confirm')).className).toContain('ant-btn-primary')
    expect((await buttonOf('Save')).className).not.toContain('ant-btn-primary')
    await pressOwn('Save and confirm')
    await until(() => saved.length > 0)
    expect(bodiesOf(sent, '/shipment/add')[0]).toMatchObject({ serviceId: '5' })
    expect(bodiesOf(sent, '/shipment/confirm')).toEqual([{ ids: ['7'] }])
    await until(() => seen().includes('No money left'))
    // What it was sent by is what the next order begins with.
    expect(readDefaults('1')).toMatchObject({ serviceId: '5', depotId: '4', currency: 'EUR' })
  })

  it('takes a copied piece of a spreadsheet, and three sides in one cell', async () => {
    await open({}, {})
    await paste(field('parcels.0.reference'), 'R1\t1,5\nR2\t2\nR3\t0,5')
    expect(['0', '1', '2'].map((at) => valueOf(`parcels.${at}.weightKg`))).toEqual([
      '1.5',
      '2',
      '0.5',
    ])
    expect(seen()).toContain('4')
    await type(field('parcels.1.lengthCm'), '30×20×10')
    await leaveField(field('parcels.1.lengthCm'))
    expect(['lengthCm', 'widthCm', 'heightCm'].map((side) => valueOf(`parcels.1.${side}`))).toEqual(
      ['30', '20', '10'],
    )
  })

  it('moves a line by the keyboard, and the cursor goes with it', async () => {
    await open({}, {})
    await paste(field('parcels.0.reference'), 'R1\t1\nR2\t2')
    await pressKey(field('parcels.0.weightKg'), 'ArrowDown', { altKey: true })
    expect([valueOf('parcels.0.reference'), valueOf('parcels.1.reference')]).toEqual(['R2', 'R1'])
    await until(() => document.activeElement === field('parcels.1.weightKg'))
  })

  it('adds parcels and goods, and takes them away again', async () => {
    await open({}, {})
    await press('Add parcel')
    await until(() => document.activeElement === field('parcels.1.weightKg'))
    await type(field('parcels.1.weightKg'), '2')
    const removals = document.querySelectorAll('[aria-label="Remove parcel"]')
    await press(removals[0]!)
    expect(valueOf('parcels.0.weightKg')).toBe('2')
    expect(document.getElementById('order_parcels_1_weightKg')).toBeNull()
  })
})

describe('what the server refuses', () => {
  const issues = (...list: [string, string][]) =>
    refused(400, 'Please check', {
      result: { issues: list.map(([path, message]) => ({ path, code: 'x', message })) },
    })

  it('lands on its field, behind lines that were not sent, and goes when that is mended', async () => {
    await open(
      {},
      {
        [ADD]: issues(
          ['parcels.1.products.0.unitPrice', 'is no price'],
          ['consignee.city', 'is unknown'],
        ),
      },
    )
    await paste(field('parcels.0.reference'), 'R1\t1\nR2\t2')
    await press(
      [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Add item')[1]!,
    )
    await type(field('parcels.1.products.1.sku'), 'S9')
    await pressOwn('Save')
    await until(() => seen().includes('is no price'))
    // The first line of goods was empty and not sent: the refusal is about the second.
    expect(field('parcels.1.products.1.unitPrice').getAttribute('aria-invalid')).toBe('true')
    expect(field('parcels.1.products.0.unitPrice').getAttribute('aria-invalid')).toBe('false')
    const marked = [...document.querySelectorAll('.order-form .py-line-cell')].flatMap((cell) => {
      const input = cell.querySelector('.ant-input-status-error, .ant-select-status-error')
      return input ? [input.id] : []
    })
    expect(marked).toEqual(['order_parcels_1_products_1_unitPrice'])
    expect(field('consignee.city').closest('.ant-form-item')?.textContent).toContain('is unknown')
    expect(document.activeElement).toBe(field('parcels.1.products.1.unitPrice'))
    const summary = () => document.querySelector('.py-summary')?.textContent ?? ''
    expect(summary()).toContain('Parcel 2')
    await type(field('parcels.1.products.1.unitPrice'), '9.90')
    expect(summary()).not.toContain('is no price')
    await type(field('consignee.city'), 'Berlin')
    await until(() => !seen().includes('is unknown'))
  })

  it('opens what was closed', async () => {
    await open({ id: '7' }, { [EDIT]: issues(['sender.street', 'is missing']) })
    expect(document.getElementById('order_sender_street')).toBeNull()
    await type(field('reference'), 'A-2')
    await press('Save')
    await until(() => document.activeElement === document.getElementById('order_sender_street'))
    expect(field('sender.street').closest('.ant-form-item')?.textContent).toContain('is missing')
    await type(field('sender.street'), 'Weg')
    expect(valueOf('sender.street')).toBe('Weg')
  })
})

describe('an order that is changed', () => {
  const newer = {
    ...ORDER_DETAIL,
    version: 3,
    updateBy: 'zhao',
    updateTime: '2026-03-01T10:00:00Z',
    remark: 'call first',
    consignee: { ...ORDER_DETAIL.consignee, city: 'Hamburg', phone: '999' },
  }
  it('shows both versions when another user saved first, and keeps of each what was changed', async () => {
    const sent = await open(
      { id: '7' },
      { [EDIT]: [refused(409, 'stale', { error: 'row.stale', result: newer }), good(newer)] },
    )
    await type(field('consignee.city'), 'Bremen')
    await press('Save')
    await until(() => seen().includes('zhao changed this record'))
    const lines = [...document.querySelectorAll('.py-compare tbody tr')].map(
      (line) => line.textContent,
    )
    expect(lines).toEqual([
      'Remarknot changed by youcall first',
      'Consignee · Phonenot changed by you999',
      'Consignee · CityBremenHamburg',
    ])
    await press('Keep my changes')
    await until(() => saved.length > 0)
    expect(bodiesOf(sent, '/shipment/edit')[1]).toMatchObject({
      id: '7',
      version: 3,
      remark: 'call first',
      consignee: { city: 'Bremen', phone: '999' },
    })
  })

  it('gives back what was typed after a reload, over the order as it is now', async () => {
    writeDraft('1:orders:7', { consignee: { city: 'Bremen' } }, 1)
    await open({ id: '7' }, {})
    expect([valueOf('consignee.city'), valueOf('consignee.street')]).toEqual([
      'Bremen',
      'Invalidenstraße',
    ])
    expect(seen()).toContain('We restored your unsaved draft')
    await press('Discard')
    expect(valueOf('consignee.city')).toBe('Berlin')
    expect(readDraft('1:orders:7')).toBeNull()
  })

  it('holds its changes in the browser, and no more than those', async () => {
    await open({ id: '7' }, {})
    await type(field('consignee.city'), 'Bremen')
    await leave()
    expect(readDraft('1:orders:7')?.values).toEqual({ consignee: { city: 'Bremen' } })
  })

  it('is copied without its references', async () => {
    await open({ copyOf: '7' }, {})
    expect([valueOf('reference'), valueOf('parcels.0.reference')]).toEqual(['', ''])
    expect(valueOf('parcels.0.products.0.sku')).toBe('S1')
  })
})

it.each([
  ['B2C', true],
  ['FBA', false],
] as const)('cash on delivery is asked of %s: %s', async (kind, asked) => {
  await open({ kind }, {})
  await press('+ Dangerous goods, cash on delivery, insurance, services')
  const shown = (name: string) => document.getElementById(`order_attributes_${name}`) !== null
  await until(() => shown('insuredAmount'))
  expect([shown('codAmount'), shown('codCurrency')]).toEqual([asked, asked])
})

it('a key typed into one cell draws no other cell again', { timeout: 60_000 }, async () => {
  await open({}, {})
  const rows = Array.from({ length: 60 }, (_, at) => `R${at}\t1`).join('\n')
  await paste(field('parcels.0.reference'), rows)
  const cells = [...document.querySelectorAll<HTMLInputElement>('.py-line-cell > input')]
  expect(cells.length).toBe(60 * 13)
  const one = field('parcels.40.weightKg')
  const drawn = await drawnAnew(cells, () => type(one, '2'))
  expect(drawn.map((cell) => cell.id)).toEqual([one.id])
  const others = [...document.querySelectorAll('.ant-form-item input')]
  expect(await drawnAnew(others, () => type(one, '3'))).toEqual([])
})
