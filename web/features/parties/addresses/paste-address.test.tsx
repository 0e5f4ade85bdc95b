import { act } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { answersAt, press, seen, type } from '#web/test/acts.ts'
import { good, show, signInForTest, speak, until } from '#web/test/page.tsx'
import { queryClient } from '../../../kit/http/query.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { PasteAddress } from './paste-address.tsx'

const found = <E extends Element>(selector: string) =>
  document.querySelector<E>(selector) ?? expect.fail(selector)
const READ = {
  found: { name: 'Max Muster', street: 'Hauptstraße', house: '5', city: 'Berlin' },
  left: ['Ebene 7'],
  aside: [],
  unsure: [],
  places: null,
}

async function open(read: object = READ) {
  await speak('en_US', 'addresses')
  signInForTest()
  const sent = answersAt({ '/erp/address/recognize': good(read) })
  const [submit, onAddress] = [vi.fn(), vi.fn()]
  const Form = () => {
    useKeys({ 'mod+enter': submit }, { modal: true })
    return (
      <QueryClientProvider client={queryClient}>
        <input id="elsewhere" />
        <PasteAddress country="DE" onAddress={onAddress} />
      </QueryClientProvider>
    )
  }
  await show(<Form />)
  return { sent, submit, onAddress, box: found<HTMLTextAreaElement>('textarea') }
}
const ctrlEnter = async (target: HTMLElement) => {
  await act(async () => target.focus())
  await act(async () => {
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }),
    )
  })
}

it('reads the address on Ctrl+Enter in the box; elsewhere the form has the key', async () => {
  const { sent, submit, onAddress, box } = await open()
  await type(box, 'Max Muster\nHauptstraße 5\n10115 Berlin')
  await ctrlEnter(box)
  await until(() => onAddress.mock.calls.length === 1)
  expect(sent[0]?.body).toEqual({ text: 'Max Muster\nHauptstraße 5\n10115 Berlin', country: 'DE' })
  expect(submit).not.toHaveBeenCalled()
  await ctrlEnter(found<HTMLElement>('#elsewhere'))
  expect(submit).toHaveBeenCalledOnce()
})

it('hands over every field, so that nothing of the address before stays', async () => {
  const { onAddress, box } = await open()
  await type(box, 'x')
  await ctrlEnter(box)
  await until(() => onAddress.mock.calls.length === 1)
  expect(onAddress.mock.calls[0]).toEqual([
    expect.objectContaining({
      name: 'Max Muster',
      company: '',
      phone: '',
      email: '',
      country: 'DE',
    }),
    false,
  ])
})

it('shows what is left, and puts it into the second line of the address', async () => {
  const { onAddress, box } = await open()
  await type(box, 'x')
  await ctrlEnter(box)
  await until(() => seen().includes('Not recognized: Ebene 7'))
  await press('Add to address line 2')
  expect(onAddress.mock.lastCall).toEqual([
    expect.objectContaining({ address2: 'Ebene 7', name: 'Max Muster' }),
    true,
  ])
})

it('names the fields that were read without proof, and stays open', async () => {
  const { onAddress, box } = await open({ ...READ, left: [], unsure: ['name', 'city'] })
  await type(box, 'x')
  await ctrlEnter(box)
  await until(() => seen().includes('Please check: name, city'))
  expect(onAddress.mock.lastCall?.[1]).toBe(false)
})
