import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { crud, type Crud } from '#contracts/kit/crud.ts'
import { entity } from '#contracts/kit/entity.ts'
import { bool, text, weight } from '#contracts/kit/field.ts'
import Host from '../platform/feedback-host.tsx'
import { queryClient } from '../http/query.ts'
import type { ResourceScreenProps } from './resource-screen-props.ts'
import { ResourceScreen } from './resource-screen.tsx'
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
  untilFound,
} from '#web/test/page.tsx'
import { setRights } from '../session/session.ts'

const boxes = crud(
  entity({
    name: 'boxes',
    table: 'box',
    scope: 'tenant',
    label: 'name',
    fields: {
      name: text({ required: true, max: 20, filter: 'like', sort: true }),
      kg: weight({ min: 0 }),
      cold: bool(),
      secret: text({ perm: 'erp:box:secret', filter: 'eq' }),
    },
  }),
  {
    path: '/erp/box',
    perm: 'erp:box',
  },
)
const row = (id: string, more: object = {}) => ({
  id,
  version: 1,
  createBy: 'lin',
  createTime: '2026-03-01T00:00:00Z',
  updateBy: null,
  updateTime: null,
  name: `Box ${id}`,
  kg: '1.5',
  cold: true,
  secret: 's',
  ...more,
})
const page = (...rows: object[]) =>
  good({ records: rows, total: rows.length, size: 20, current: 1, pages: 1, capped: false })
const Address = () => {
  const { search } = useLocation()
  return <i data-search={search} />
}
const where = () => document.querySelector('i[data-search]')?.getAttribute('data-search') ?? ''

/** One answer per path; the rest is the list. */
async function open(
  search: string,
  made: Record<string, Made | ((sent: Sent) => Made)> = {},
  rights = ['list', 'add', 'edit', 'delete', 'import', 'export'],
  of: Crud = boxes,
  more: Partial<ResourceScreenProps<Crud>> = {},
) {
  setRights({
    menu: [],
    auth: rights.map((verb) => ({ action: `erp:box:${verb}`, type: '1' })),
    allAuth: [],
  })
  const sent = answers((one) => {
    if (one.url.pathname.startsWith('/boot/sys/'))
      return good(one.url.pathname.endsWith('/all') ? {} : [])
    const answer =
      made[one.url.pathname.replace('/boot/erp/box/', '')] ??
      page(row('1'), row('2', { kg: null, cold: false }))
    return typeof answer === 'function' ? answer(one) : answer
  })
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/boxes${search}`]}>
        <ResourceScreen of={of} title="Boxes" {...more} />
        <Address />
        <Host />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}
const shown = () => document.body.textContent ?? ''
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')]
    .filter((found) => (found.getAttribute('aria-label') ?? found.textContent) === name)
    .at(-1)
const press = async (name: string) => {
  const found = await untilFound(() => button(name))
  await act(async () => found.click())
  await settle()
}
const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`.py-form #boxes_${name}`) ??
  expect.fail(`no field ${name}`)
async function type(name: string, value: string) {
  const input = field(name)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

beforeEach(async () => {
  await speak('en_US')
  signInForTest()
  queryClient.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('the list', () => {
  it('offers no form with nothing to fill in', async () => {
    const made = { ...boxes.fields, name: text({ readOnly: true }) }
    const { name, secret } = { ...made, secret: text({ readOnly: true }) }
    await open('', {}, undefined, { ...boxes, fields: { name, secret } })
    await until(() => document.querySelectorAll('tr[data-row-key]').length === 2)
    expect(button('New')).toBeUndefined()
  })

  it('shows rows with the words of their fields and offers what one may do', async () => {
    await open('')
    await until(() => document.querySelectorAll('tr[data-row-key]').length === 2)
    expect([...document.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
      '',
      'Name',
      'kg (kg)',
      'cold',
      'Created',
      'Actions',
    ])
    expect(document.querySelector('tr[data-row-key="1"]')?.textContent).toContain('Box 1')
    expect(['New', 'Import', 'Export', 'Edit', 'Delete'].every((name) => button(name))).toBe(true)
  })
  it('has the column of a field under a permission for those who hold it', async () => {
    await open('', {}, ['list', 'secret'])
    await until(() => document.querySelectorAll('tr[data-row-key]').length === 2)
    const heads = [...document.querySelectorAll('thead th')].map((head) => head.textContent)
    expect(heads).toContain('secret')
  })
  it('has no filter of a field whose column the user does not see', async () => {
    const asked = async (rights: string[]) => {
      const sent = await open('?secret=x', {}, rights)
      await until(() => document.querySelectorAll('tr[data-row-key]').length === 2)
      return sent.some(({ url }) => url.searchParams.get('secret') === 'x')
    }
    expect(await asked(['list'])).toBe(false)
    await leave()
    expect(await asked(['list', 'secret'])).toBe(true)
  })
  it('offers nothing one may not do', async () => {
    await open('', {}, ['list'])
    await until(() => document.querySelectorAll('tr[data-row-key]').length === 2)
    expect(['New', 'Import', 'Export', 'Edit', 'Delete'].some((name) => button(name))).toBe(false)
    expect(document.querySelector('input[type=checkbox]')).toBeNull()
  })
  it('shows why a row is closed for editing and deleting, and leaves the others open', async () => {
    const when = { field: 'cold', oneOf: [true], otherwise: 'box.warm' } as const
    await open('', {}, undefined, { ...boxes, when: { edit: when, delete: when } })
    await until(() => document.querySelectorAll('tr[data-row-key]').length === 2)
    const buttons = (id: string) => [
      ...document.querySelectorAll<HTMLButtonElement>(
        `tr[data-row-key="${id}"] .py-actions button`,
      ),
    ]
    expect(buttons('1').map(({ disabled }) => disabled)).toEqual([false, false])
    expect(buttons('2').map(({ disabled }) => disabled)).toEqual([true, true])
    expect(buttons('2')[0]?.parentElement?.title).toContain('blocked.box.warm')
  })
  it('an opened row has the actions of its line by their words, an own detail where it wishes so', async () => {
    const ran: string[] = []
    const rowActions = ({ id }: { id: string }) => [
      { key: 'chill', label: 'Chill', onClick: () => void ran.push(id) },
      { key: 'melt', label: 'Melt', blocked: 'too warm', onClick: () => undefined },
    ]
    const acts = () =>
      [...document.querySelectorAll<HTMLButtonElement>('.py-acts button')].map(
        ({ textContent, disabled, title }) => [textContent, disabled, title],
      )
    const one = { queryById: good(row('1')) }
    await open('?_row=1', one, [], boxes, { rowActions })
    await until(() => acts().length > 0)
    expect(acts()).toEqual([
      ['Chill', false, ''],
      ['Melt', true, 'too warm'],
    ])
    await press('Chill')
    expect(ran).toEqual(['1'])
    for (const [more, count] of [
      [{}, 0],
      [{ detailActs: true }, 2],
    ] as const) {
      await leave()
      queryClient.clear()
      const detail = () => <p>by hand</p>
      await open('?_row=1', one, [], boxes, { rowActions, detail, ...more })
      await until(() => shown().includes('by hand'))
      expect(acts()).toHaveLength(count)
    }
  })
  it('distinguishes nothing yet, no match and no permission', async () => {
    await open('', { list: page() })
    await until(() => shown().includes('No ') && shown().includes(' yet'))
    // Shown once: nothing is added where the list has no advice of its own.
    expect(document.querySelector('.py-empty-hint')).toBeNull()
    await leave()
    queryClient.clear()
    await open('?name=zz', { list: page() })
    await until(() => shown().includes('No results'))
    await leave()
    queryClient.clear()
    await open('', { list: { status: 403, body: { success: false, message: '', code: 403 } } })
    await until(() => shown().includes('No permission to view this'))
  })
})

describe('the form', () => {
  it('refuses what the contract refuses before anything is sent, and hides what one may not write', async () => {
    const sent = await open('?_new=1')
    await until(() => document.querySelector('.py-form') !== null)
    expect(document.querySelector('#boxes_secret')).toBeNull()
    await type('kg', '1.2345')
    await press('Save')
    await until(() => shown().includes('Please correct 2 fields'))
    expect(shown()).toContain('at most 3 decimals')
    expect(sent.some((one) => one.method === 'POST')).toBe(false)
  })
  it('puts a refusal of the server on its field, keeps the entries, and repeats its key until an answer', async () => {
    let turn = 0
    const sent = await open('?_new=1', {
      add: () =>
        turn++ === 0
          ? { lost: true }
          : turn === 2
            ? refused(400, 'Check the entries', {
                result: {
                  issues: [{ path: 'name', code: 'field.duplicate', message: 'is already used' }],
                },
              })
            : good(row('3'), 'Added.'),
    })
    await until(() => document.querySelector('.py-form') !== null)
    await type('name', 'Box 9')
    await press('Save')
    await until(() => turn === 1)
    await settle(20)
    await press('Save')
    await until(
      () =>
        document.querySelector('.ant-form-item-explain-error')?.textContent === 'is already used',
    )
    expect(field('name').value).toBe('Box 9')
    await type('name', 'Box 10')
    expect(document.querySelector('.ant-form-item-has-error')).toBeNull()
    // Back to the refused entries: a refusal is an answer, so trying again is a new attempt.
    await type('name', 'Box 9')
    await press('Save')
    await until(() => !where().includes('_new'))
    const keys = sent
      .filter((one) => one.method === 'POST')
      .map((one) => one.headers.get('Idempotency-Key'))
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
    await until(() => shown().includes('Added.'))
  })
  it('names the number the server gave a new row, and opens it where a screen wants that', async () => {
    const numbered = crud(
      entity({
        name: 'boxes',
        table: 'box',
        scope: 'tenant',
        label: 'no',
        fields: { no: text({ readOnly: true }), name: text({ required: true, max: 20 }) },
      }),
      { path: '/erp/box', perm: 'erp:box' },
    )
    const made = good(row('7', { no: 'BX0007' }), 'Added.')
    await open('?_new=1', { add: made, queryById: made }, ['list', 'add'], numbered, {
      opensNew: true,
    })
    await until(() => document.querySelector('.py-form') !== null)
    await type('name', 'Box 9')
    await press('Save')
    await until(() => where().includes('_row=7'))
    await until(() => shown().includes('Added: BX0007'))
  })
  it("shows a stale version next to the user's and overwrites only on request", async () => {
    const edits: unknown[] = []
    await open('?_edit=1', {
      queryById: good(row('1')),
      edit: (one) => {
        edits.push(one.body)
        return edits.length === 1
          ? refused(409, 'Stale', {
              result: row('1', { version: 7, name: 'Theirs', updateBy: 'chen' }),
            })
          : good(row('1', { version: 8 }), 'Saved.')
      },
    })
    await until(
      () => document.querySelector('.py-form') !== null && field('name').value === 'Box 1',
    )
    await type('name', 'Mine')
    await press('Save')
    await until(() => shown().includes('chen changed this record'))
    expect(document.querySelector('.py-compare')?.textContent).toContain('MineTheirs')
    await press('Keep my changes')
    await until(() => edits.length === 2)
    expect(edits).toMatchObject([
      { name: 'Mine', version: 1 },
      { name: 'Mine', version: 7 },
    ])
  })
  it('gives unsaved entries back after a reload', async () => {
    await open('?_new=1')
    await until(() => document.querySelector('.py-form') !== null)
    await type('name', 'Half')
    await leave()
    await open('?_new=1')
    await until(() => document.querySelector('.py-form') !== null)
    expect([field('name').value, shown().includes('unsaved draft')]).toEqual(['Half', true])
    await press('Discard')
    expect(field('name').value).toBe('')
  })
})

it('a bulk delete names the rows, and lists those that failed with their reason', async () => {
  const sent = await open('', {
    deleteBatch: good({
      done: 1,
      failed: 1,
      rows: [
        { id: '1', ok: true, label: 'Box 1', code: null, message: null },
        { id: '2', ok: false, label: 'Box 2', code: 'row.referenced', message: 'is in use' },
      ],
    }),
  })
  await until(() => document.querySelectorAll('tr[data-row-key]').length === 2)
  await act(async () => document.querySelector<HTMLElement>('thead input[type=checkbox]')?.click())
  expect(shown()).toContain('2 selected')
  await act(async () =>
    [...document.querySelectorAll<HTMLElement>('.py-bulk button')]
      .find((found) => found.textContent === 'Delete')
      ?.click(),
  )
  await until(() => shown().includes('Delete 2 rows?'))
  expect(document.querySelector('.py-names')?.textContent).toBe('Box 1Box 2')
  await press('Delete 2 rows')
  // Ten seconds to take it back; closing the note does it at once.
  await until(() => shown().includes('2 rows will be deleted'))
  expect(sent.some((one) => one.url.pathname.endsWith('deleteBatch'))).toBe(false)
  await act(async () =>
    document.querySelector<HTMLElement>('.py-undo .ant-notification-notice-close')?.click(),
  )
  await until(() => shown().includes('1 done, 1 failed'))
  expect(shown()).toContain('is in use')
  expect(
    sent.find((one) => one.url.pathname.endsWith('deleteBatch'))?.url.searchParams.get('ids'),
  ).toBe('1,2')
  expect(shown()).toContain('1 selected')
})
