import { Button } from 'antd'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press, pressKey } from '#web/test/acts.ts'
import { leave, setWindowWidth, show, speak, until } from '#web/test/page.tsx'
import { useKeys } from '../use-keys.ts'
import { MoreActions } from './more-actions.tsx'

beforeEach(() => speak('en_US'))
afterEach(async () => {
  setWindowWidth(1440)
  await leave()
})
const names = () => [...document.querySelectorAll('button')].map((one) => one.textContent)

it.each([
  ['at a desk', 1440, 'More'],
  ['on a phone', 390, ''],
])('has its actions behind one button that closes again: %s', async (_, width, text) => {
  const done = vi.fn()
  setWindowWidth(width)
  const host = await show(
    <MoreActions label="More">
      <Button onClick={done}>Copy</Button>
      <Button>Remark</Button>
    </MoreActions>,
  )
  expect(names()).toEqual([text])
  await press(host.querySelector<HTMLElement>('[aria-label="More"]')!)
  await until(() => names().includes('Copy'))
  await press([...document.querySelectorAll('button')].find((one) => one.textContent === 'Copy')!)
  expect(done).toHaveBeenCalledOnce()
  await until(() => document.querySelector('.ant-popover-open') === null)
})

it('opens on its first action, and Escape goes back to the button before it closes the page', async () => {
  const closed = vi.fn()
  function Page() {
    useKeys({ Escape: closed }, { modal: true })
    return (
      <MoreActions label="More">
        <Button disabled>Copy</Button>
        <Button>Remark</Button>
      </MoreActions>
    )
  }
  const host = await show(<Page />)
  const more = host.querySelector<HTMLElement>('[aria-label="More"]')!
  await press(more)
  await until(() => document.activeElement?.textContent === 'Remark')
  await pressKey(document.activeElement!, 'Escape')
  await until(() => document.querySelector('.ant-popover-open') === null)
  expect(document.activeElement).toBe(more)
  expect(closed).not.toHaveBeenCalled()
  await pressKey(more, 'Escape')
  expect(closed).toHaveBeenCalledOnce()
})

it('is not there where none of its actions is', async () => {
  await show(
    <MoreActions label="More">
      {false}
      {null}
    </MoreActions>,
  )
  expect(names()).toEqual([])
})
