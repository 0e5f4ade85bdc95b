import { act } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { expect, it, vi } from 'vitest'
import { answersAt, press, seen, type } from '#web/test/acts.ts'
import { good, show, signInForTest, speak, until } from '#web/test/page.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { queryClient } from '../../../kit/http/query.ts'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { NameWithPaste } from './name-with-paste.tsx'
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
  const Page = () => {
    useKeys({ 'mod+enter': submit }, { modal: true })
    return (
      <QueryClientProvider client={queryClient}>
        <input id="elsewhere" />
        <PasteAddress country="DE" onAddress={onAddress} />
      </QueryClientProvider>
    )
  }
  await show(<Page />)
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
    [],
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
    [],
  ])
})

it('names the fields that were read without proof, and stays open', async () => {
  const { onAddress, box } = await open({ ...READ, left: [], unsure: ['name', 'city'] })
  await type(box, 'x')
  await ctrlEnter(box)
  await until(() => seen().includes('Please check: name, city'))
  expect(onAddress.mock.lastCall?.[1]).toBe(false)
})

it('marks the fields to check until they are entered again', async () => {
  await speak('en_US', 'addresses')
  signInForTest()
  answersAt({ '/erp/address/recognize': good({ ...READ, left: [], unsure: ['name', 'city'] }) })
  const Page = () => {
    const entry = useEntry({
      draft: null,
      start: { name: '', city: '', street: '' },
      save: () => Promise.reject(new Error('saved')),
      onSaved: () => undefined,
      label: (path) => path,
    })
    return (
      <Form {...entry.props}>
        <Form.Item name="name">
          <NameWithPaste />
        </Form.Item>
        <Form.Item name="city">
          <Input id="town" />
        </Form.Item>
        <Form.Item name="street">
          <Input />
        </Form.Item>
      </Form>
    )
  }
  await show(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  await press('Paste an address')
  const box = found<HTMLTextAreaElement>('textarea')
  await type(box, 'x')
  await ctrlEnter(box)
  const marked = () => document.querySelectorAll('.ant-form-item-has-warning').length
  await until(() => marked() === 2)
  await type(found<HTMLInputElement>('#town'), 'Bern')
  await until(() => marked() === 1)
})

it('shows what was set aside where the rest is in doubt', async () => {
  const { box } = await open({ ...READ, left: [], aside: ['Gruß Ole'], unsure: ['left'] })
  await type(box, 'x')
  await ctrlEnter(box)
  await until(() => seen().includes('Please check: the rest of the text'))
  expect(seen()).toContain('Set aside: Gruß Ole')
})
