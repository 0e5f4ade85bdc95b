// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, choose, inputOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import OpenCaseDialog, { type CaseFor } from './open-case-dialog.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})
const ADD = '/rwms/case/add'
const of = { source: 'shipment', record: '7', no: 'B1', customer: 'Nordlicht' } as const
const open = async (rights: string[], about: typeof of | null = of, customer?: CaseFor) => {
  const sent = answersAt({
    [ADD]: good({ id: '1', no: 'C1' }),
    '/rwms/case/ofNumber': good({ customerName: 'Nordlicht' }),
    '/sys/dict/getDictItems/case_type': good([
      { value: 'delay', text: 'Delay', label: 'd', color: null },
    ]),
  })
  await showScreen(
    <OpenCaseDialog of={about ?? undefined} customer={customer} onClose={() => {}} />,
    {
      texts: ['cases'],
      rights,
    },
  )
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

it('a number names its customer to who sees customers', async () => {
  const sent = await open(['ret:case:note', 'base:customer:list'], null)
  await type(await inputOf('Delivery or order number (optional)'), '0034')
  await until(() => seen().includes('Nordlicht reads the message'))
  const asked = sent.filter(({ url }) => url.pathname.endsWith('/case/ofNumber'))
  expect(asked.map(({ url }) => url.searchParams.get('no'))).toEqual(['0034'])
})

it('without a number a customer is chosen who reads it, or it is an internal comment', async () => {
  const rights = ['ret:case:note', 'base:customer:list']
  const sent = await open(rights, null)
  await type(await inputOf('Subject'), 'Invoice copy')
  await type(await inputOf('Message'), 'Here it is.')
  await press('Open a case')
  await until(() => seen().includes('Choose the customer, or make it an internal comment'))
  expect(sent.filter(({ url }) => url.pathname.endsWith(ADD))).toEqual([])
})

it('opened from a customer it is for that customer', async () => {
  const sent = await open(['ret:case:note', 'base:customer:list'], null, {
    id: '5',
    name: 'Nordlicht',
  })
  expect(seen()).toContain('Nordlicht reads the message')
  await choose(await inputOf('Type'), 'Delay')
  await type(await inputOf('Subject'), 'Invoice copy')
  await type(await inputOf('Message'), 'Here it is.')
  await press('Open a case')
  await until(() => sent.some(({ url }) => url.pathname.endsWith(ADD)))
  expect(sent.find(({ url }) => url.pathname.endsWith(ADD))?.body).toMatchObject({
    source: 'none',
    customerId: '5',
  })
})
