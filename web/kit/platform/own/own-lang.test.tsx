import { afterEach, beforeEach, expect, it } from 'vitest'
import { answers, good, leave, settle, show, speak, until, type Sent } from '#web/test/page.tsx'
import { userInfo } from '../../../test/signed-in.ts'
import { chooseLang, useOwnLang } from './own-lang.ts'
import { signIn, signOut } from '../../session/session.ts'

function Shown() {
  useOwnLang()
  return null
}
let session = 0
/** Signs in to a server that holds these settings. */
async function enter(stored: Record<string, unknown>, acting = false): Promise<Sent[]> {
  const sent = answers((one) => good(one.method === 'GET' ? stored : null))
  const user = userInfo({ id: `9${session}`, username: 'u', realname: 'x' })
  signIn({
    token: `L${session++}`,
    sysAllDictItems: {},
    userInfo: acting ? { ...user, acting: { by: 'admin', until: '' } as never } : user,
  })
  await show(<Shown />)
  await until(() => sent.some(({ method }) => method === 'GET'))
  return sent
}
const saved = (sent: readonly Sent[]) =>
  sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)

beforeEach(async () => {
  await speak('en_US')
  localStorage.clear()
})
afterEach(async () => {
  await leave()
  signOut()
})

it('the language one works in is stored where none was chosen', async () => {
  const sent = await enter({})
  await until(() => saved(sent).length > 0)
  expect(saved(sent)).toEqual([{ key: 'profile.lang', value: 'en_US' }])
})
it('a chosen one stays until another is chosen', async () => {
  const sent = await enter({ 'profile.lang': 'zh_CN' })
  await chooseLang('en_US')
  await until(() => saved(sent).length > 0)
  expect(saved(sent)).toEqual([{ key: 'profile.lang', value: 'en_US' }])
})
it('nothing is stored for a user whose session an administrator is in', async () => {
  const sent = await enter({}, true)
  await settle(900)
  expect(saved(sent)).toEqual([])
})
