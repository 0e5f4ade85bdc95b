// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, press, seen } from '#web/test/acts.ts'
import { good, leave, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { CartonLabels } from './carton-labels.tsx'
import { Readiness } from './readiness.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const carton = (id: string, labelId: string | null) => ({
  id,
  serialNumber: `S-${id}`,
  seq: Number(id),
  boxCode: `FBA1U00000${id}`,
  weightKg: '12.500',
  sides: ['60', '40', null],
  palletNo: 2,
  products: 3,
  labelId,
})
const label = (id: string, parcelId: string | null) => ({
  id,
  parcelId,
  boxCode: null,
  fileName: 'boxes.pdf',
  page: 1,
  place: Number(id),
})
const FOUND = {
  cartons: [carton('1', '11'), carton('2', null)],
  labels: [label('11', '1'), label('12', null)],
}
const ASSIGN = '/erp/fbaOrder/assignLabel'
async function open(rights: string[]): Promise<Sent[]> {
  const sent = answersAt({ '/erp/fbaOrder/cartons': good(FOUND), [ASSIGN]: good(null) })
  await showScreen(<CartonLabels id="9" />, { texts: ['fba'], rights })
  await until(() => seen().includes('FBA1U000001'))
  return sent
}
const lines = () => [...document.querySelectorAll<HTMLElement>('.fba-carton-list li')]
const drag = (type: string, data: Map<string, string>) =>
  Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    dataTransfer: {
      types: [...data.keys()],
      getData: (key: string) => data.get(key) ?? '',
      setData: (key: string, value: string) => data.set(key, value),
    },
  })

describe('the cartons of an order', () => {
  it('show what each holds and its label; a label without a carton is next to them', async () => {
    await open(['ship:delivery:label'])
    expect(lines()[0]?.textContent).toContain('60 × 40 × ? cm')
    expect(lines()[0]?.textContent).toContain('boxes.pdf, page 1, label 11')
    expect(lines()[1]?.textContent).toContain('No label')
    expect(document.querySelectorAll('.fba-open-labels li')).toHaveLength(1)
  })

  it('take a label that is dragged onto them, and give it back', async () => {
    const sent = await open(['ship:delivery:label'])
    const data = new Map<string, string>()
    const free = document.querySelector('.fba-open-labels li')!
    await act(async () => free.dispatchEvent(drag('dragstart', data)))
    await act(async () => lines()[1]?.dispatchEvent(drag('dragover', data)))
    expect(lines()[1]?.dataset.over).toBe('true')
    await act(async () => lines()[1]?.dispatchEvent(drag('drop', data)))
    await until(() => bodiesOf(sent, ASSIGN).length === 1)
    await press('Detach')
    await until(() => bodiesOf(sent, ASSIGN).length === 2)
    expect(bodiesOf(sent, ASSIGN)).toEqual([
      { id: '12', parcelId: '2' },
      { id: '11', parcelId: null },
    ])
  })

  it('can only be read and printed by those who may not change labels', async () => {
    await open([])
    expect(seen()).toContain('Print box labels')
    for (const words of ['Upload box-label PDF', 'Detach', 'Delete'])
      expect(seen()).not.toContain(words)
    expect(document.querySelector('.fba-open-labels li')?.getAttribute('draggable')).toBe('false')
  })
})

describe('whether an order can go on a waybill', () => {
  it.each([
    [{ stage: 'waybill', ready: true, missing: [] }, 'Ready'],
    [
      {
        stage: 'waybill',
        ready: false,
        missing: [
          { what: 'weights', cartons: 4 },
          { what: 'appointment', cartons: 0 },
        ],
      },
      '2 missing Weights of 4 cartons, Appointment',
    ],
    [{ stage: 'underway', ready: false, missing: [{ what: 'pod', cartons: 0 }] }, 'POD missing'],
    [{ stage: 'ended', ready: false, missing: [] }, 'Ended'],
  ])('%j', async (state, words) => {
    answersAt({ '/erp/fbaOrder/readiness': good([{ id: '9', ...state }]) })
    await showScreen(<Readiness id="9" whole />, { texts: ['fba'] })
    await until(() => seen().includes(words))
  })
})
