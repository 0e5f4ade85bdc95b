import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answersAt,
  bodiesOf,
  inputOf,
  noteOf,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { EmailForm } from './email-form.tsx'
import { SmsForm } from './sms-form.tsx'

const SECRET = { set: true, last4: '9f3a' }
const SMS = {
  settings: {
    url: 'https://sms.example.com',
    method: 'POST',
    bodyType: 'json',
    body: '{}',
    headers: [
      { name: 'Authorization', value: 'Bearer {{key}}' },
      { name: 'X-Id', value: '1' },
    ],
    signature: 'none',
    signText: '',
    okText: '',
  },
  enabled: true,
  secret: SECRET,
  version: 3,
} as const
const EMAIL = {
  settings: {
    host: 'mail.example.com',
    port: 465,
    security: 'tls',
    user: '',
    fromAddress: 'a@example.com',
    fromName: '',
  },
  enabled: true,
  secret: { set: false, last4: '' },
  version: 2,
} as const
const issue = (path: string, message: string) =>
  refused(400, 'Please check', { result: { issues: [{ path, code: 'x', message }] } })

async function open(
  form: 'sms' | 'email',
  routes: Record<string, Answer | Answer[]>,
): Promise<Sent[]> {
  const sent = answersAt(routes)
  await showScreen(
    form === 'sms' ? <SmsForm state={SMS as never} /> : <EmailForm state={EMAIL as never} />,
    { texts: ['message-channels'] },
  )
  return sent
}
const save = () => press(document.querySelector<HTMLElement>('button[type="submit"]')!)
const headers = () => [...document.querySelectorAll<HTMLInputElement>('.msg-header-row input')]

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('the way of short messages', () => {
  it('sends its settings as one, and no key where none was entered', async () => {
    const sent = await open('sms', { '/message/channel/saveSms': good({ ...SMS, version: 4 }) })
    await type(await inputOf('URL'), 'https://sms.example.org')
    await save()
    await until(() => bodiesOf(sent, '/channel/saveSms').length === 1)
    const body = bodiesOf(sent, '/channel/saveSms')[0]
    expect(body).toMatchObject({ version: 3, enabled: true })
    expect(body?.settings).toMatchObject({ url: 'https://sms.example.org', method: 'POST' })
    expect(body).not.toHaveProperty('secret')
  })

  it('goes on from the version that was saved', async () => {
    const sent = await open('sms', { '/message/channel/saveSms': good({ ...SMS, version: 4 }) })
    await save()
    await until(() => bodiesOf(sent, '/channel/saveSms').length === 1)
    await type(await inputOf('URL'), 'https://sms.example.org')
    await save()
    await until(() => bodiesOf(sent, '/channel/saveSms').length === 2)
    expect(bodiesOf(sent, '/channel/saveSms').map((body) => body.version)).toEqual([3, 4])
  })

  it('has headers that are added and taken away', async () => {
    const sent = await open('sms', { '/message/channel/saveSms': good(SMS) })
    expect(headers()).toHaveLength(4)
    await press('Remove this header')
    await press('Add a header')
    expect(headers()).toHaveLength(4)
    await type(headers()[2]!, 'X-New')
    await type(headers()[3]!, 'v')
    await save()
    await until(() => bodiesOf(sent, '/channel/saveSms').length === 1)
    expect(bodiesOf(sent, '/channel/saveSms')[0]?.settings).toMatchObject({
      headers: [
        { name: 'X-Id', value: '1' },
        { name: 'X-New', value: 'v' },
      ],
    })
  })

  it('shows a refusal at the line it is about', async () => {
    await open('sms', {
      '/message/channel/saveSms': issue('settings.headers.1.name', 'is no name'),
    })
    await save()
    await until(() => document.querySelector('.py-summary') !== null)
    const lines = () =>
      [...document.querySelectorAll('.msg-header-row')].map((one) => one.textContent)
    await until(() => lines().some((text) => text?.includes('is no name')))
    expect(lines()[0]).not.toContain('is no name')
    expect(document.activeElement).toBe(headers()[2])
  })
})

describe('the mail server', () => {
  it('shows a refusal of its settings at their field', async () => {
    await open('email', { '/message/channel/saveEmail': issue('settings.host', 'is not known') })
    await save()
    await until(() => seen().includes('is not known'))
    expect(await noteOf('SMTP server')).toBe('is not known')
    expect(document.activeElement).toBe(await inputOf('SMTP server'))
  })
})
