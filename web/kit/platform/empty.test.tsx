import { afterEach, beforeEach, expect, it } from 'vitest'
import { leave, show, speak } from '#web/test/page.tsx'
import { userInfo } from '#web/test/signed-in.ts'
import { signIn, signOut } from '../session/session.ts'
import { Empty } from './empty.tsx'

beforeEach(() => speak('en_US'))
afterEach(async () => {
  signOut()
  await leave()
})

it('sends who runs the platform to a tenant, and everyone else to an administrator', async () => {
  for (const [relTenantIds, text] of [
    ['0,1,2', 'Switch to its tenant in the user menu.'],
    ['1', 'Ask your administrator for the permission.'],
  ] as const) {
    const user = userInfo({ id: '1', username: 'lin', realname: '林', relTenantIds })
    signIn({ token: 'T', sysAllDictItems: {}, userInfo: user, tenantId: '0' })
    const host = await show(<Empty kind="forbidden" />)
    expect(host.textContent).toContain(text)
  }
})
