import { Form, Input } from 'antd'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Callable } from '../http/api.ts'
import Host from '../platform/feedback-host.tsx'
import {
  changedValues,
  mergeChanges,
  readDraft,
  sameValue,
  writeDraft,
} from './draft/form-draft.ts'
import { queryClient } from '../http/query.ts'
import {
  answers,
  good,
  leave,
  refused,
  settle,
  show,
  signInForTest,
  speak,
  until,
  type Made,
  type Sent,
} from '#web/test/page.tsx'
import { hasUnsaved, mayLeave, setUnsavedDialog, type Leaving } from '../platform/unsaved.ts'
import { useAction } from '../http/use-action.ts'
import { useEntry } from './use-entry.tsx'

interface Values {
  name: string
  phone: string
  city: string
}
const edit: Callable<Values & { id: string; version: unknown }, unknown> = {
  method: 'PUT',
  path: '/x/edit',
}
const START: Values = { name: 'Lin', phone: '123', city: 'Berlin' }
const LABELS: Record<string, string> = { name: 'Name', phone: 'Phone', city: 'City' }
let saved: unknown[] = []

/** A form made by hand, as the administration's are. */
function Hand({ start = START, ...row }: { start?: Values; version?: number | undefined }) {
  const version = 'version' in row ? row.version : 3
  const action = useAction(edit, { ownRefusals: true, success: false })
  const entry = useEntry<Values>({
    draft: 'people:7',
    start,
    version,
    save: (values, now) => action.run({ ...values, id: '7', version: now }),
    onSaved: (result) => saved.push(result),
    label: (path) => LABELS[path] ?? null,
    fields: ['name', 'phone', 'city'],
    valuesOf: (row) => ({
      name: String(row.name),
      phone: String(row.phone),
      city: String(row.city),
    }),
  })
  return (
    <Form {...entry.props} id="hand">
      {entry.notes}
      {Object.keys(LABELS).map((key) => (
        <Form.Item key={key} name={key} label={LABELS[key]}>
          <Input />
        </Form.Item>
      ))}
      <button type="button" onClick={() => entry.propose((now) => ({ ...now, city: 'Bonn' }))}>
        Propose
      </button>
      <button type="submit">Save</button>
    </Form>
  )
}
const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`#${name}`) ?? expect.fail(`no field ${name}`)
async function type(name: string, value: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
      field(name),
      value,
    )
    field(name).dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const press = async (name: string) => {
  await act(async () =>
    [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click(),
  )
  await settle(20)
}
const shown = () => document.body.textContent ?? ''
const sentBody = (sent: Sent | undefined) => sent?.body as Record<string, unknown>
async function open(
  props: { start?: Values; version?: number | undefined } = {},
  ...made: Made[]
): Promise<Sent[]> {
  const sent = answers(...made)
  await show(
    <QueryClientProvider client={queryClient}>
      <Hand {...props} />
      <Host />
    </QueryClientProvider>,
  )
  return sent
}
const STALE = refused(409, 'stale', {
  error: 'row.stale',
  result: {
    id: '7',
    version: 4,
    name: 'Lin',
    phone: '999',
    city: 'Hamburg',
    updateBy: 'zhao',
    updateTime: '2026-03-01T10:00:00Z',
  },
})

beforeEach(async () => {
  sessionStorage.clear()
  saved = []
  signInForTest()
  await speak('en_US')
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('a form made by hand', () => {
  it('guards what is not saved, and nothing once it is', async () => {
    await open({}, good({ id: '7' }))
    expect(hasUnsaved()).toBe(false)
    await type('name', 'Lina')
    expect(hasUnsaved()).toBe(true)
    await press('Save')
    expect([saved.length, hasUnsaved(), readDraft('1:people:7')]).toEqual([1, false, null])
  })
  it('puts refusals on their fields, and a summary on top', async () => {
    await open(
      {},
      refused(400, 'Please check', {
        result: {
          issues: [
            { path: 'phone', code: 'x', message: 'is already used' },
            { path: 'other', code: 'y', message: 'is odd' },
          ],
        },
      }),
    )
    await type('name', 'Lina')
    await press('Save')
    expect(document.querySelector('.py-summary')?.textContent).toContain('Phone – is already used')
    expect(document.querySelector('.py-summary')?.textContent).toContain('is odd')
    expect(field('phone').closest('.ant-form-item')?.textContent).toContain('is already used')
  })
  it('what belongs to no field has a heading of its own, and counts as no field', async () => {
    await open({}, refused(400, 'Not enough money'))
    await type('name', 'Lina')
    await press('Save')
    expect(document.querySelector('.py-summary')?.textContent).toBe('Not savedNot enough money')
  })
  it('shows both versions where they differ, and keeps the user’s own changes', async () => {
    const sent = await open({}, STALE, good({ id: '7' }))
    await type('city', 'Bremen')
    await press('Save')
    await until(() => shown().includes('zhao changed this record'))
    const lines = [...document.querySelectorAll('.py-compare tbody tr')].map(
      (line) => line.textContent,
    )
    expect(lines).toEqual(['Phonenot changed by you999', 'CityBremenHamburg'])
    await press('Keep my changes')
    expect(sentBody(sent[1])).toEqual({
      id: '7',
      version: 4,
      name: 'Lin',
      phone: '999',
      city: 'Bremen',
    })
    expect(saved).toHaveLength(1)
  })
  it('saves the two together where no field was changed by both, and names what was added', async () => {
    const sent = await open({}, STALE, good({ id: '7' }))
    await type('name', 'Lina')
    await press('Save')
    await until(() => saved.length === 1)
    expect(document.querySelector('.py-compare')).toBeNull()
    expect(sentBody(sent[1])).toEqual({
      id: '7',
      version: 4,
      name: 'Lina',
      phone: '999',
      city: 'Hamburg',
    })
    await until(() => shown().includes('zhao changed Phone, City meanwhile'))
  })
  it('takes theirs whole on demand', async () => {
    const sent = await open({}, STALE, good({ id: '7' }))
    await type('city', 'Bremen')
    await press('Save')
    await press('Use their version')
    expect([field('phone').value, field('city').value, hasUnsaved()]).toEqual([
      '999',
      'Hamburg',
      false,
    ])
    await type('name', 'Lina')
    await press('Save')
    expect(sentBody(sent[1])).toEqual({
      id: '7',
      version: 4,
      name: 'Lina',
      phone: '999',
      city: 'Hamburg',
    })
  })
})

describe('leaving a form', () => {
  it('keeps the draft, or discards it, as the user chooses', async () => {
    const asked = vi.fn(async (): Promise<Leaving> => true)
    setUnsavedDialog(asked)
    await open()
    await type('name', 'Lina')
    expect(await mayLeave()).toBe(true)
    expect(asked).toHaveBeenCalledWith(true)
    await leave()
    expect(readDraft('1:people:7')).toMatchObject({ values: { name: 'Lina' } })
    asked.mockResolvedValue('discard')
    await open()
    await type('name', 'Lino')
    expect(await mayLeave()).toBe(true)
    await leave()
    expect(readDraft('1:people:7')).toBeNull()
  })
})

describe('a draft', () => {
  it('holds what was typed and comes back after a reload, an ended session too', async () => {
    await open({}, { status: 401, body: { success: false, message: '', code: 401 } })
    await type('name', 'Lina')
    await press('Save')
    expect(readDraft('1:people:7')).toMatchObject({ values: { name: 'Lina' }, version: 3 })
    await leave()
    await open()
    expect(field('name').value).toBe('Lina')
    expect(shown()).toContain('We restored your unsaved draft')
    await press('Discard')
    expect([field('name').value, readDraft('1:people:7'), hasUnsaved()]).toEqual([
      'Lin',
      null,
      false,
    ])
  })
  it('of a new row has what was proposed, with the change made to it', async () => {
    await open({ version: undefined })
    await press('Propose')
    await type('phone', '9')
    await leave()
    expect(readDraft('1:people:7')?.values).toEqual({ phone: '9', city: 'Bonn' })
  })
  it('over a row that was saved meanwhile puts back the user’s own changes only', async () => {
    writeDraft('1:people:7', { city: 'Bremen' }, 3)
    await open({ start: { ...START, phone: '999' }, version: 4 })
    expect([field('phone').value, field('city').value]).toEqual(['999', 'Bremen'])
    expect(shown()).toContain('Another user has saved this record since')
  })
})

describe('two values', () => {
  it.each([
    [null, '', true],
    ['1.50', '1.5', true],
    ['2.0', '2', true],
    [2, '2', true],
    ['20', '2', false],
    [[], null, true],
    [['a'], ['a'], true],
    [['a'], ['b'], false],
    [false, null, false],
    ['01067', '1067', false],
  ])('%s and %s', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same)
  })
  it('of one form are merged by what each side changed', () => {
    const base = { ref: 'a', to: { city: 'X', phone: '1' }, parcels: [1] }
    expect(
      mergeChanges(
        base,
        { ...base, to: { city: 'Y', phone: '1' } },
        { ref: 'b', to: { city: 'X', phone: '2' }, parcels: [1, 2] },
      ),
    ).toEqual({ ref: 'b', to: { city: 'Y', phone: '2' }, parcels: [1, 2] })
    expect(mergeChanges(base, { ...base, parcels: [9] }, { ...base, parcels: [1, 2] })).toEqual({
      ...base,
      parcels: [9],
    })
    expect(mergeChanges({ to: null }, { to: { city: 'Y' } }, { to: null })).toEqual({
      to: { city: 'Y' },
    })
  })
  it('give the difference', () =>
    expect(changedValues({ a: '1', b: '2', c: null }, { a: '1', b: '3' })).toEqual({ b: '2' }))
})
