import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Notice } from '#contracts/platform/messaging/notices.ts'
import {
  answersAt,
  askedOf,
  bodiesOf,
  buttonOf,
  confirmBy,
  inputAt,
  inputOf,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, setWindowWidth, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import Announcements from './Announcements.screen.tsx'

const notice = (id: string, more: Partial<Notice> = {}): Notice => ({
  id,
  version: 1,
  titile: `Notice ${id}`,
  msgContent: '<p>Text</p>',
  msgAbstract: null,
  sender: 'lin',
  priority: 'M',
  priority_dictText: 'Middle',
  msgCategory: '1',
  msgCategory_dictText: 'Announcement',
  msgType: 'ALL',
  msgType_dictText: 'All',
  sendStatus: '0',
  sendStatus_dictText: 'Draft',
  startTime: null,
  endTime: null,
  sendTime: null,
  cancelTime: null,
  mustAck: false,
  pinned: false,
  openType: null,
  openType_dictText: '',
  openPage: null,
  busId: null,
  busType: null,
  delFlag: '0',
  delFlag_dictText: '',
  userIds: null,
  createBy: 'lin',
  createTime: '2026-03-01T00:00:00Z',
  updateBy: null,
  updateTime: null,
  ...more,
})
const RELEASED = { sendStatus: '1', sendTime: '2026-03-02T00:00:00Z' } as const
const RIGHTS = ['list', 'add', 'edit', 'delete', 'release', 'revoke'].map(
  (verb) => `sys:annt:${verb}`,
)
const page = (...rows: object[]) =>
  good({ records: rows, total: rows.length, size: 20, current: 1, pages: 1, capped: false })

async function open(
  rows: readonly Notice[],
  routes: Record<string, Answer | Answer[]> = {},
  { rights = RIGHTS, at = '/' }: { rights?: string[]; at?: string } = {},
): Promise<Sent[]> {
  setWindowWidth(1400)
  const sent = answersAt({
    '/sys/annountCement/list': page(...rows),
    '/sys/annountCement/queryById': good(rows[0]),
    '/sys/annountCement/readCounts': good({ '2': { read: 3, acknowledged: 1, total: 8 } }),
    '/sys/annountCement/readers': page(),
    '/sys/dict/getDictItems': good([]),
    ...routes,
  })
  await showScreen(<Announcements />, {
    texts: ['notices', 'notice-bell'],
    rights,
    at,
  })
  await until(() => seen().includes(rows[0]?.titile ?? 'No announcements yet') || at !== '/')
  return sent
}
const calls = (sent: readonly Sent[], path: string) =>
  sent.filter((one) => one.url.pathname.endsWith(path))

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('announcements', () => {
  it('are published after showing who will see them', async () => {
    const sent = await open([notice('1')], { '/sys/annountCement/doReleaseData': good(null) })
    await press('Publish')
    await until(() => seen().includes('Publish “Notice 1”?'))
    expect(seen()).toContain('All users will receive it immediately.')
    await confirmBy('Back')
    expect(calls(sent, '/doReleaseData')).toEqual([])
    await press('Publish')
    await confirmBy('Publish')
    await until(() => calls(sent, '/doReleaseData').length === 1)
    expect(askedOf(sent, '/doReleaseData', 'id')).toBe('1')
  })

  it('for some name how many, and published again note that receipts are lost', async () => {
    await open([notice('1', { msgType: 'USER', userIds: '3,7,', sendStatus: '2' })])
    await press('Publish')
    await until(() => seen().includes('receive it again'))
    expect(seen()).toContain('The 2 chosen users')
  })

  it('that are out can be withdrawn, and are not published twice', async () => {
    const sent = await open([notice('2', RELEASED)], {
      '/sys/annountCement/doReovkeData': good(null),
    })
    expect(
      [...document.querySelectorAll('button')].some(
        (one) => one.getAttribute('aria-label') === 'Publish' || one.textContent === 'Publish',
      ),
    ).toBe(false)
    await press('Withdraw')
    await until(() => seen().includes('Withdraw “Notice 2”?'))
    await confirmBy('Withdraw')
    await until(() => calls(sent, '/doReovkeData').length === 1)
  })

  it('show what the server refuses', async () => {
    await open([notice('1')], {
      '/sys/annountCement/doReleaseData': refused(422, '“Notice 1” ended in the past'),
    })
    await press('Publish')
    await confirmBy('Publish')
    await until(() => seen().includes('ended in the past'))
  })

  it('offer only what one may do', async () => {
    await open([notice('1'), notice('2', RELEASED)], {}, { rights: ['sys:annt:list'] })
    await buttonOf('Preview')
    const names = [...document.querySelectorAll('button')].map(
      (one) => one.getAttribute('aria-label') ?? one.textContent,
    )
    for (const name of ['Publish', 'Withdraw', 'New']) expect(names).not.toContain(name)
  })

  it('show by how many they were read: one call for all rows, none for drafts', async () => {
    const sent = await open([notice('1'), notice('2', RELEASED), notice('3', RELEASED)], {
      '/sys/annountCement/readCounts': good({
        '2': { read: 3, acknowledged: 1, total: 8 },
        '3': { read: 0, acknowledged: 0, total: 0 },
      }),
    })
    await until(() => seen().includes('3 / 8'))
    expect(seen()).toContain('0 / 0')
    expect(calls(sent, '/readCounts')).toHaveLength(1)
    expect(askedOf(sent, '/readCounts', 'ids')).toBe('2,3')
  })

  it('that must be acknowledged count by that', async () => {
    await open([notice('2', { ...RELEASED, mustAck: true })])
    await until(() => seen().includes('1 / 8'))
    expect(document.querySelector('.notice-ratio')?.getAttribute('title')).toBe(
      'Acknowledged by 1 of 8',
    )
  })
})

describe('writing one', () => {
  it('for all users there are none to choose', async () => {
    await open([], {}, { at: '/?_new=1' })
    await inputOf('Title')
    const users = await inputOf('Chosen users')
    expect([users.disabled, users.value]).toEqual([true, 'All users'])
  })

  it('changes its title and leaves its text as it was', async () => {
    const sent = await open(
      [notice('1')],
      { '/sys/annountCement/edit': good(notice('1')) },
      { at: '/?_edit=1' },
    )
    await until(() => document.getElementById('notices_titile') !== null)
    await type(inputAt('notices_titile'), 'Depot closed')
    await press('Save')
    await until(() => bodiesOf(sent, '/annountCement/edit').length === 1)
    expect(bodiesOf(sent, '/annountCement/edit')[0]).toMatchObject({
      id: '1',
      version: 1,
      titile: 'Depot closed',
      msgContent: '<p>Text</p>',
      msgType: 'ALL',
    })
  })
})

describe('who has read it', () => {
  const reader = (id: string, readFlag: '0' | '1') => ({
    id,
    username: `u${id}`,
    realname: `Reader ${id}`,
    readFlag,
    readTime: readFlag === '1' ? '2026-03-02T08:00:00Z' : null,
    ackTime: null,
  })
  it('is next to the notice once it was out, with how many more there are', async () => {
    await open(
      [notice('2', { ...RELEASED, mustAck: true })],
      {
        '/sys/annountCement/readers': good({
          records: [reader('1', '0'), reader('2', '1')],
          total: 102,
          size: 100,
          current: 1,
          pages: 2,
          capped: false,
        }),
      },
      { at: '/?_row=2' },
    )
    await until(() => seen().includes('Reader 2'))
    const readers = document.querySelector('.notice-readers')?.textContent ?? ''
    expect(readers).toContain('Acknowledged at')
    expect(readers).toContain('2 more not listed')
  })
})
