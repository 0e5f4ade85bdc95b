import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { crud } from '#contracts/kit/crud.ts'
import { entity } from '#contracts/kit/entity.ts'
import { text } from '#contracts/kit/field.ts'
import { answersAt, bodiesOf, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, show, speak, until } from '#web/test/page.tsx'
import { userInfo } from '#web/test/signed-in.ts'
import { queryClient } from '../http/query.ts'
import { setRights, signIn } from '../session/session.ts'
import { ResourceForm } from './resource-form.tsx'
import { ResourceScreen } from './resource-screen.tsx'
import { useT } from '../text/i18n.ts'

const people = crud(
  entity({
    name: 'suppliers',
    table: 'supplier',
    scope: 'tenant',
    label: 'name',
    fields: {
      name: text({ required: true, filter: 'like', sort: true }),
      phone: text({ required: true, filter: 'like', sort: true }),
      email: text({ filter: 'like' }),
    },
  }),
  { path: '/erp/supplier', perm: 'erp:supplier' },
)
const row = {
  id: '1',
  version: 1,
  name: 'Lin',
  phone: '139****5678',
  email: 'l***@example.com',
  createTime: '2026-03-01T00:00:00Z',
}
const as = (maskPersonal: boolean) =>
  signIn({
    token: 'T',
    sysAllDictItems: {},
    userInfo: userInfo({ id: '1', username: 'lin', realname: 'Lin', maskPersonal }),
  })

beforeEach(async () => {
  await speak('en_US')
  queryClient.clear()
  setRights({ menu: [], auth: [{ action: 'erp:supplier:list', type: '1' }], allAuth: [] })
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it.each([true, false])(
  'offers no filter and no order of fields the user sees masked: %s',
  async (masked) => {
    as(masked)
    answersAt({
      '/erp/supplier/list': good({
        records: [row],
        total: 1,
        size: 20,
        current: 1,
        pages: 1,
        capped: false,
      }),
    })
    await show(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={['/suppliers']}>
          <ResourceScreen of={people} title="Suppliers" />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    await until(() => document.querySelectorAll('tr[data-row-key]').length === 1)
    const sorts = [...document.querySelectorAll('thead .py-sort')].map((one) => one.textContent)
    expect(sorts).toContain('Supplier name')
    expect(sorts.includes('Phone')).toBe(!masked)
    await press('Filters')
    const filters = () => [...document.querySelectorAll('label')].map((one) => one.textContent)
    await until(() => filters().includes('Created'))
    expect(filters().filter((one) => /phone|mail/i.test(one ?? ''))).toHaveLength(masked ? 0 : 2)
  },
)

const saved = vi.fn()
function PersonForm(props: { row: typeof row | null; copy?: typeof row }) {
  const t = useT('suppliers')
  return (
    <>
      <ResourceForm
        of={people}
        t={t}
        formId="f"
        onBusy={() => {}}
        onChanged={() => {}}
        onSaved={saved}
        {...props}
      />
      <button type="submit" form="f">
        Send
      </button>
    </>
  )
}
async function open(props: Parameters<typeof PersonForm>[0]) {
  as(true)
  saved.mockReset()
  const sent = answersAt({ '/erp/supplier/edit': good(row), '/erp/supplier/add': good(row) })
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <PersonForm {...props} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}

it('leaves a masked field out of what it saves, and sends a number entered in its place', async () => {
  const sent = await open({ row })
  expect(seen()).toContain('it stays as it is unless you enter a new value')
  await type(await inputOf('Supplier name'), 'Lin Wei')
  await press('Send')
  await until(() => saved.mock.calls.length === 1)
  expect(bodiesOf(sent, '/supplier/edit')).toEqual([{ name: 'Lin Wei', id: '1', version: 1 }])
  await type(await inputOf('Phone'), '13912340000')
  await press('Send')
  await until(() => saved.mock.calls.length === 2)
  expect(bodiesOf(sent, '/supplier/edit')[1]).toMatchObject({ phone: '13912340000' })
  expect(bodiesOf(sent, '/supplier/edit')[1]).not.toHaveProperty('email')
})

it('begins a copy without what is masked', async () => {
  await open({ row: null, copy: row })
  expect((await inputOf('Supplier name')).value).toBe('Lin')
  expect((await inputOf('Phone')).value).toBe('')
})
