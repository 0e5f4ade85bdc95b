import { act } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answersAt, bodiesOf, buttonOf, confirmBy, press, seen } from '#web/test/acts.ts'
import type { ScannedParcel } from '#contracts/depot/scans.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import OutScan from './OutScan.screen.tsx'

const batch = (more: object = {}) => ({
  id: '5',
  version: 1,
  no: 'OB0000000005',
  status: '0',
  status_dictText: 'Open',
  depotId: '1',
  depotCode: 'FRA1',
  closedAt: null,
  closedBy: null,
  remark: null,
  channels: [],
  pieces: 24,
  gone: 0,
  weightKg: '31.5',
  bags: [],
  unweighed: { count: 2, weightKg: '3.5' },
  loose: 24,
  rows: [],
  createBy: 'lin',
  createTime: '2026-03-01T00:00:00Z',
  updateBy: null,
  updateTime: null,
  actions: { scan: null, remove: null, close: null },
  ...more,
})
const scanned = (id: string, code: number, message: string) => ({
  id,
  no: `PARCEL-${id}`,
  code,
  message,
  warnings: [],
  createTime: '2026-03-01T00:00:00Z',
  undoneAt: null,
  undoUntil: null,
  trackNo: null,
  parcelId: code === 1010 ? null : id,
})

const parcelOf = (no: string): ScannedParcel => ({
  id: no,
  no,
  trackNo: no,
  serialNumber: no,
  orderNo: no,
  reference: no,
  parcelStatus: 60,
  parcelStatus_dictText: 'Bagged',
  customerName: 'Kraft',
  serviceName: 'Economy',
  channelName: 'DHL',
  depotCode: 'FRA1',
  country: 'DE',
  city: 'Berlin',
  postalCode: '10115',
  seq: 1,
  pieces: 1,
  declaredWeightKg: '1',
  measuredWeightKg: null,
  volumeWeightKg: null,
  chargeableWeightKg: null,
  heldReason: null,
  declaredSizeCm: null,
  measuredSizeCm: null,
  unpaid: null,
})

async function open(shipped: object[] = [batch()]) {
  const sent = answersAt({
    'GET /erp/outBatch/queryById': shipped.map((one) => good(one)),
    'GET /erp/outBatch/recent': good([
      scanned('1', 1003, 'Held: damaged'),
      scanned('2', 200, 'Packed'),
    ]),
    'POST /erp/outBatch/scan': refused(1003, 'Held: damaged'),
    'GET /erp/outBatch/debtors': good([
      {
        parcelId: '9',
        trackNo: 'TRACK-9',
        serialNumber: 'S-9',
        customerName: 'Acme',
        message: '5.00 EUR are missing',
      },
    ]),
    'PUT /erp/outBatch/remove': good({}),
    'PUT /erp/outBatch/close': good(shipped.at(-1)),
  })
  await showScreen(<OutScan />, {
    rights: ['wh:out:scan', 'wh:out:list', 'wh:out:add', 'wh:out:close'],
    texts: ['scans', 'out-batches'],
    at: '/warehouse/out/scan?batchId=5',
  })
  return sent
}
const band = (tone: string) => document.querySelector(`.py-band-${tone}`)?.textContent ?? null

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('the outbound station', () => {
  test('shows a refused parcel red, in the band and in the list; only a packed one is taken out', async () => {
    await open()
    await until(() => seen().includes('Held: damaged'))
    const [held, packed] = [...document.querySelectorAll('.wh-scans li')]
    expect(held?.querySelector('button')).toBeNull()
    expect(packed?.querySelector('button')).not.toBeNull()
    await act(async () => {
      for (const key of [...'PARCEL-1', 'Enter'])
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    })
    await until(() => band('error') !== null)
    expect(band('error')).toContain('Held: damaged')
    // What was done since is not under the refusal before it.
    await press(packed!.querySelector('button')!)
    await until(() => band('error') === null)
  })

  test('shows what was shipped, and offers the manifest and the next batch', async () => {
    const gone = batch({ status: '1', closedAt: '2026-03-01T10:00:00Z', closedBy: 'lin' })
    const sent = await open([batch(), gone])
    await press('Ship 24 parcels')
    await until(() => seen().includes('5.00 EUR are missing'))
    expect(seen()).toContain('2 parcels were never weighed')
    expect(bodiesOf(sent, '/outBatch/close')).toEqual([])
    await confirmBy('Ship 24 parcels')
    await until(() => band('ok') !== null)
    expect(band('ok')).toContain('24 parcels shipped')
    expect(band('ok')).toContain('OB0000000005')
    expect(seen()).not.toContain('is shipped')
    expect(bodiesOf(sent, '/outBatch/close')).toEqual([{ id: '5' }])
    await buttonOf('Manifest')
    await buttonOf('Next batch')
  })
})

test('a batch that is being closed shows how much has left, takes no scan, and who stayed', async () => {
  const closing = { status: '2', gone: 8, actions: { scan: 'outBatch.closing', close: null } }
  const sent = await open([batch(closing)])
  await until(() => seen().includes('Shipping: 8 of 24 parcels have left'))
  expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('33')
  expect(document.querySelector<HTMLInputElement>('.wh-box input')?.disabled).toBe(true)
  expect(seen()).not.toContain('Ship 24 parcels')
  await press('Continue')
  await until(() => bodiesOf(sent, '/outBatch/close').length === 1)

  const debtor = { parcelId: '9', trackNo: 'TRACK-9', serialNumber: 'S-9', customerName: 'Acme' }
  await open([batch({ debtors: [{ ...debtor, message: '7.00 EUR are missing' }] })])
  await until(() => seen().includes('7.00 EUR are missing'))
})

test('without a batch the station offers the open ones, one press chooses', async () => {
  answersAt({
    'GET /erp/outBatch/list': good({
      records: [
        {
          id: '5',
          no: 'OB0000000005',
          depotId_dictText: 'FRA1',
          createTime: '2026-03-01T00:00:00Z',
        },
      ],
      total: 1,
    }),
    'GET /erp/outBatch/queryById': good(batch()),
    'GET /erp/outBatch/recent': good([]),
  })
  await showScreen(<OutScan />, {
    rights: ['wh:out:scan', 'wh:out:list'],
    texts: ['scans', 'out-batches'],
    at: '/warehouse/out/scan',
  })
  const offered = () => document.querySelector<HTMLButtonElement>('.wh-open-batches button')
  await until(() => offered() !== null)
  expect(offered()!.textContent).toMatch(/^OB0000000005FRA12026-03-01/)
  await press(offered()!)
  await until(() => offered() === null)
  expect(document.querySelector('.py-band-idle, [class*=py-band]')?.textContent).not.toContain(
    'Choose a batch first',
  )
})

test('a parcel that went into the batch without a bag is in the batch, not bagged', async () => {
  await open()
  answersAt({
    'GET /erp/outBatch/queryById': good(batch()),
    'GET /erp/outBatch/recent': good([]),
    'POST /erp/outBatch/scan': good({
      scanId: '1',
      parcel: parcelOf('PARCEL-2'),
      warnings: [],
      batch: { id: '5', no: 'OB0000000005', pieces: 25, weightKg: '32', channels: [] },
    }),
  })
  await act(async () => {
    for (const key of [...'PARCEL-2', 'Enter'])
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
  })
  const panel = () => document.querySelector('.wh-panel header')?.textContent ?? ''
  await until(() => panel().includes('PARCEL-2'))
  expect(panel()).toContain('In the batch')
  expect(panel()).not.toContain('Bagged')
})
