// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import LinkDialog from './link-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const open = () =>
  showScreen(<LinkDialog id="4" name="invoice.pdf" onClose={() => undefined} />, {
    texts: ['files'],
  })
const LINK = '/oss/file/link'
const asked = (sent: readonly Sent[]) =>
  sent
    .filter(({ url }) => url.pathname.endsWith(LINK))
    .map(({ url }) => [url.searchParams.get('id'), url.searchParams.get('hours')])
const address = () => document.querySelector<HTMLInputElement>('input[readonly]')

it('makes a link of a day, or of the time chosen, and shows it to be copied by hand, too', async () => {
  const sent = answersAt({ [LINK]: good({ url: '/sys/common/static/x?sign=1' }) })
  await open()
  expect(seen()).toContain('Copy a link to invoice.pdf')
  expect(address()).toBeNull()
  await press('Create and copy')
  await until(() => address() !== null)
  expect(address()?.value).toMatch(/^https?:\/\/.+\/boot\/sys\/common\/static\/x\?sign=1$/)
  await act(async () =>
    document.querySelectorAll<HTMLInputElement>('input[type=radio]')[2]?.click(),
  )
  await press('Create and copy')
  await until(() => asked(sent).length === 2)
  expect(asked(sent)).toEqual([
    ['4', '24'],
    ['4', '168'],
  ])
})

it('shows why there is none', async () => {
  answersAt({ [LINK]: refused(1002, 'The file is gone') })
  await open()
  await press('Create and copy')
  await until(() => seen().includes('The file is gone'))
  expect(address()).toBeNull()
})
