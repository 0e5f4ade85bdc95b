// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, inputOf, noteOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import type { DeliveryAction, FbaRow } from './delivery-actions.ts'
import DeliveryDialog from './delivery-dialog.tsx'
import { timeIn } from './warehouse-time.ts'

const onDone = vi.fn()
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  onDone.mockReset()
})

const WAREHOUSES = {
  records: [{ id: '1', code: 'ONT8', timeZone: 'America/Los_Angeles' }],
  total: 1,
}
const order = (id: string, more: object = {}) =>
  ({ id, version: 3, warehouseCode: 'ONT8', bolNo: null, proNos: null, ...more }) as FbaRow
const DONE = { done: 1, failed: 0, rows: [{ id: '1', ok: true }] }

async function open(action: DeliveryAction, rows: FbaRow[], answer = good(DONE)): Promise<Sent[]> {
  const sent = answersAt({
    '/erp/fbaWarehouse/list': good(WAREHOUSES),
    [PATHS[action] ?? '']: answer,
  })
  await showScreen(
    <DeliveryDialog action={action} rows={rows} onClose={() => undefined} onDone={onDone} />,
    { texts: ['fba', 'fba-orders'] },
  )
  await until(() => seen().includes('Apply'))
  return sent
}
const PATHS: Partial<Record<DeliveryAction, string>> = {
  editTransport: '/erp/fbaOrder/editTransport',
  refuse: '/erp/fbaOrder/refuse',
}

describe('an action on deliveries', () => {
  it('sends what was asked with the versions of the rows, and what was emptied as empty', async () => {
    const sent = await open('editTransport', [order('1', { bolNo: 'B-7', proNos: 'P1' })])
    expect(seen()).toContain('For 1 order')
    const bol = await inputOf('BOL number')
    expect(bol.value).toBe('B-7')
    await type(bol, '')
    await press('Apply')
    await until(() => onDone.mock.calls.length === 1)
    expect(onDone).toHaveBeenCalledWith(DONE)
    expect(bodiesOf(sent, PATHS.editTransport!)[0]).toMatchObject({
      ids: ['1'],
      versions: { '1': 3 },
      bolNo: '',
      proNos: 'P1',
    })
  })

  it('on several rows begins empty, and sends nothing that was not entered', async () => {
    const sent = await open('editTransport', [order('1', { bolNo: 'B-7' }), order('2')])
    expect(seen()).toContain('For 2 orders')
    expect((await inputOf('BOL number')).value).toBe('')
    await type(await inputOf('Batch number'), 'N-1')
    await press('Apply')
    await until(() => onDone.mock.calls.length === 1)
    const [body] = bodiesOf(sent, PATHS.editTransport!)
    expect(body).toMatchObject({ ids: ['1', '2'], batchNo: 'N-1' })
    expect(body).not.toHaveProperty('bolNo')
  })

  it('asks for its reason, and shows a refusal at its field', async () => {
    const sent = await open(
      'refuse',
      [order('1')],
      refused(400, 'Please check', {
        result: { issues: [{ path: 'reason', code: 'x', message: 'is too short' }] },
      }),
    )
    await press('Apply')
    expect(await noteOf('Reason')).not.toBe('')
    expect(bodiesOf(sent, PATHS.refuse!)).toEqual([])
    await type(await inputOf('Reason'), 'no')
    await press('Apply')
    await until(() => seen().includes('is too short'))
    expect(onDone).not.toHaveBeenCalled()
  })
})

describe('the clock of a warehouse', () => {
  it('shows a moment in its own zone, in summer and winter, and nothing for a zone it lacks', () => {
    expect(timeIn('America/Los_Angeles', '2026-07-01T20:30:00.000Z')).toBe('2026-07-01 13:30')
    expect(timeIn('America/Los_Angeles', '2026-12-01T20:30:00.000Z')).toBe('2026-12-01 12:30')
    expect(timeIn('Nowhere/Town', '2026-12-01T20:30:00.000Z')).toBe('')
  })
})
