import { ConfigProvider } from 'antd'
import { act, useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MenuNode } from '#contracts/platform/session/session.ts'
import Host from '../../kit/platform/feedback-host.tsx'
import { openNotice } from '../../kit/platform/open-notice.ts'
import { queryClient } from '../../kit/http/query.ts'
import { RECONNECT_MS } from '../../kit/http/socket.ts'
import {
  answers,
  good,
  leave,
  settle,
  show,
  signInForTest,
  signOutForTest,
  speak,
  until,
  type Sent,
} from '#web/test/page.tsx'
import { setRights, signOut } from '../../kit/session/session.ts'
import NoticeBell, { POLL_MS } from './notice-bell.tsx'
import { pageFor } from './notice-target.ts'

class Line extends EventTarget {
  static readonly OPEN = 1
  static all: Line[] = []
  readyState = 0
  closed = false
  constructor() {
    super()
    Line.all.push(this)
  }
  send() {
    /* heartbeats go nowhere here */
  }
  close() {
    this.closed = true
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  says(message: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  ends(code = 1006) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

const notice = (id: string, more: object = {}) => ({
  id,
  version: 1,
  titile: `Notice ${id}`,
  msgContent: '<p>Text of it</p>',
  msgAbstract: null,
  sender: 'lin',
  sender_dictText: 'Lin',
  priority: 'M',
  msgCategory: '1',
  msgType: 'ALL',
  sendStatus: '1',
  sendTime: `2026-03-0${id}T08:00:00.000Z`,
  mustAck: false,
  pinned: false,
  openType: null,
  openPage: null,
  busId: null,
  ...more,
})
type Row = ReturnType<typeof notice>
const node = (path: string, component: string): MenuNode => ({
  id: path,
  path,
  name: path,
  component,
  route: '1',
  meta: { title: path, keepAlive: false, internalOrExternal: false },
})

/** What the server has for us; calls that read change it. */
let annt: Row[] = []
let sys: Row[] = []
let sent: Sent[] = []
const calls = (path: string) => sent.filter(({ url }) => url.pathname.endsWith(path))
const text = () => document.body.textContent ?? ''
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, [role="tab"]')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  ) ?? expect.fail(`no button ${name}`)
const press = async (element: HTMLElement) => {
  await act(async () => element.click())
  await settle()
}
const bell = () => document.querySelector<HTMLElement>('.py-bell') ?? expect.fail('no bell')
let at = ''
function Where() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    at = pathname + search
  }, [pathname, search])
  return null
}

async function open(signedIn = true) {
  if (signedIn) signInForTest()
  setRights({
    menu: [
      node('/shipment/b2c', 'shipments/Orders'),
      node('/isps/userAnnouncement', 'notices/MyNotices'),
    ],
    auth: [],
    allAuth: [],
  })
  await show(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ConfigProvider button={{ autoInsertSpace: false }}>
          <NoticeBell />
          <Where />
          <Host />
        </ConfigProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await until(() => calls('listByUser').length > 0)
  await settle(20)
}

beforeEach(async () => {
  await speak('zh_CN', 'notice-bell')
  vi.stubGlobal('WebSocket', Line)
  Line.all = []
  annt = [notice('3', { priority: 'H' }), notice('2'), notice('1', { priority: 'L' })]
  sys = [notice('4', { msgCategory: '2' })]
  sent = answers((one) => {
    const path = one.url.pathname
    if (path.endsWith('listByUser'))
      return good({
        anntMsgList: annt,
        anntMsgTotal: annt.length,
        sysMsgList: sys,
        sysMsgTotal: sys.length,
      })
    if (path.endsWith('queryById')) {
      const found = [...annt, ...sys].find(({ id }) => id === one.url.searchParams.get('id'))
      return found
        ? good(found)
        : { status: 404, body: { success: false, message: '', code: 404, result: null } }
    }
    if (path.endsWith('editByAnntIdAndUserId')) {
      const { anntId } = one.body as { anntId: string }
      annt = annt.filter(({ id, mustAck }) => id !== anntId || mustAck)
      sys = sys.filter(({ id }) => id !== anntId)
    }
    if (path.endsWith('readAll')) annt = sys = []
    return good(null)
  })
})
afterEach(async () => {
  await leave()
  signOutForTest()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the bell', () => {
  it('shows how many wait, of both kinds together, and writes it in words', async () => {
    await open()
    expect(bell().textContent).toBe('4')
    expect(bell().getAttribute('aria-label')).toBe('4 条未读消息')
    annt = []
    sys = []
    act(() => Line.all[0]!.opens())
    await act(async () => Line.all[0]!.says({ cmd: 'topic', msgId: '9', msgTxt: '' }))
    await until(() => bell().textContent === '')
  })

  it('lists them by kind with how much they press, and leads to all', async () => {
    await open()
    await press(bell())
    await until(() => text().includes('通知公告（3）') && text().includes('系统消息（1）'))
    expect(
      [
        ...document.querySelectorAll(
          '.py-notices [role="tabpanel"]:not([aria-hidden="true"]) .py-priority',
        ),
      ].map((tag) => [tag.getAttribute('data-level'), tag.textContent]),
    ).toEqual([
      ['H', '紧急'],
      ['M', '重要'],
      ['L', '一般'],
    ])
    await press(button('系统消息（1）'))
    await until(() => text().includes('Notice 4'))
    await press(button('查看更多'))
    expect(at).toBe('/isps/userAnnouncement')
  })

  it('marks read what is opened and looks again', async () => {
    await open()
    await press(bell())
    await until(() => text().includes('Notice 2'))
    await press(
      [...document.querySelectorAll<HTMLElement>('.py-notices li button')].find((one) =>
        one.textContent?.includes('Notice 2'),
      ) ?? expect.fail('not listed'),
    )
    await until(() => text().includes('Text of it'))
    expect(calls('editByAnntIdAndUserId').map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { anntId: '2' }],
    ])
    await until(() => bell().textContent === '3')
    const dialog = document.querySelector('.ant-modal') ?? expect.fail('no dialog')
    expect(dialog.textContent).toContain('Notice 2')
    expect(dialog.textContent).toContain('发布人：')
    expect((dialog as HTMLElement).style.width).toBe('60%')
    await press(button('全屏'))
    expect((document.querySelector('.ant-modal') as HTMLElement).style.width).toBe('100%')
  })

  it('reads all at once', async () => {
    await open()
    await press(bell())
    await until(() => text().includes('全部已读'))
    await press(button('全部已读'))
    await until(() => bell().textContent === '')
    expect(calls('readAll')).toHaveLength(1)
  })
})

describe('live', () => {
  it('looks again at a message, and every six seconds while there is no connection', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    })
    try {
      await open()
      act(() => Line.all[0]!.opens())
      await settle(20)
      const before = calls('listByUser').length
      await act(async () => {
        await vi.advanceTimersByTimeAsync(POLL_MS * 3)
      })
      expect(calls('listByUser').length).toBe(before)
      await act(async () => Line.all[0]!.says({ cmd: 'user', userId: '1', msgId: '5', msgTxt: '' }))
      await until(() => calls('listByUser').length === before + 1)
      act(() => Line.all[0]!.ends())
      await act(async () => {
        await vi.advanceTimersByTimeAsync(RECONNECT_MS)
      })
      expect(Line.all).toHaveLength(2)
      await act(async () => {
        await vi.advanceTimersByTimeAsync(POLL_MS * 2)
      })
      expect(calls('listByUser').length).toBeGreaterThanOrEqual(before + 3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('announces an urgent one that came, and of nothing that was there before', async () => {
    await open()
    expect(document.querySelector('.ant-notification-notice')).toBeNull()
    annt = [
      notice('6', { priority: 'M' }),
      notice('5', { priority: 'H', titile: 'Fire drill' }),
      ...annt,
    ]
    act(() => Line.all[0]!.opens())
    await until(() => text().includes('Fire drill'))
    expect(document.querySelectorAll('.ant-notification-notice')).toHaveLength(1)
    await press(button('查看'))
    await until(() =>
      calls('editByAnntIdAndUserId').some(
        ({ body }) => (body as { anntId: string }).anntId === '5',
      ),
    )
  })

  it('asks aloud when the session is gone, so that the shell ends it', async () => {
    await open()
    act(() => Line.all[0]!.opens())
    await settle(20)
    const before = calls('listByUser').length
    await act(async () => Line.all[0]!.ends(4401))
    await until(() => calls('listByUser').length > before)
  })

  it('stops with the sign-out', async () => {
    await open()
    act(() => Line.all[0]!.opens())
    await act(async () => signOut())
    await settle()
    expect(Line.all.every(({ closed }) => closed)).toBe(true)
  })
})

describe('what a notice leads to', () => {
  const menu = [node('/shipment/b2c', 'shipments/Orders')]
  it.each([
    [{ openType: 'url', openPage: '/shipment/b2c?x=1', busId: null }, '/shipment/b2c?x=1'],
    [{ openType: 'url', openPage: 'https://x.example/a', busId: null }, 'https://x.example/a'],
    [{ openType: 'url', openPage: 'javascript:alert(1)', busId: null }, null],
    [{ openType: 'url', openPage: '//evil.example', busId: null }, null],
    [{ openType: 'url', openPage: '/\\evil.example', busId: null }, null],
    [
      { openType: 'component', openPage: 'shipments/Orders', busId: '7' },
      '/shipment/b2c?id=7&_row=7',
    ],
    [{ openType: 'component', openPage: 'users/Users', busId: '7' }, null],
    [{ openType: null, openPage: '/x', busId: null }, null],
  ] as const)('%j: %s', (target, page) => {
    expect(pageFor(target, menu)).toBe(page)
  })

  it('a link: the button that goes there', async () => {
    annt = [notice('3', { openType: 'url', openPage: '/shipment/b2c?no=1' })]
    await open()
    await act(async () => openNotice({ id: '3' }))
    await until(() => text().includes('去处理'))
    await press(button('去处理'))
    expect(at).toBe('/shipment/b2c?no=1')
  })

  it('a page of ours opens with the record; where the user may not see it, the dialog', async () => {
    annt = [
      notice('3', { openType: 'component', openPage: 'shipments/Orders', busId: '12' }),
      notice('2', { openType: 'component', openPage: 'users/Users', busId: '12' }),
    ]
    await open()
    await act(async () => openNotice({ id: '3' }))
    await until(() => at === '/shipment/b2c?id=12&_row=12')
    expect(document.querySelector('.ant-modal')).toBeNull()
    expect(calls('editByAnntIdAndUserId')).toHaveLength(1)
    await act(async () => openNotice({ id: '2' }))
    await until(() => text().includes('Text of it'))
  })

  it('opens what was clicked before the bell had loaded', async () => {
    openNotice({ id: '2' })
    await open()
    await until(() => text().includes('Text of it'))
  })

  it('what must be acknowledged: a button for that, and it waits until then', async () => {
    annt = [notice('3', { mustAck: true })]
    await open()
    await act(async () => openNotice({ id: '3' }))
    await until(() => text().includes('我已知晓'))
    await press(button('我已知晓'))
    await until(() =>
      calls('editByAnntIdAndUserId').some(({ body }) => (body as { ack?: boolean }).ack === true),
    )
  })

  it('a preview marks nothing; what is gone is reported', async () => {
    await open()
    await act(async () => openNotice({ id: '2', preview: true }))
    await until(() => text().includes('预览'))
    expect(calls('editByAnntIdAndUserId')).toHaveLength(0)
    await act(async () => openNotice({ id: '99' }))
    await until(() => text().includes('该消息已撤销或不存在'))
  })
})
