// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { choose, inputOf, openSelect, pressKey, seen, type } from '#web/test/acts.ts'
import { settle, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useScanner } from '../../../kit/platform/use-keys.ts'
import { ScanInput } from '../../../kit/scan/scan-input.tsx'
import { useScanBox } from './use-scan-box.ts'

const scanned = vi.fn()
const BATCHES = [{ value: '1', label: 'B-1' }]
function Station() {
  const box = useScanBox()
  useScanner(scanned)
  return (
    <>
      <div ref={box.ref}>
        <ScanInput onScan={scanned} placeholder="Scan" />
      </div>
      <label htmlFor="batch">Batch</label>
      <ChoiceInput id="batch" value="1" options={BATCHES} />
      <p>Elsewhere</p>
    </>
  )
}
const focused = () => (document.activeElement as HTMLInputElement).placeholder
const open = async () => {
  const list = await inputOf('Batch')
  await act(async () => list.focus())
  await openSelect(list)
  await until(() => list.getAttribute('aria-expanded') === 'true')
  return list
}

beforeEach(async () => {
  scanned.mockReset()
  await showScreen(<Station />)
})
afterEach(() => leave())

it.each<[string, (list: Element) => Promise<void>]>([
  ['Escape', (list) => pressKey(list, 'Escape', { keyCode: 27 })],
  ['the same choice', (list) => choose(list, 'B-1')],
  [
    'a click elsewhere',
    async () =>
      act(async () => {
        document.querySelector('p')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
      }),
  ],
])('a list closed by %s gives the next scan to the station', async (_, close) => {
  await close(await open())
  await until(() => focused() === 'Scan')
})

it('a scan into an open list is the station’s, and the list has lost nothing', async () => {
  const list = await open()
  const no = 'PY0000000008'
  const press = (key: string, timeStamp: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    list.dispatchEvent(event)
  }
  await act(async () => [...no].forEach((key, at) => press(key, at * 5)))
  await type(list, no)
  await act(async () => press('Enter', no.length * 5))
  await until(() => focused() === 'Scan')
  await settle()
  expect(scanned).toHaveBeenCalledExactlyOnceWith(no)
  expect(seen()).not.toContain('Nothing matches')
})
