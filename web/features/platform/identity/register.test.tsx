import { act, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answers, good, leave, refused, settle, show, speak, until } from '#web/test/page.tsx'
import { CodeField } from './code-field.tsx'
import ContactSteps from './contact-steps.tsx'
import Register from './register.tsx'

const NONE = { sms: false, email: false }
const BOTH = { sms: true, email: true }
const offered = (codes: { sms: boolean; email: boolean }) =>
  good({
    registration: true,
    company: 'Alster Parcel',
    passwordMode: 'seed',
    third: [],
    codes: { account: codes, registration: codes },
  })
const seen = () => document.body.textContent ?? ''
const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[name=${name}]`) ?? expect.fail(name)
const submit = async () => {
  await act(async () => document.querySelector('form')?.requestSubmit())
  await settle(10)
}
const marked = () =>
  [...document.querySelectorAll<HTMLInputElement>('[aria-invalid]')].map(({ name }) => name)
const open = async (page: 'register' | 'forgot', codes: typeof NONE, answer = good(null)) => {
  const sent = answers((one) =>
    one.url.pathname.endsWith('/signIn/options') ? offered(codes) : answer,
  )
  await show(<MemoryRouter>{page === 'register' ? <Register /> : <ContactSteps />}</MemoryRouter>)
  await until(() => sent.length > 0)
  await settle(10)
  return sent
}
const getCode = async () => {
  const button = document.querySelector<HTMLElement>('.idn-code button') ?? expect.fail('no button')
  await act(async () => button.click())
  await settle(10)
}

beforeEach(() => speak('en_US', 'identity'))
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it('shows all that is wrong at once, each next to its field, and goes to the first', async () => {
  const sent = await open('register', BOTH)
  await submit()
  expect(marked()).toEqual([
    'company',
    'realname',
    'username',
    'phone',
    'smscode',
    'password',
    'terms',
  ])
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Please correct 7 fields')
  for (const text of [
    'Enter your company name',
    'Enter a phone number, with its country code',
    'Enter the code of 6 digits',
  ])
    expect(seen()).toContain(text)
  expect(document.activeElement).toBe(field('company'))
  field('company').value = 'Lantern Ltd'
  await submit()
  expect([marked()[0], sent.some(({ url }) => url.pathname.endsWith('/register'))]).toEqual([
    'realname',
    false,
  ])
})

it('names the company one becomes a customer of, and asks for the country of a phone', async () => {
  const sent = await open('register', BOTH)
  expect(seen()).toContain('You become a customer of Alster Parcel.')
  for (const [typed, complete] of [
    ['0151 2345678', false],
    ['+49 151 2345678', true],
    ['0049 151 2345678', true],
    ['13800138000', true],
  ] as const) {
    field('phone').value = typed
    await submit()
    expect([typed, marked().includes('phone')]).toEqual([typed, !complete])
  }
  expect(sent.some(({ url }) => url.pathname.endsWith('/register'))).toBe(false)
})

it('a phone number that was corrected is marked no more once a code goes to it', async () => {
  await open('register', BOTH)
  await submit()
  field('phone').value = '+49 151 2345678'
  await getCode()
  expect([marked().includes('phone'), marked().includes('company')]).toEqual([false, true])
})

it('a reload empties nothing but the password, which can be looked at', async () => {
  await open('register', BOTH)
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (const name of ['company', 'phone', 'password'])
    await act(async () => {
      set?.call(field(name), '+4915112345678')
      field(name).dispatchEvent(new Event('input', { bubbles: true }))
    })
  const eye = document.querySelector<HTMLElement>('.py-password button') ?? expect.fail('no eye')
  await act(async () => eye.click())
  expect(field('password').type).toBe('text')
  await open('register', BOTH)
  const now = ['company', 'realname', 'phone', 'password'].map((name) => field(name).value)
  expect(now).toEqual(['+4915112345678', '', '+4915112345678', ''])
})

it('marks the field the server refused', async () => {
  await open(
    'register',
    BOTH,
    refused(422, 'This phone number is registered already.', { error: 'register.phoneTaken' }),
  )
  for (const [name, value] of Object.entries({
    company: 'Lantern',
    realname: 'Li Na',
    username: 'lina',
    phone: '+4915112345678',
    smscode: '123456',
  }))
    field(name).value = value
  field('terms').checked = true
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    set?.call(field('password'), 'Wq8#lantern-hill')
    field('password').dispatchEvent(new Event('input', { bubbles: true }))
  })
  await submit()
  expect([marked(), document.activeElement]).toEqual([['phone'], field('phone')])
})

it('promises a message only where one can be sent; else shows who reads the code out', async () => {
  await open('register', NONE)
  expect(seen()).toContain('Text messages and e-mail are not set up here.')
  field('phone').value = '+4915112345678'
  await getCode()
  expect(seen()).toContain('The code is waiting with the company’s administrator')
  expect(seen()).not.toContain('on its way')
  await open('register', BOTH)
  expect(seen()).not.toContain('not set up')
  field('phone').value = '+4915112345678'
  await getCode()
  expect(seen()).toContain('A message with the code is on its way to +4915112345678')
  expect(seen()).not.toContain('If the account exists')
})

it('a forgotten password offers the ways there are', async () => {
  const start = async (codes: typeof NONE) => {
    await open('forgot', codes)
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    await act(async () => {
      set?.call(field('account'), 'lina')
      field('account').dispatchEvent(new Event('input', { bubbles: true }))
    })
    await submit()
    return [...document.querySelectorAll<HTMLInputElement>('input[name=by]')].map((one) => ({
      on: one.checked,
      off: one.disabled,
    }))
  }
  expect(await start({ sms: false, email: true })).toEqual([
    { on: false, off: true },
    { on: true, off: false },
  ])
  expect(seen()).toContain('Text messages are not set up here')
  await start(NONE)
  expect(document.querySelector('fieldset')?.hidden).toBe(true)
  expect(seen()).not.toContain('The code goes to')
  await getCode()
  expect(seen()).toContain('its code is waiting with your administrator')
})

it('what leaves here may be known after a code was asked for: it is not on its way then', async () => {
  function Late() {
    const [channels, setChannels] = useState<typeof NONE | null>(null)
    const more = { receiver: () => '+4916012345678', onProblem: () => undefined, channels }
    return (
      <>
        <CodeField id="code" name="smscode" smsmode="1" {...more} />
        <button type="button" className="known" onClick={() => setChannels(NONE)} />
      </>
    )
  }
  answers(good(null))
  await show(<Late />)
  await getCode()
  await act(async () => document.querySelector<HTMLElement>('.known')?.click())
  expect(seen()).toContain('The code is waiting with the company’s administrator')
})
