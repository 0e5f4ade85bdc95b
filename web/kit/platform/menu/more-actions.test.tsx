import { Button } from 'antd'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press } from '#web/test/acts.ts'
import { leave, setWindowWidth, show, speak, until } from '#web/test/page.tsx'
import { MoreActions } from './more-actions.tsx'

beforeEach(() => speak('en_US'))
afterEach(async () => {
  setWindowWidth(1440)
  await leave()
})
const names = () => [...document.querySelectorAll('button')].map((one) => one.textContent)

it('shows its actions next to the others, on a phone behind one button that closes again', async () => {
  const done = vi.fn()
  const page = (
    <MoreActions label="More">
      <Button onClick={done}>Copy</Button>
      <Button>Remark</Button>
    </MoreActions>
  )
  setWindowWidth(1440)
  await show(page)
  expect(names()).toEqual(['Copy', 'Remark'])
  setWindowWidth(390)
  const host = await show(page)
  expect(names()).toEqual([''])
  await press(host.querySelector<HTMLElement>('[aria-label="More"]')!)
  await until(() => names().includes('Copy'))
  await press([...document.querySelectorAll('button')].find((one) => one.textContent === 'Copy')!)
  expect(done).toHaveBeenCalledOnce()
  await until(() => document.querySelector('.ant-popover-open') === null)
})
