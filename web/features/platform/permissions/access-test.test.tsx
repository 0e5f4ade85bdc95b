import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersAt, seen, type, type Answer } from '#web/test/acts.ts'
import { good, leave, refused, setWindowWidth, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import AccessTest from './AccessTest.screen.tsx'

const RESULT = {
  user: { id: '3', username: 'zhao', realname: 'Zhao', orgCode: 'A01', departName: 'Depot Köln' },
  mayList: true,
  visible: 1234,
  visibleCapped: false,
  total: 10_000,
  totalCapped: true,
  parts: [
    { kind: 'tenant', text: 'Tenant: Yard', sources: [] },
    {
      kind: 'rule',
      text: 'Data rule “Own only”',
      sources: [{ kind: 'role', id: '7', name: 'Clerk' }],
    },
  ],
  columns: [
    { key: 'name', title: 'Name' },
    { key: 'customerId', title: 'Customer' },
  ],
  records: [{ id: '1', name: 'Box', customerId: '9', customerId_dictText: 'Berlin GmbH' }],
}
async function open(at: string, routes: Record<string, Answer> = {}): Promise<Sent[]> {
  setWindowWidth(1400)
  const sent = answersAt({
    '/sys/access/entities': good([{ value: 'shipments', text: 'Orders' }]),
    '/sys/access/rows': good(RESULT),
    '/sys/user/options': good([{ value: '3', text: 'Zhao' }]),
    ...routes,
  })
  await showScreen(<AccessTest />, { texts: ['access'], at })
  await until(() => seen().includes('Check a permission'))
  return sent
}
const code = () => document.querySelector<HTMLInputElement>('#access-code')!
const CHOSEN = '/?user=3&entity=shipments'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('what a user sees', () => {
  it('is not asked before user and entity are chosen', async () => {
    const sent = await open('/?user=3')
    expect(sent.some((one) => one.url.pathname.endsWith('/access/rows'))).toBe(false)
  })
  it('is counted, explained by its conditions, and shown with names instead of ids', async () => {
    await open(CHOSEN)
    await until(() => seen().includes('1,234'))
    expect(seen()).toContain('of 10,000+ are visible')
    expect(seen()).toContain('Zhao (zhao) · current department: Depot Köln')
    const parts = [...document.querySelectorAll('.perm-parts li')].map((one) => one.textContent)
    expect(parts).toEqual(['Tenant: Yard', 'Data rule “Own only”Role: Clerk'])
    expect(seen()).toContain('Berlin GmbH')
    expect(seen()).not.toContain('No permission for this list')
  })
  it('shows where the list itself is closed, and where the rows are not for the asker', async () => {
    await open(CHOSEN, { '/sys/access/rows': good({ ...RESULT, mayList: false, records: null }) })
    await until(() => seen().includes('No permission for this list'))
    expect(seen()).toContain('only their number is shown')
  })
  it('shows why there is no answer', async () => {
    await open(CHOSEN, {
      '/sys/access/rows': refused(404, 'The user does not exist or is frozen.'),
    })
    await until(() => seen().includes('does not exist or is frozen'))
  })
})

describe('whether something is allowed', () => {
  const answer = (more: object) =>
    good({ known: true, holds: true, name: 'Add order', sources: [], ...more })
  it('needs a user', async () => {
    await open('/')
    await type(code(), 'ship:b2c:add')
    await until(() => seen().includes('Choose a user first'))
  })
  it.each([
    ['Allowed', { sources: [{ kind: 'depart', id: '5', name: 'Depot Köln' }] }],
    ['Not allowed', { holds: false }],
    ['This code does not exist', { known: false, holds: false, name: null }],
  ])('%s', async (words, more) => {
    const sent = await open('/?user=3', { '/sys/access/permission': answer(more) })
    await type(code(), ' ship:b2c:add ')
    await until(() => seen().includes(words))
    const asked = sent.find((one) => one.url.pathname.endsWith('/access/permission'))
    expect(asked?.url.searchParams.get('perms')).toBe('ship:b2c:add')
    if ('sources' in more) expect(seen()).toContain('Department: Depot Köln')
  })
})
