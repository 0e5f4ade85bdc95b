import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Lang } from '#contracts/kit/envelope.ts'
import { ApiError, call, type Callable } from '../../kit/http/api.ts'
import Host from '../../kit/platform/feedback-host.tsx'
import { queryClient } from '../../kit/http/query.ts'
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
import { setUnsavedDialog, useUnsaved } from '../../kit/platform/unsaved.ts'
import { currentSession } from '../../kit/session/session.ts'
import { AuthHost } from './auth-host.tsx'
import ChangePassword from './change-password.tsx'
import SwitchDepart from './switch-depart.tsx'

const seen = () => document.body.textContent ?? ''
const input = (label: string) =>
  [...document.querySelectorAll<HTMLInputElement>('.ant-modal input')].find(
    (one) => document.querySelector(`label[for="${one.id}"]`)?.textContent === label,
  ) ?? expect.fail(`no ${label}`)
async function type(field: HTMLInputElement, value: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
async function press(name: string) {
  const button = await untilFound(() =>
    [...document.querySelectorAll<HTMLButtonElement>('.ant-modal button')].find(
      (one) => one.textContent?.replaceAll(' ', '') === name,
    ),
  )
  await act(async () => button.click())
  await settle(30)
}
const within = (page: React.ReactNode) =>
  show(
    <QueryClientProvider client={queryClient}>
      <Host />
      {page}
    </QueryClientProvider>,
  )
const begin = async (lang: Lang = 'zh_CN') => {
  await speak(lang, 'account', 'passwords')
  signInForTest()
}
beforeEach(() => queryClient.clear())
afterEach(async () => {
  await leave()
  signOutForTest()
  vi.unstubAllGlobals()
})

describe('changing the password', () => {
  const closed = vi.fn()
  const rule = good({
    passwordAt: null,
    mode: 'seed',
    email: null,
    phone: null,
    totp: { on: false, since: null, codesLeft: 0 },
  })
  const open = async (update: Made) => {
    closed.mockReset()
    const sent = answers((one) => (one.url.pathname.endsWith('/updatePassword') ? update : rule))
    await within(<ChangePassword open onClose={closed} onGone={() => undefined} />)
    await until(() => document.querySelector('.ant-modal') !== null)
    return sent
  }
  const words = {
    zh_CN: [
      '旧密码',
      '新密码',
      '确认新密码',
      '保存',
      '请输入旧密码!',
      '请输入新密码!',
      '请确认新密码!',
      '两次输入的密码不一样！',
      '密码由8位数字、大小写字母和特殊符号组成!',
    ],
    en_US: [
      'Current password',
      'New password',
      'New password again',
      'Save',
      'Please enter your current password.',
      'Please enter a new password.',
      'Please enter the new password again.',
      'The two passwords do not match.',
      '8 or more characters',
    ],
  } as const

  it.each(['zh_CN', 'en_US'] as const)(
    'asks for what is missing and for two that are the same, without a call: %s',
    async (lang) => {
      await begin(lang)
      const [old, fresh, again, save, oldMissing, newMissing, againMissing, differs, policy] =
        words[lang]
      const sent = await open(good(null))
      expect(
        document.querySelector<HTMLElement>('.ant-modal')?.style.width ??
          document.querySelector<HTMLElement>('.ant-modal')?.getAttribute('style'),
      ).toContain('800')
      expect(seen()).toContain(policy)
      await press(save)
      await until(() => seen().includes(oldMissing))
      expect([newMissing, againMissing].filter((text) => !seen().includes(text))).toEqual([])
      await type(input(old), 'o')
      await type(input(fresh), 'Xq7#mountain')
      await type(input(again), 'other')
      await press(save)
      await until(() => seen().includes(differs))
      expect([
        sent.filter(({ method }) => method === 'PUT').length,
        closed.mock.calls.length,
      ]).toEqual([0, 0])
    },
  )
  const fill = async () => {
    await type(input('旧密码'), 'o')
    await type(input('新密码'), 'Xq7#mountain')
    await type(input('确认新密码'), 'Xq7#mountain')
    await press('保存')
  }
  it('sends the four fields, shows the success and closes', async () => {
    await begin()
    const sent = await open(good(null, '密码重置成功!'))
    await fill()
    await until(() => closed.mock.calls.length > 0)
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
      username: 'lin',
      oldpassword: 'o',
      password: 'Xq7#mountain',
      confirmpassword: 'Xq7#mountain',
    })
    expect(seen()).toContain('密码重置成功!')
  })
  it('warns when it is refused, and stays', async () => {
    await begin()
    await open(refused(422, '旧密码输入错误!'))
    await fill()
    await until(() => seen().includes('旧密码输入错误!'))
    expect([
      document.querySelector('.ant-message-warning') !== null,
      closed.mock.calls.length,
    ]).toEqual([true, 0])
  })
  it.each([
    ['account.oldWrong', '旧密码'],
    ['password.rule', '新密码'],
    ['account.confirmDiffers', '确认新密码'],
  ])('marks what %s is about, and takes one there', async (error, label) => {
    await begin()
    await open(refused(422, '不行!', { error }))
    await fill()
    await until(
      () => document.querySelector('.ant-form-item-explain-error')?.textContent === '不行!',
    )
    const item = input(label).closest('.ant-form-item')
    expect([
      item?.textContent?.includes('不行!'),
      document.activeElement === input(label),
      document.querySelectorAll('.ant-form-item-explain-error').length,
    ]).toEqual([true, true, 1])
  })
  it('warns when the session is over', async () => {
    await begin()
    const sent = await open(good(null))
    await act(async () => signOutForTest())
    await fill()
    await until(() => seen().includes('当前没有登录用户，请先登录'))
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([])
  })
  it('shows how strong it is, and what is tried first', async () => {
    await begin()
    await open(good(null))
    await type(input('新密码'), 'Passw0rd!')
    expect(seen()).toContain('该密码过于常见，请换一个')
    await type(input('新密码'), 'Xq7#mountain&river88Stone')
    expect(document.querySelector('.py-meter-bar')?.getAttribute('data-strength')).toBe('4')
  })
})

describe('switching the department', () => {
  const gone = vi.fn()
  const open = async (list: object[], orgCode: string | null, select: Made = good(null)) => {
    gone.mockReset()
    await begin()
    const sent = answers((one) =>
      one.url.pathname.endsWith('getCurrentUserDeparts') ? good({ list, orgCode }) : select,
    )
    await within(<SwitchDepart onGone={gone} />)
    await settle(20)
    return sent
  }
  const list = [
    { id: '1', orgCode: 'A01', departName: '总公司', departNameEn: null },
    { id: '2', orgCode: 'A02', departName: '仓储部', departNameEn: null },
  ]

  it('shows a message and does not open where there is none', async () => {
    await open([], null)
    await until(() => seen().includes('您尚未设置部门信息!'))
    expect([document.querySelector('.ant-modal'), gone.mock.calls.length]).toEqual([null, 1])
  })
  it('opens once the list is there, 450 wide; without a choice the field is wrong and nothing is called', async () => {
    const sent = await open(list, null)
    await until(() => document.querySelector('.ant-modal') !== null)
    expect(document.querySelector('.ant-modal')?.getAttribute('style')).toContain('450')
    await press('确定')
    expect(
      document.querySelector('.ant-select-status-error, .ant-form-item-has-error'),
    ).not.toBeNull()
    expect([seen().includes('请选择部门'), sent.length]).toEqual([true, 1])
  })
  it('asks as the user, becomes the user in the answer, and asks everything again', async () => {
    const sent = await open(
      list,
      'A02',
      good({
        userInfo: {
          ...currentSession().user,
          id: '1',
          username: 'lin',
          orgCode: 'A02',
          relTenantIds: '7',
        },
      }),
    )
    await until(() => document.querySelector('.ant-modal') !== null)
    const anew = vi.spyOn(queryClient, 'invalidateQueries')
    await press('确定')
    await until(() => currentSession().user?.orgCode === 'A02')
    expect([sent.at(-1)?.method, sent.at(-1)?.body, anew.mock.calls.length]).toEqual([
      'PUT',
      { orgCode: 'A02', username: 'lin' },
      1,
    ])
  })
  it('keeps the department where something is not saved and the person stays', async () => {
    gone.mockReset()
    await begin()
    const sent = answers((one) =>
      one.url.pathname.endsWith('getCurrentUserDeparts')
        ? good({ list, orgCode: 'A02' })
        : good(null),
    )
    setUnsavedDialog(() => Promise.resolve(false))
    function Form() {
      useUnsaved(true)
      return null
    }
    await within(
      <>
        <Form />
        <SwitchDepart onGone={gone} />
      </>,
    )
    await until(() => document.querySelector('.ant-modal') !== null)
    await press('确定')
    expect([sent.length, document.querySelector('.ant-modal') !== null]).toEqual([1, true])
  })
})

describe('showing once more who one is', () => {
  const sensitive: Callable = { method: 'POST', path: '/sys/account/apiKey/add' }
  const requested = refused(422, '此操作需要再次验证身份', { error: 'session.stepUp' })
  let twoFactor = false
  const isOverview = ({ url }: Sent) => url.pathname.endsWith('/sys/account/security')
  const overview = () => good({ totp: { on: twoFactor, since: null, codesLeft: 0 } })
  const answersOf = (proof: Made) => {
    let proved = false
    return answers((one) => {
      if (isOverview(one)) return overview()
      if (!one.url.pathname.endsWith('/stepUp')) return proved ? good('done') : requested
      proved ||= Reflect.get(Object(proof.body), 'success') === true
      return proof
    })
  }
  beforeEach(async () => {
    twoFactor = false
    queryClient.clear()
    await begin()
    await within(<AuthHost />)
  })

  it('repeats the call that asked for it, also where two ask at once', async () => {
    const sent = answersOf(good(null))
    const both = Promise.all([call(sensitive, { a: 1 }), call(sensitive, { a: 2 })])
    await until(() => document.querySelector('.ant-modal') !== null)
    expect([seen().includes('验证身份'), document.querySelectorAll('.ant-modal').length]).toEqual([
      true,
      1,
    ])
    await press('确定')
    expect(seen()).toContain('请输入登录密码')
    await type(input('登录密码'), 'secret')
    await press('确定')
    expect(await both).toEqual(['done', 'done'])
    const asked = sent.filter((one) => !isOverview(one))
    expect(asked.map(({ url }) => url.pathname.split('/').at(-1))).toEqual([
      'add',
      'add',
      'stepUp',
      'add',
      'add',
    ])
    expect(asked[2]?.body).toEqual({ password: 'secret' })
  })
  it('offers a code to those alone who have the second factor', async () => {
    answersOf(refused(422, '密码错误', { error: 'session.wrongPassword' }))
    const refusedCall = call(sensitive, {}).catch((error: unknown) => error)
    await until(() => document.querySelector('.ant-modal') !== null)
    await settle()
    expect(document.querySelector('.ant-modal .py-link')).toBeNull()
    await press('取消')
    await refusedCall
  })
  it('takes a code as well, shows what is wrong, and stays', async () => {
    twoFactor = true
    const sent = answersOf(refused(422, '动态验证码错误或已使用', { error: 'session.totpWrong' }))
    const refusedCall = call(sensitive, {}).catch((error: unknown) => error)
    await until(() => document.querySelector('.ant-modal .py-link') !== null)
    await act(async () => document.querySelector<HTMLButtonElement>('.ant-modal .py-link')?.click())
    await type(input('动态验证码或恢复码'), '123456')
    await press('确定')
    await until(() => seen().includes('动态验证码错误或已使用'))
    expect(sent.at(-1)?.body).toEqual({ totp: '123456' })
    await press('取消')
    const error = await refusedCall
    expect(error instanceof ApiError && error.error).toBe('session.stepUp')
  })
  it('goes over to the code where the password alone does not do', async () => {
    const sent = answersOf(refused(422, '请输入动态验证码', { error: 'session.totpRequired' }))
    const refusedCall = call(sensitive, {}).catch((error: unknown) => error)
    await until(() => document.querySelector('.ant-modal') !== null)
    await type(input('登录密码'), 'secret')
    await press('确定')
    await type(input('动态验证码或恢复码'), '123456')
    await press('确定')
    expect(sent.at(-1)?.body).toEqual({ totp: '123456' })
    await press('取消')
    await refusedCall
  })
  it('asks once only: a server that asks again is heard', async () => {
    answers((one) =>
      isOverview(one) ? overview() : one.url.pathname.endsWith('/stepUp') ? good(null) : requested,
    )
    const refusedCall = call(sensitive, {}).catch((error: unknown) => error)
    await until(() => document.querySelector('.ant-modal') !== null)
    await type(input('登录密码'), 'secret')
    await press('确定')
    expect(await refusedCall).toBeInstanceOf(ApiError)
  })
})
