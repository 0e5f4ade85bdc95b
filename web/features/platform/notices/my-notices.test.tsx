import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ReceivedNotice } from '#contracts/platform/messaging/notices.ts'
import { answersAt, askedOf, confirmBy, press, seen, type Answer } from '#web/test/acts.ts'
import { good, leave, setWindowWidth, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import MyNotices from './MyNotices.screen.tsx'

const received = (id: string, more: Partial<ReceivedNotice> = {}): ReceivedNotice => ({
  id,
  anntId: `9${id}`,
  userId: '1',
  titile: `Notice ${id}`,
  msgContent: null,
  msgAbstract: null,
  sender: 'lin',
  sender_dictText: '林',
  priority: 'H',
  priority_dictText: 'High',
  msgCategory: '1',
  msgCategory_dictText: 'Announcement',
  readFlag: '0',
  readTime: null,
  mustAck: false,
  pinned: false,
  ackTime: null,
  sendTime: '2026-03-01T00:00:00Z',
  openType: null,
  openPage: null,
  busId: null,
  busType: null,
  bizSource: null,
  ...more,
})
const page = (rows: readonly ReceivedNotice[]) =>
  good({ records: rows, total: rows.length, size: 20, current: 1, pages: 1, capped: false })

async function open(
  rows: readonly ReceivedNotice[],
  routes: Record<string, Answer> = {},
  at = '/',
): Promise<Sent[]> {
  setWindowWidth(1400)
  const sent = answersAt({
    '/sys/sysAnnouncementSend/getMyAnnouncementSend': page(rows),
    '/sys/dict/getDictItems': good([]),
    ...routes,
  })
  await showScreen(<MyNotices />, { texts: ['notices', 'notice-bell'], at })
  await until(() => sent.some((one) => one.url.pathname.endsWith('/getMyAnnouncementSend')))
  if (rows[0]) await until(() => seen().includes(rows[0]?.titile ?? ''))
  return sent
}
const states = () => [...document.querySelectorAll('tbody .py-tag')].map((one) => one.textContent)

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('my notices', () => {
  it('show what is unread, read, or waits for a confirmation', async () => {
    await open([
      received('1'),
      received('2', { readFlag: '1', readTime: '2026-03-02T00:00:00Z' }),
      received('3', { readFlag: '1', mustAck: true }),
      received('4', { readFlag: '1', mustAck: true, ackTime: '2026-03-02T00:00:00Z' }),
    ])
    const all = states()
    expect(all.filter((text) => text === 'Unread')).toHaveLength(1)
    expect(all.filter((text) => text === 'Read')).toHaveLength(2)
    expect(all.filter((text) => text === 'To acknowledge')).toHaveLength(1)
    expect([...document.querySelectorAll('.notice-new')].map((one) => one.textContent)).toEqual([
      'Notice 1',
    ])
  })

  it('are all marked read by one button, and asked for again', async () => {
    const sent = await open([received('1')], { '/sys/sysAnnouncementSend/readAll': good(null) })
    const lists = () =>
      sent.filter((one) => one.url.pathname.endsWith('/getMyAnnouncementSend')).length
    const before = lists()
    const all = [...document.querySelectorAll<HTMLElement>('.py-page-header button')].at(-1)!
    await press(all)
    await until(() => sent.some((one) => one.url.pathname.endsWith('/readAll')))
    await until(() => lists() > before)
  })

  it('are deleted for the user after naming them; what must be acknowledged stays chosen', async () => {
    const sent = await open([received('1'), received('2', { mustAck: true })], {
      '/sys/sysAnnouncementSend/deleteBatch': good({
        done: 1,
        failed: 1,
        rows: [
          { id: '1', ok: true, label: null, code: null, message: null },
          { id: '2', ok: false, label: null, code: 'x', message: 'acknowledge first' },
        ],
      }),
    })
    for (const box of document.querySelectorAll<HTMLElement>('tbody input[type="checkbox"]'))
      await act(async () => box.click())
    await press('Delete')
    await until(() => seen().includes('Delete 2 notices?'))
    expect([...document.querySelectorAll('.py-names li')].map((one) => one.textContent)).toEqual([
      'Notice 1',
      'Notice 2',
    ])
    await confirmBy('Delete 2')
    await until(() => sent.some((one) => one.url.pathname.endsWith('/deleteBatch')))
    expect(askedOf(sent, '/deleteBatch', 'ids')).toBe('1,2')
    await until(
      () => document.querySelectorAll('tbody input[type="checkbox"]:checked').length === 1,
    )
  })

  it('distinguish an empty box from filters that leave nothing', async () => {
    await open([])
    await until(() => document.querySelector('.py-empty') !== null)
    expect(seen()).not.toContain('Clear filters')
    await leave()
    await open([], {}, '/?titile=nothing')
    await until(() => document.querySelector('.py-empty') !== null)
    await until(() => seen().includes('Clear filters'))
  })
})
