import { expect, test, type Page } from '@playwright/test'
import { Person } from './person.ts'
import type { Lang } from './words.ts'

interface MenuNode { path: string; component: string; hidden?: boolean; meta: { title: string; url?: string }; children?: MenuNode[] }
interface Screen { path: string; title: string }

/** Layouts a screen must stand: the office, the office at 200 % zoom (half the pixels), the phone. */
const DESK = { width: 1440, height: 900 }
const ZOOMED = { width: 720, height: 450 }
const PHONE = { width: 390, height: 844 }

for (const [lang, weak] of [['zh_CN', false], ['en_US', true]] as const satisfies readonly (readonly [Lang, boolean])[]) {
  test(`every screen of the menu can be used by everybody, ${lang}${weak ? ', colour-weak' : ''}`, async ({ browser }) => {
    test.setTimeout(600_000)
    const admin = await Person.arrive(browser, 'admin', lang)
    const { page } = admin
    const failures: string[] = []
    page.on('response', (answer) => { if (answer.status() >= 500) failures.push(`${answer.status()} ${answer.url()}`) })
    if (weak) await page.evaluate(() => localStorage.setItem('pro__DEFAULT_COLOR_WEAK', JSON.stringify({ value: true, expire: null })))
    const screens = screensOf((await admin.read<{ menu: MenuNode[] }>(`/boot/sys/permission/getUserPermissionByToken?token=${await tokenOf(page)}`)).menu)
    expect(screens.length).toBeGreaterThan(45)
    for (const screen of screens) {
      await test.step(`${screen.title} ${screen.path}`, async () => {
        await page.setViewportSize(DESK)
        await page.goto(screen.path)
        await settled(page)
        await expect.soft(page.locator('main .py-exception'), `${screen.path} is no page`).toHaveCount(0)
        await expect.soft(page.locator('main'), screen.path).not.toContainText(/undefined|\bNaN\b|\[object/)
        expect.soft(await rawKeys(page), `${screen.path} shows keys instead of words`).toEqual([])
        await admin.clean(screen.path)
        for (const size of [ZOOMED, PHONE]) {
          await page.setViewportSize(size)
          expect.soft(await overflow(page), `${screen.path} at ${size.width} px`).toBeLessThanOrEqual(1)
        }
        if (lang === 'zh_CN') await admin.clean(`${screen.path} on a phone`)
      })
    }
    expect(failures).toEqual([])
    await admin.leave()
  })
}

/** Pages behind the menu, hidden ones too; folders and pages elsewhere are no screens of ours. */
function screensOf(menu: readonly MenuNode[]): Screen[] {
  return menu.flatMap((node) => [
    ...(node.component.startsWith('layouts/') || node.meta.url !== undefined ? [] : [{ path: node.path, title: node.meta.title }]),
    ...screensOf(node.children ?? []),
  ])
}

const tokenOf = (page: Page) => page.evaluate(() => (JSON.parse(localStorage.getItem('pro__Access-Token') ?? 'null') as { value: string }).value)

/** A heading is there, nothing is being fetched, nothing shows that it waits. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('main [aria-busy=true]').waitFor({ state: 'detached', timeout: 10_000 }).catch(() => {})
}

/** How many pixels the page is wider than its window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Words that look like the key of a text nobody wrote. */
const rawKeys = (page: Page) => page.evaluate(() => {
  const text = (document.querySelector('main') as HTMLElement | null)?.innerText ?? ''
  return [...new Set(text.match(/\b(?:action|filter|form|empty|field|column|error|status|title|menu)\.[a-z][A-Za-z.]+\b/g) ?? [])]
})
