import { QueryClientProvider } from '@tanstack/react-query'
import { Form } from 'antd'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Lang } from '#contracts/kit/envelope.ts'
import Host from '../platform/feedback-host.tsx'
import { PopupPicker } from './popup-picker.tsx'
import type { PopupPickerProps } from './popup-rules.ts'
import { pickedValues, REPORT_CACHE_MS, rowKeyOf, wordFor, wrongSetup } from './popup-rules.ts'
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
  type Sent,
  untilFound,
} from '#web/test/page.tsx'
import { signIn } from '../session/session.ts'
import { userInfo } from '../../test/signed-in.ts'

const COLUMNS = {
  columns: [
    { title: 'Code', dataIndex: 'code', fieldType: 'String', align: 'center', sorter: 'true' },
    { title: 'Name', dataIndex: 'name', fieldType: 'String', align: 'center' },
    {
      title: 'Status',
      dataIndex: 'status',
      fieldType: 'String',
      align: 'center',
      customRender: 'status',
    },
  ],
  dictOptions: { status: [{ value: '1', text: 'Active', title: 'Active' }] },
  fieldHrefSlots: [],
  cgRpConfigId: 'customers',
  cgRpConfigName: 'Customers',
}
const QUERY = [
  { label: 'Code', field: 'code', view: 'string', mode: 'single' },
  { label: 'Name', field: 'name', view: 'string', mode: 'single' },
  { label: 'Pieces', field: 'pieces', view: 'int', mode: 'group', hidden: '1' },
]
const ROWS = Array.from({ length: 10 }, (_, at) => ({
  id: String(at + 1),
  code: `C00${at}`,
  name: `Account ${at}`,
  status: '1',
}))

const Code = ({ value }: { value?: string | null }) => (
  <input data-code readOnly value={value ?? ''} />
)
let sent: Sent[] = []
const gets = (call: string) => sent.filter(({ url }) => url.pathname.includes(`/${call}/`))
const shown = () => document.body.textContent ?? ''
const rows = () => [...document.querySelectorAll<HTMLElement>('.py-popup .ant-table-row')]
const press = async (name: string) => {
  const found = await untilFound(() =>
    [...document.querySelectorAll<HTMLButtonElement>('button')]
      .filter((one) => one.textContent?.replace(/\s/g, '') === name)
      .at(-1),
  )
  await act(async () => found.click())
  await settle()
}
const values: { last: unknown; picked: unknown } = { last: null, picked: null }

async function page(props: Partial<PopupPickerProps>, lang: Lang = 'zh_CN') {
  await speak(lang, 'reports')
  sent = answers(({ url }) =>
    good(
      url.pathname.includes('getRpColumns')
        ? COLUMNS
        : url.pathname.includes('getQueryInfo')
          ? QUERY
          : { records: ROWS, total: 57 },
    ),
  )
  await draw(props)
}
async function draw(props: Partial<PopupPickerProps>) {
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Form
          onValuesChange={(_, all) => {
            values.last = all
          }}
          initialValues={{ customerCode: null, customerName: null }}
        >
          <Form.Item name="customerName">
            <PopupPicker
              code="customers"
              orgFields="code,name"
              destFields="customerCode,customerName"
              field="customerName"
              onPick={(picked) => {
                values.picked = picked
              }}
              {...props}
            />
          </Form.Item>
          <Form.Item name="customerCode">
            <Code />
          </Form.Item>
        </Form>
        <Host />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const open = async () => {
  await act(async () =>
    document.querySelector<HTMLInputElement>('input[aria-haspopup="dialog"]')?.click(),
  )
  await settle(20)
}
const opened = async () => {
  await open()
  await until(() => rows().length === 10)
}

beforeEach(() => {
  localStorage.clear()
  signInForTest()
  queryClient.clear()
  values.last = values.picked = null
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a popup picker', () => {
  it.each([{ code: '' }, { orgFields: '' }, { destFields: '' }])(
    'without %o shows that and does not open',
    async (missing) => {
      await page(missing)
      await open()
      await until(() => shown().includes('popup参数未正确配置!'))
      expect(sent).toEqual([])
    },
  )
  it('with lists of different length reports that they differ', async () => {
    await page({ orgFields: 'code' })
    await open()
    await until(() => shown().includes('popup参数未正确配置，原始值和目标值数量不一致!'))
    expect(sent).toEqual([])
  })
  it('shows the report with its query form, ten rows a page, and words for values', async () => {
    await page({})
    await opened()
    expect(shown()).toContain('Customers')
    expect(rows()[0]?.textContent).toContain('Active')
    expect(
      [...document.querySelectorAll('.py-popup-field label')].map((label) => label.textContent),
    ).toEqual(['Code', 'Name'])
    const [data] = gets('getData')
    expect([
      data?.url.pathname,
      data?.url.searchParams.get('pageNo'),
      data?.url.searchParams.get('pageSize'),
    ]).toEqual(['/boot/online/cgreport/api/getData/customers', '1', '10'])
    const { width } = document.querySelector<HTMLElement>('.py-popup')!.style
    expect(width).toBe('1200px')
    expect(document.querySelector<HTMLElement>('.py-popup table')?.style.width).toBe('1100px')
    expect(document.querySelector('.ant-pagination-options-quick-jumper input')).not.toBeNull()
    expect(document.querySelector('.ant-pagination-options-size-changer')).not.toBeNull()
  })
  it('puts the cursor into its first field: the user types at once', async () => {
    await page({})
    await opened()
    await until(() => document.activeElement?.matches('.py-popup-field input') ?? false)
    const [label] = document.querySelectorAll<HTMLLabelElement>('.py-popup-field label')
    expect(document.activeElement?.id).toBe(label?.htmlFor)
  })
  it('warns when none is chosen, and when more than one is', async () => {
    await page({})
    await opened()
    await press('确定')
    await until(() => shown().includes('请选择一条记录'))
    await leave()
    queryClient.clear()
    await page({})
    await opened()
    for (const at of [0, 1]) await act(async () => rows()[at]?.click())
    expect(shown()).not.toContain('请选择一条记录')
    await press('确定')
    await until(() => shown().includes('请选择一条记录'))
    expect(values.picked).toBeNull()
  })
  it('copies the source fields of the one row to the target fields', async () => {
    await page({})
    await opened()
    await act(async () => rows()[3]?.click())
    await press('确定')
    expect(values.picked).toEqual({ customerCode: 'C003', customerName: 'Account 3' })
    expect(values.last).toMatchObject({ customerCode: 'C003', customerName: 'Account 3' })
    expect(document.querySelector<HTMLInputElement>('input[data-code]')?.value).toBe('C003')
  })
  it('joins the values of several with commas, over pages too', async () => {
    await page({ multi: true })
    await opened()
    for (const at of [0, 2]) await act(async () => rows()[at]?.click())
    sent.length = 0
    vi.stubGlobal(
      'fetch',
      async () =>
        new Response(
          JSON.stringify({
            success: true,
            message: '',
            code: 200,
            timestamp: 1,
            result: {
              total: 57,
              records: [{ id: '11', code: 'D1', name: 'Second page', status: '1' }],
            },
          }),
          { headers: { 'content-type': 'application/json' } },
        ),
    )
    await act(async () => document.querySelector<HTMLElement>('.ant-pagination-item-2')?.click())
    await until(() => rows().length === 1)
    await act(async () => rows()[0]?.click())
    await press('确定')
    expect(values.picked).toEqual({
      customerCode: 'C000,C002,D1',
      customerName: 'Account 0,Account 2,Second page',
    })
  })
  it('asks again sorted by the head, and filtered by the form', async () => {
    await page({})
    await opened()
    await act(async () =>
      document.querySelector<HTMLElement>('.py-popup th.ant-table-column-has-sorters')?.click(),
    )
    await until(() =>
      gets('getData').some(
        ({ url }) =>
          url.searchParams.get('column') === 'code' && url.searchParams.get('order') === 'asc',
      ),
    )
    const field = document.querySelector<HTMLInputElement>('.py-popup-field input')!
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'C00')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => {
      field.form?.requestSubmit()
    })
    await until(() => gets('getData').some(({ url }) => url.searchParams.get('code') === 'C00'))
  })
  it('shows the server’s message when there is no such report', async () => {
    await speak('zh_CN', 'reports')
    sent = answers(refused(422, '实体不存在'))
    await draw({})
    await open()
    await until(() => shown().includes('实体不存在'))
  })
})

describe('a group of pickers', () => {
  const again = async () => {
    await leave()
    queryClient.clear()
    await draw({ groupId: 'g1' })
    await opened()
  }
  it('asks once in 30 s; the whole answer is cached under group, address and parameters', async () => {
    await page({ groupId: 'g1' })
    await opened()
    const first = sent.length
    await again()
    expect(sent.length).toBe(first)
    const stored = Object.keys(localStorage).filter((key) => key.includes('getData'))
    expect(stored).toHaveLength(1)
    expect(stored[0]).toMatch(/^pro__g1\/online\/cgreport\/api\/getData\/.*\{.*"pageNo":"1"/)
    expect(JSON.parse(localStorage.getItem(stored[0]!)!).value.answer).toMatchObject({
      success: true,
      code: 200,
      result: { total: 57 },
    })
    const real = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => real() + REPORT_CACHE_MS + 1)
    await again()
    expect(sent.length).toBeGreaterThan(first)
    vi.mocked(Date.now).mockRestore()
  })
  it('is not answered from another user’s cache', async () => {
    await page({ groupId: 'g1' })
    await opened()
    const first = sent.length
    signIn({
      token: 'OTHER',
      sysAllDictItems: {},
      userInfo: userInfo({ id: '2', username: 'zhao', realname: '赵' }),
    })
    await again()
    expect(sent.length).toBeGreaterThan(first)
  })
  it('without a name asks every time', async () => {
    await page({})
    await opened()
    expect(Object.keys(localStorage).filter((key) => key.includes('getData'))).toEqual([])
  })
})

describe('its rules', () => {
  it('a row’s key is its values, cut at fifty characters', () => {
    expect(rowKeyOf({ id: '7', code: 'C1', none: null, name: 'x'.repeat(100) })).toBe(
      `7C1${'x'.repeat(47)}`,
    )
    expect(rowKeyOf({})).toBe('')
  })
  it('the setup', () => {
    expect([
      wrongSetup({}),
      wrongSetup({ code: 'a', orgFields: 'x,y', destFields: 'p' }),
      wrongSetup({ code: 'a', orgFields: 'x, y', destFields: 'p,q' }),
    ]).toEqual(['popup.misconfigured', 'popup.unequal', null])
  })
  it('values and words', () => {
    expect(
      pickedValues(
        [
          { a: 1, b: null },
          { a: 2, b: 'z' },
        ],
        'a,b',
        'p,q',
      ),
    ).toEqual({ p: '1,2', q: ',z' })
    expect([
      wordFor([{ value: '1', text: 'One' }], '1,2'),
      wordFor(undefined, true),
      wordFor([{ value: 'true', text: 'Yes' }], true),
    ]).toEqual(['One,2', 'true', 'Yes'])
  })
})
