import { afterEach, describe, expect, it, vi } from 'vitest'
import { act } from 'react'
import { answersAt, bodiesOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { ImportMappingForm } from './import-mapping.tsx'
import { draftOf, missingIn } from './mapping-draft.ts'
import { ImportMend } from './import-mend.tsx'
import type { ImportDetail } from './use-import.ts'

const mapped = vi.fn()
const reread = vi.fn()
const checked = vi.fn()
const unchecked = vi.fn<(dirty: boolean) => void>()
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

const layout = {
  reading: { sheets: [], sheet: null, charset: 'windows-1252', separator: ';', cells: ['Dvoøák'] },
  headings: ['No', 'To', 'Town', 'Colour'],
  samples: [['A-1', 'Erika', 'Berlin', 'red']],
  mapping: {
    decimal: 'auto',
    fields: [
      { field: 'reference', columns: [0], unit: null, fill: null },
      { field: 'consigneeName', columns: [1], unit: null, fill: null },
      { field: 'city', columns: [2], unit: null, fill: null },
      { field: 'street', columns: [2], unit: null, fill: null },
      { field: 'country', columns: [], unit: null, fill: 'DE' },
      { field: 'weightKg', columns: [], unit: null, fill: '0.5' },
      { field: 'service', columns: [], unit: null, fill: 'ECO-PARCEL' },
    ],
  },
  saved: [
    {
      id: '1',
      name: 'Shop',
      customerId: '3',
      customerId_dictText: 'C',
      shared: false,
      headings: ['No'],
      version: 1,
      createBy: 'me',
      createTime: '2026-01-01T00:00:00Z',
      mapping: {
        decimal: 'comma',
        fields: [{ field: 'depot', columns: [], unit: null, fill: 'FRA1' }],
      },
    },
  ],
  choices: {
    service: [{ value: 'ECO-PARCEL', text: 'ECO-PARCEL Economy parcel' }],
    depot: [{ value: 'FRA1', text: 'FRA1 Frankfurt' }],
  },
  mayShare: true,
}

describe('the columns of a file', () => {
  it('name what is missing and unused, show samples, and are sent with their name', async () => {
    const sent = answersAt({
      '/erp/shipmentImport/layout': good(layout),
      '/erp/shipmentImport/map': good(null),
    })
    await showScreen(
      <ImportMappingForm
        id="7"
        fileName="shop.csv"
        kind="B2C"
        onMapped={mapped}
        onReread={reread}
      />,
      {
        texts: ['shipment-imports'],
      },
    )
    await untilFound(() => document.querySelector('.import-map-row'))
    expect(seen()).toContain('Still missing: Depot')
    expect(seen()).toContain('Columns not used: Colour')
    expect(seen()).toContain('Berlin')
    const depot = await untilFound(() =>
      document.querySelector<HTMLInputElement>('[aria-label^="Depot: Fixed value"]'),
    )
    expect(depot).toBeTruthy()
    layout.mapping.fields.push({ field: 'depot', columns: [], unit: null, fill: 'FRA1' } as never)
    await leave()
    await showScreen(
      <ImportMappingForm
        id="8"
        fileName="shop.csv"
        kind="B2C"
        onMapped={mapped}
        onReread={reread}
      />,
      {
        texts: ['shipment-imports'],
      },
    )
    await untilFound(() => document.querySelector('.import-map-row'))
    expect(seen()).not.toContain('Still missing')
    expect(seen()).toContain('FRA1 Frankfurt')
    await press('Check with these columns')
    await until(() => mapped.mock.calls.length > 0)
    expect(bodiesOf(sent, '/erp/shipmentImport/map')).toMatchObject([
      { id: '8', mapping: { decimal: 'auto' }, save: { name: 'Shop', shared: false } },
    ])
  })
})

describe('the columns of a kind', () => {
  const draftWith = (...fields: readonly ImportColumn[]) =>
    draftOf({
      decimal: 'auto',
      fields: fields.map((field, at) => ({ field, columns: [at], unit: null, fill: null })),
    })
  const HEAD = ['reference', 'service', 'depot'] as const
  const PLACE = ['consigneeName', 'country', 'city', 'street'] as const
  it('ask no weight of what is kept in stock, and no address where a warehouse is named', () => {
    expect(missingIn(draftWith(...HEAD, ...PLACE), 'WMS')).toEqual(['sku', 'quantity'])
    expect(missingIn(draftWith(...HEAD, ...PLACE, 'nameEn'), 'B2C')).toEqual([
      'weightKg',
      'quantity',
      'unitWeightKg',
      'unitPrice',
      'currency',
    ])
    expect(missingIn(draftWith(...HEAD, ...PLACE), 'B2C')).toEqual(['weightKg'])
    expect(missingIn(draftWith(...HEAD, 'weightKg', 'warehouseCode'), 'FBA')).toEqual(['fbaCode'])
    expect(missingIn(draftWith(...HEAD, 'weightKg', 'addressText'), 'B2C')).toEqual([])
    expect(missingIn(draftWith(...HEAD, 'weightKg'), 'B2B')).toEqual([
      'consigneeName',
      'consigneeCompany',
      ...PLACE.slice(1),
    ])
  })
})

describe('refused rows', () => {
  it('show the reason at the cell; what is changed there is sent, and nothing else', async () => {
    const row = (no: number, city: string, message: string | null) => ({
      row: no,
      order: no,
      values: { reference: `A-${no}`, ...(city ? { city } : {}) },
      mended: [],
      ready: false,
      errors: message
        ? [
            {
              row: no,
              reference: `A-${no}`,
              column: 'city',
              value: null,
              code: 'x',
              message,
              warning: false,
            },
          ]
        : [],
      warnings: [],
      proposed: {},
    })
    const page = {
      records: [row(2, '', 'Enter the city.'), row(3, 'Köln', null)],
      total: 2,
      size: 500,
      current: 1,
      pages: 1,
      capped: false,
    }
    const sent = answersAt({
      '/erp/shipmentImport/rows': good(page),
      '/erp/shipmentImport/mend': good({ rows: [] }),
    })
    await showScreen(
      <ImportMend
        state={{ id: '7' } as ImportDetail}
        onDirty={unchecked}
        onChecked={checked}
        onStarted={checked}
      />,
      {
        texts: ['shipment-imports', 'row-grid'],
      },
    )
    const field = await untilFound(() => document.querySelector<HTMLInputElement>('#import-mend'))
    expect(document.querySelector('[title="Enter the city."], [data-issue]') ?? seen()).toBeTruthy()
    const key = (name: string) =>
      act(async () => {
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
        )
      })
    await act(async () => field.focus())
    for (let right = 0; right < 3; right++) await key('ArrowRight')
    await act(async () => {
      Reflect.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        field,
        'Bonn',
      )
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await key('Enter')
    // The import waits for the check of what is on the screen.
    await until(() => unchecked.mock.lastCall?.[0] === true)
    await press('Check changes (1)')
    await until(() => checked.mock.calls.length > 0)
    expect(bodiesOf(sent, '/erp/shipmentImport/mend')).toEqual([
      { id: '7', rows: [{ row: 2, cells: { city: 'Bonn' } }] },
    ])
  })
  it('count errors, and apart what is to be checked, next to the state of an address', async () => {
    const values = { reference: 'A-2', state: 'Bayern' }
    const refused = { reference: 'A-2', value: null, code: 'x', message: 'No', warning: false }
    const errors = ['city', 'street'].map((column) => ({ ...refused, row: 2, column }))
    const warnings = ['postalCode', 'house', 'city'].map((column) => ({
      ...refused,
      row: 2,
      column,
      warning: true,
    }))
    answersAt({
      '/erp/shipmentImport/rows': good({
        records: [
          {
            row: 2,
            order: 2,
            values,
            mended: [],
            ready: false,
            errors,
            warnings,
            proposed: {},
          },
        ],
        total: 1,
        size: 500,
        current: 1,
        pages: 1,
        capped: false,
      }),
    })
    await showScreen(
      <ImportMend state={{ id: '8' } as ImportDetail} onChecked={checked} onStarted={checked} />,
      { texts: ['shipment-imports', 'row-grid'] },
    )
    await until(() => seen().includes('Bayern'))
    expect(seen().match(/Bayern/g)).toHaveLength(1)
    // What is only worth a look is counted apart; a cell that is wrong is not counted twice.
    expect(seen()).toContain('2 cells to correct')
    expect(seen()).toContain('2 cells to check')
  })
  it('take what postal codes propose when asked to, else stay as entered', async () => {
    const row = (no: number, city: string, proposed: object) => ({
      row: no,
      order: no,
      values: { reference: `A-${no}`, city },
      mended: [],
      ready: true,
      errors: [],
      warnings: [],
      proposed,
    })
    const sent = answersAt({
      '/erp/shipmentImport/rows': good({
        records: [row(2, 'Hamburg', { city: 'Berlin', state: 'Berlin' }), row(3, 'Köln', {})],
        total: 2,
        size: 500,
        current: 1,
        pages: 1,
        capped: false,
      }),
      '/erp/shipmentImport/mend': good({ rows: [] }),
    })
    await showScreen(
      <ImportMend state={{ id: '9' } as ImportDetail} onChecked={checked} onStarted={checked} />,
      { texts: ['shipment-imports', 'row-grid'] },
    )
    await until(() => seen().includes('Row 2 City: Hamburg → Berlin'))
    expect(seen()).toContain('Otherwise they stay as entered.')
    await press('Take 2 proposals of the postal codes')
    await press('Check changes (1)')
    await until(() => checked.mock.calls.length > 0)
    expect(bodiesOf(sent, '/erp/shipmentImport/mend')).toEqual([
      { id: '9', rows: [{ row: 2, cells: { city: 'Berlin', state: 'Berlin' } }] },
    ])
  })
})
