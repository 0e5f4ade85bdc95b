// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt } from '#web/test/acts.ts'
import { good, leave, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import ReturnClaims from './ReturnClaims.screen.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it.each([
  ['1', ['ret:unconf:list'], 'unconfirmed'],
  ['1', [], 'common'],
  ['2', ['ret:unconf:list'], 'mine'],
] as const)('a claim (%s) leads to its return (%s: %s)', async (state, rights, list) => {
  answersAt({
    '/rwms/claim/list': good({ records: [], total: 0 }),
    '/rwms/claim/queryById': good({ id: '5', state, trackId: '9', trackLabel: 'RT0000000111' }),
    '/sys/file/list': good({ files: [], mayChange: false }),
  })
  await showScreen(<ReturnClaims title="Claims" />, {
    texts: ['return-claims', 'files'],
    rights: ['ret:claim:list', ...rights],
    at: '/?_row=5',
  })
  const link = await untilFound(() =>
    document.querySelector<HTMLAnchorElement>('a[href^="/returns/"]'),
  )
  expect(link.textContent).toBe('RT0000000111')
  expect(link.getAttribute('href')).toBe(`/returns/${list}?_row=9`)
})
