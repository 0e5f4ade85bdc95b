import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Host from '../../../kit/platform/feedback-host.tsx'
import { queryClient } from '../../../kit/http/query.ts'
import {
  answers,
  good,
  leave,
  refused,
  settle,
  show,
  signInForTest,
  signOutForTest,
  speak,
  until,
  type Made,
  type Sent,
  untilFound,
} from '#web/test/page.tsx'
import { notifyRulesOf } from '#contracts/platform/messaging/notify-rules.ts'
import { setRights } from '../../../kit/session/session.ts'
import { deviceOf } from '../../../kit/session/device.ts'
import SettingsBase from './SettingsBase.screen.tsx'
import SettingsBinding from './SettingsBinding.screen.tsx'
import SettingsNotification from './SettingsNotification.screen.tsx'
import SettingsSecurity from './SettingsSecurity.screen.tsx'
import { zones } from '../../../kit/form/choices/zones.ts'
import { userInfo } from '../../../test/signed-in.ts'

const seen = () => document.body.textContent ?? ''
const owner = userInfo({ id: '1', username: 'lin', realname: '林' })
const overview = {
  passwordAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  mode: 'seed',
  email: null,
  phone: null,
  totp: { on: false, since: null, codesLeft: 0 },
}
const profile = {
  id: '1',
  username: 'lin',
  realname: '林',
  avatar: null,
  sex: null,
  birthday: null,
  phone: null,
  email: null,
  telephone: null,
  workNo: null,
  customer: null,
  roles: [],
  departs: [],
  tenants: [],
  createTime: '2026-01-01T00:00:00Z',
  lastLoginTime: null,
  version: 4,
}
const session = {
  id: '1',
  current: true,
  way: 'password',
  ip: '10.0.0.1',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36',
  tenant: '一号',
  createdAt: '2026-03-01T00:00:00Z',
  seenAt: '2026-03-01T00:00:00Z',
  expiresAt: '2026-03-08T00:00:00Z',
}
const key = {
  id: '5',
  name: '网店',
  shown: 'py_abcd…wxyz',
  scopes: ['a:b:c'],
  ips: [],
  expiresAt: null,
  lastUsedAt: null,
  lastIp: null,
  revokedAt: null,
  createTime: '2026-03-01T00:00:00Z',
}

async function page(screen: React.ReactNode, made: Record<string, Made> = {}): Promise<Sent[]> {
  const sent = answers((one) => {
    const path = one.url.pathname.replace('/boot', '')
    const usual: Record<string, Made> = {
      '/sys/account/security': good(overview),
      '/sys/account/profile': good(profile),
      '/sys/account/session/list': good([
        session,
        { ...session, id: '2', current: false, userAgent: null },
      ]),
      '/sys/account/apiKey/list': good([
        key,
        { ...key, id: '6', name: '旧的', revokedAt: '2026-03-02T00:00:00Z' },
      ]),
      '/sys/account/apiKey/scopes': good([{ code: 'a:b:c', name: '查询', group: '订单' }]),
      '/sys/user/notifyRules': good(notifyRulesOf(undefined)),
      '/sys/userSetting/all': good({}),
      '/sys/account/standIns': good({
        mine: null,
        forOthers: [{ realname: '王芳', startTime: null, endTime: '2031-05-01T10:00:00Z' }],
      }),
    }
    return made[`${one.method} ${path}`] ?? usual[path] ?? good(null)
  })
  await show(
    <QueryClientProvider client={queryClient}>
      <Host />
      <MemoryRouter>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
  await settle(30)
  return sent
}
const findButton = (name: string, within = 'body') =>
  [...document.querySelectorAll<HTMLButtonElement>(`${within} button`)].find(
    (one) => one.textContent?.replaceAll(' ', '') === name.replaceAll(' ', ''),
  )
const button = (name: string, within?: string) =>
  findButton(name, within) ?? expect.fail(`no button ${name}`)
async function press(name: string, within?: string) {
  const found = await untilFound(() => findButton(name, within))
  await act(async () => found.click())
  await settle(40)
}
async function type(id: string, value: string) {
  const field = await untilFound(() => document.querySelector<HTMLInputElement>(`#${id}`))
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const called = (sent: Sent[], path: string) =>
  sent.filter(({ url, method }) => url.pathname.endsWith(path) && method !== 'GET')

beforeEach(async () => {
  queryClient.clear()
  await speak('zh_CN', 'account', 'passwords')
  signInForTest()
  setRights({
    menu: [],
    auth: ['trk:search:query', 'ship:b2c:import'].map((action) => ({ action, type: '1' })),
    allAuth: [],
  })
})
afterEach(async () => {
  await leave()
  signOutForTest()
  vi.unstubAllGlobals()
})

describe('security', () => {
  it('shows where one is signed in, and ends one or all others after asking', async () => {
    const sent = await page(<SettingsSecurity />)
    await until(() => seen().includes('一号'))
    expect(
      ['3 天前', 'Chrome 141 · Windows', '本机', '未知设备', '10.0.0.1 · 密码登录 · 一号'].filter(
        (text) => !seen().includes(text),
      ),
    ).toEqual([])
    await press('退出')
    expect(
      called(sent, '/session/delete').map(({ method, url }) => [
        method,
        url.searchParams.get('id'),
      ]),
    ).toEqual([['DELETE', '2']])
    await press('退出其他设备')
    await until(() => seen().includes('退出其他 1 处登录？'))
    expect(called(sent, '/endOthers')).toEqual([])
    await press('退出其他设备', '.ant-modal-confirm')
    await until(() => called(sent, '/endOthers').length === 1)
  })

  it('puts a second factor in force by its first code; the recovery codes stay until they are kept', async () => {
    const sent = await page(<SettingsSecurity />, {
      'POST /sys/account/totp/begin': good({
        secret: 'ABCDEFGHIJKLMNOP',
        uri: 'otpauth://totp/Parcelyard:lin?secret=ABCDEFGHIJKLMNOP&issuer=Parcelyard',
      }),
      'POST /sys/account/totp/confirm': refused(422, '动态验证码错误或已使用', {
        error: 'session.totpWrong',
      }),
    })
    await press('开启两步验证')
    await until(() => document.querySelector('.acc-qr svg path') !== null)
    expect(seen()).toContain('ABCD EFGH IJKL MNOP')
    await type('totp-code', ' 123456 ')
    await press('确认开启')
    await until(() => seen().includes('动态验证码错误或已使用'))
    expect(called(sent, '/totp/confirm')[0]?.body).toEqual({ code: '123456' })
    vi.unstubAllGlobals()
    answers((one) =>
      one.url.pathname.endsWith('/confirm')
        ? good({ codes: ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'] })
        : good(overview),
    )
    await press('确认开启')
    await until(() => seen().includes('EEEE-FFFF-GGGG-HHHH'))
    expect(button('完成').disabled).toBe(true)
    await act(async () =>
      document.querySelector<HTMLInputElement>('.ant-modal input[type=checkbox]')?.click(),
    )
    await press('完成')
    await until(() => !seen().includes('EEEE-FFFF-GGGG-HHHH'))
  })

  it('takes a second factor back only with the password and a code', async () => {
    const sent = await page(<SettingsSecurity />, {
      'GET /sys/account/security': good({
        ...overview,
        totp: { on: true, since: '2026-03-01T00:00:00Z', codesLeft: 2 },
      }),
      'POST /sys/account/totp/end': refused(422, '密码错误'),
    })
    await until(() => seen().includes('剩余恢复码 2 个'))
    await press('关闭两步验证')
    await until(() => document.querySelector('#totp-off') !== null)
    expect(button('关闭两步验证', '.ant-modal-footer').disabled).toBe(true)
    await type('totp-off', 'nope')
    expect(button('关闭两步验证', '.ant-modal-footer').disabled).toBe(true)
    await type('totp-off-code', '123456')
    await press('关闭两步验证', '.ant-modal-footer')
    await until(() => seen().includes('密码错误'))
    expect(called(sent, '/totp/end')[0]?.body).toEqual({ password: 'nope', totp: '123456' })
  })

  it('leads to the description of the calls before there is a key', async () => {
    await page(<SettingsSecurity />, { 'GET /sys/account/apiKey/list': good([]) })
    await until(() => seen().includes('尚无密钥'))
    expect([...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toContain(
      '/account/settings/keys/all',
    )
  })

  it('revokes a key after asking; one that is over shows it', async () => {
    const sent = await page(<SettingsSecurity />)
    await until(() => seen().includes('网店'))
    expect(
      ['网店', 'py_abcd…wxyz', '1 项权限 · 不限 IP · 长期有效 · 从未使用', '已吊销'].filter(
        (text) => !seen().includes(text),
      ),
    ).toEqual([])
    await press('吊销')
    await until(() => seen().includes('吊销密钥“网店”？'))
    await press('吊销', '.ant-modal-confirm')
    await until(() => called(sent, '/apiKey/delete').length === 1)
    expect(called(sent, '/apiKey/delete')[0]?.url.searchParams.get('id')).toBe('5')
  })

  it('asks a new key for what it lacks', async () => {
    const sent = await page(<SettingsSecurity />)
    await press('新建密钥')
    await until(() => document.querySelector('.ant-modal-footer') !== null)
    await press('生成密钥')
    await until(() => document.querySelectorAll('.ant-form-item-explain-error').length === 2)
    expect(called(sent, '/apiKey/add')).toEqual([])
  })
})

describe('the profile', () => {
  const save = 'PUT /sys/account/profile/edit'
  it('is saved with its version, and the server’s words stand at their fields', async () => {
    const sent = await page(<SettingsBase />, {
      [save]: refused(400, '请检查填写内容。', {
        result: { issues: [{ path: 'phone', code: 'field.duplicate', message: '已被使用' }] },
      }),
    })
    await until(() => document.querySelector('#phone') !== null)
    expect(button('保存').disabled).toBe(true)
    await type('phone', '13800001234')
    await press('保存')
    await until(
      () => document.querySelector('.ant-form-item-explain-error')?.textContent === '已被使用',
    )
    expect(called(sent, '/profile/edit')[0]?.body).toEqual({
      realname: '林',
      sex: null,
      birthday: null,
      phone: '13800001234',
      email: null,
      telephone: null,
      version: 4,
    })
  })
  it('waits for the code that was sent to a new address, and can ask for another', async () => {
    const sent = await page(<SettingsBase />, {
      [save]: good({
        userInfo: { ...owner, realname: '林' },
        confirm: [{ kind: 'email', value: 'lin@example.com' }],
      }),
      'POST /sys/account/contact/confirm': refused(422, '验证码错误或已失效', {
        error: 'code.wrong',
      }),
    })
    await type('email', 'lin@example.com')
    await press('保存')
    await until(() => document.querySelector('#contact-code') !== null)
    expect([
      seen().includes('lin@example.com'),
      button('确认', '.ant-modal-footer').disabled,
    ]).toEqual([true, true])
    await type('contact-code', '123 456')
    await type('contact-code', '123456')
    await press('确认', '.ant-modal-footer')
    await until(() => seen().includes('验证码错误或已失效'))
    expect(called(sent, '/contact/confirm')[0]?.body).toEqual({
      kind: 'email',
      value: 'lin@example.com',
      code: '123456',
    })
    expect(document.querySelector<HTMLButtonElement>('.acc-again')?.disabled).toBe(true)
  })
  it('knows every zone with its offset, west before east', () => {
    const all = zones('en', new Date('2026-01-15T00:00:00Z'))
    expect(all.find(({ zone }) => zone === 'Asia/Shanghai')?.label).toBe(
      'UTC+08:00 · Asia/Shanghai',
    )
    expect(all.find(({ zone }) => zone === 'America/New_York')?.label).toBe(
      'UTC-05:00 · America/New York',
    )
    expect(all.findIndex(({ zone }) => zone === 'America/New_York')).toBeLessThan(
      all.findIndex(({ zone }) => zone === 'Asia/Shanghai'),
    )
  })
})

it('notification rules are one matrix; security cannot be silenced at the bell', async () => {
  const sent = await page(<SettingsNotification />)
  await until(() => document.querySelector('table') !== null)
  const cell = (label: string) =>
    document.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`) ??
    expect.fail(`no ${label}`)
  expect([
    cell('账号安全 · 站内').disabled,
    cell('公告 · 站内').disabled,
    button('保存').disabled,
    seen().includes('未填写手机'),
  ]).toEqual([true, true, true, true])
  // Scheduled jobs are not this person's to look after.
  expect(document.querySelectorAll('tbody tr').length).toBe(5)
  expect(seen()).toContain('您代理 王芳')
  await act(async () => cell('导入完成 · 邮件').click())
  await act(async () => cell('免打扰时段').click())
  await press('保存')
  expect(called(sent, '/notifyRules/edit')[0]?.body).toMatchObject({
    rules: { importFinished: { system: true, email: true, sms: false } },
    quiet: { from: '22:00', to: '07:00' },
    digest: 'off',
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

it('an account elsewhere is let go of after asking', async () => {
  const sent = await page(<SettingsBinding />, {
    'GET /sys/account/thirdAccount/list': good([
      {
        id: '9',
        provider: 'dingtalk',
        issuer: 'x',
        name: 'lin',
        createdAt: '2026-03-01T00:00:00Z',
      },
    ]),
  })
  await press('解除绑定')
  await until(() => seen().includes('解除绑定钉钉？'))
  await press('解除绑定', '.ant-modal-confirm')
  await until(() => called(sent, '/thirdAccount/delete').length === 1)
})

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge 141 · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari 18 · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
    'WeChat 8 · Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox 140 · macOS',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', null],
  [null, null],
])('a browser in two words: %s', (userAgent, words) => expect(deviceOf(userAgent)).toBe(words))
