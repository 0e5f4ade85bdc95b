// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import OpenCaseDialog from './open-case-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const ADD = '/rwms/case/add'
const of = { source: 'shipment', record: '7', no: 'B1', customer: 'Nordlicht' } as const
const open = async (rights: string[], about: typeof of | null = of) => {
  const sent = answersAt({
    [ADD]: good({ id: '1', no: 'C1' }),
    '/sys/dict/getDictItems/case_type': good([
      { value: 'delay', text: 'Delay', label: 'd', color: null },
    ]),
  })
  await showScreen(<OpenCaseDialog {...(about ? { of: about } : {})} onClose={() => {}} />, {
    texts: ['cases'],
    rights,
  })
  await inputOf('Message')
  return sent
}

it('names the customer who reads the text, and lets it be internal', async () => {
  await open(['ret:case:note'])
  expect(seen()).toContain('Nordlicht reads the message')
  const note = [...document.querySelectorAll('.py-segments label')].find(
    (one) => one.textContent === 'Internal comment',
  )!
  await press(note.querySelector('input')!)
  await until(() => seen().includes('Only staff reads the message'))
  expect(seen()).not.toContain('Nordlicht reads')
})

it('without the right to internal comments there is no choice', async () => {
  await open([])
  expect(seen()).toContain('Nordlicht reads the message')
  expect(seen()).not.toContain('Internal comment')
})

it('without a record only staff reads it, until a number names one', async () => {
  await open([], null)
  expect(seen()).toContain('only staff reads it')
  await type(await inputOf('Delivery or order number (optional)'), '0034')
  await until(() => seen().includes('The customer of this number reads'))
})
