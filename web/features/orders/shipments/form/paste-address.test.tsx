import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { type } from '#web/test/acts.ts'
import { show, speak } from '#web/test/page.tsx'
import { useKeys } from '../../../../kit/platform/use-keys.ts'
import { PasteAddress } from './paste-address.tsx'

const found = <E extends Element>(selector: string) =>
  document.querySelector<E>(selector) ?? expect.fail(selector)

it('reads the address on Ctrl+Enter in the box; elsewhere the form has the key', async () => {
  await speak('en_US', 'shipments')
  const [submit, onAddress] = [vi.fn(), vi.fn()]
  const Form = () => {
    useKeys({ 'mod+enter': submit }, { modal: true })
    return (
      <>
        <input id="elsewhere" />
        <PasteAddress country="DE" onAddress={onAddress} />
      </>
    )
  }
  await show(<Form />)
  const box = found<HTMLTextAreaElement>('textarea')
  const ctrlEnter = async (target: HTMLElement) => {
    await act(async () => target.focus())
    await act(async () => {
      target.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }),
      )
    })
  }
  await type(box, 'Max Muster\nHauptstraße 5\n10115 Berlin')
  await ctrlEnter(box)
  expect(onAddress).toHaveBeenCalledOnce()
  expect(submit).not.toHaveBeenCalled()
  await ctrlEnter(found<HTMLElement>('#elsewhere'))
  expect(submit).toHaveBeenCalledOnce()
  expect(onAddress).toHaveBeenCalledOnce()
})
