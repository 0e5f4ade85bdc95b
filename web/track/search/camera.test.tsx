/** @jsxImportSource preact */
import { act } from 'preact/test-utils'
import { beforeEach, expect, it, vi } from 'vitest'
import { show, speak } from '#web/test/track-page.ts'
import { SearchPanel } from './search-panel.tsx'

const panel = () => show(<SearchPanel given="" show={() => undefined} />)
const button = (root: Element, name: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === name)

beforeEach(() => speak('en_US'))

it('offers the camera where a thumb works (styles/search.css)', async () => {
  expect(button(await panel(), 'Scan')?.className).toContain('thumb')
})

it('shows why there is no picture, and closes', async () => {
  const root = await panel()
  await act(() => button(root, 'Scan')!.click())
  await vi.waitFor(() => expect(root.querySelector('.camera [role=alert]')).not.toBeNull(), 90_000)
  expect(root.querySelector('.camera [role=alert]')!.textContent).toContain('https')
  await act(() => button(root, 'Close')!.click())
  expect(root.querySelector('.camera')).toBeNull()
  expect(button(root, 'Scan')).toBeDefined()
})
