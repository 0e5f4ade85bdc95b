import { test as base } from '@playwright/test'
import { ApiUser } from './api-user.ts'
import { BrowserUser } from './browser-user.ts'
import type { Lang } from './texts.ts'

export { expect } from '@playwright/test'
export const LANGS = ['zh_CN', 'en_US'] as const satisfies readonly Lang[]

/**
 * Sessions opened over HTTP, once per person and language of a worker: a person may have ten at a
 * time.
 */
type SignIn = (username: string, lang: Lang, password?: string) => Promise<ApiUser>
/** A browser of its own, signed in already and on no page yet; `null` is a visitor. */
type Open = (username: string | null, password?: string) => Promise<BrowserUser>
/** A browser of its own, signed in through the sign-in page. */
type WalkIn = (username: string, password?: string, once?: string) => Promise<BrowserUser>

interface TestFixtures {
  lang: Lang
  /** Part of a name no other test has. */
  mark: string
  open: Open
  walkIn: WalkIn
  admin: BrowserUser
  customer: BrowserUser
  sales: BrowserUser
  warehouse: BrowserUser
  visitor: BrowserUser
}
interface WorkerFixtures {
  signIn: SignIn
}

const role =
  (username: string | null) =>
  async ({ open }: { open: Open }, use: (user: BrowserUser) => Promise<void>) =>
    use(await open(username))

let marks = 0

/**
 * People at browsers of their own, by their roles in the demo world; those a test names are there
 * when it begins.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  signIn: [
    async ({ playwright }, use) => {
      const sessions = new Map<string, Promise<ApiUser>>()
      await use((username, lang, password) => {
        const key = `${username} ${lang}`
        const known =
          sessions.get(key) ?? ApiUser.signIn(playwright.request, username, lang, password)
        sessions.set(key, known)
        return known
      })
      for (const session of sessions.values()) await (await session).close()
    },
    { scope: 'worker' },
  ],
  lang: ['zh_CN', { option: true }],
  mark: async ({ lang }, use, { workerIndex }) => {
    const at = Date.now().toString(36)
    await use(`${lang.slice(0, 2)}${at}${workerIndex}${(marks++).toString(36)}`)
  },
  open: async ({ browser, lang, signIn }, use) => {
    const opened: BrowserUser[] = []
    await use(async (username, password) => {
      const session = username === null ? null : await signIn(username, lang, password)
      const user = await BrowserUser.open(browser, lang, await session?.storageState())
      opened.push(user)
      return user
    })
    for (const user of opened) await user.leave()
  },
  walkIn: async ({ open }, use) => {
    await use(async (username, password, once) => {
      const user = await open(null)
      await user.walkIn(username, password, once)
      return user
    })
  },
  admin: role('admin'),
  customer: role('customer'),
  sales: role('sales'),
  warehouse: role('warehouse'),
  visitor: role(null),
})
