import { expect, test, type Page } from '@playwright/test'
import { BrowserUser } from './browser-user.ts'
import type { Lang } from './texts.ts'

interface MenuNode {
  path: string
  component: string
  meta: { title: string; url?: string }
  children?: MenuNode[]
}
interface Screen {
  path: string
  title: string
}

/** Sizes a screen must stand: the office, the office at 200 % zoom (half the pixels), the phone. */
const DESK = { width: 1440, height: 900 }
const ZOOMED = { width: 720, height: 450 }
const PHONE = { width: 390, height: 844 }
const softly = expect.configure({ soft: true })
/** Tabs walking side by side: while one waits for its rows, the other is looked at. */
const TABS = 2

for (const [lang, weak] of [
  ['zh_CN', false],
  ['en_US', true],
] as const satisfies readonly (readonly [Lang, boolean])[]) {
  test(`every screen of the menu can be used by everybody, ${lang}${weak ? ', colour-weak, zoomed' : ''}`, async ({
    browser,
  }) => {
    const admin = await BrowserUser.arrive(browser, 'admin', lang)
    if (weak)
      await admin.page.evaluate(() =>
        localStorage.setItem(
          'pro__DEFAULT_COLOR_WEAK',
          JSON.stringify({ value: true, expire: null }),
        ),
      )
    const rights = await admin.read<{ menu: MenuNode[] }>(
      '/boot/sys/permission/getUserPermissionByToken',
    )
    const screens = screensOf(rights.menu)
    expect(screens.length).toBeGreaterThan(45)
    // What is around every screen is looked at once; each screen by itself.
    await admin.clean('what is around every screen')
    const tabs = [
      admin,
      ...(await Promise.all(Array.from({ length: TABS - 1 }, () => admin.another()))),
    ]
    await Promise.all(
      tabs.map(async (user) => {
        for (let screen = screens.shift(); screen; screen = screens.shift())
          await visit(user, screen, weak)
      }),
    )
    await admin.leave()
  })
}

async function visit(user: BrowserUser, { path, title }: Screen, weak: boolean): Promise<void> {
  const { page, lang } = user
  await test.step(`${title} ${path}`, async () => {
    const failed: string[] = []
    const fails = (answer: { status(): number; url(): string }) => {
      if (answer.status() >= 500) failed.push(`${answer.status()} ${answer.url()}`)
    }
    page.on('response', fails)
    await page.setViewportSize(DESK)
    await page.goto(path)
    await settled(page)
    await expect.soft(page.locator('main .py-exception'), `${path} is no page`).toHaveCount(0)
    await expect.soft(page.locator('main'), path).not.toContainText(/undefined|\bNaN\b|\[object/)
    expect.soft(await rawKeys(page), `${path} shows keys instead of words (${lang})`).toEqual([])
    if (!weak) await user.clean(path, 'main')
    for (const size of [ZOOMED, PHONE]) {
      await page.setViewportSize(size)
      await drawn(page)
      await softly
        .poll(() => overflow(page), {
          message: `${path} at ${size.width} px (${lang}): pixels beyond the window`,
          timeout: 3_000,
        })
        .toBeLessThanOrEqual(1)
      if (weak && size === ZOOMED) await user.clean(`${path} zoomed`, 'main')
    }
    expect.soft(failed, `answers behind ${path}`).toEqual([])
    page.off('response', fails)
  })
}

/** Pages behind the menu, hidden ones too; folders and pages elsewhere are no screens of ours. */
function screensOf(menu: readonly MenuNode[]): Screen[] {
  return menu.flatMap((node) => [
    ...(node.component.startsWith('layouts/') || node.meta.url !== undefined
      ? []
      : [{ path: node.path, title: node.meta.title }]),
    ...screensOf(node.children ?? []),
  ])
}

/** A heading is there, and nothing in the page shows that it waits. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page
    .waitForFunction(
      () =>
        document.querySelector(
          'main [aria-busy=true], main .ant-skeleton, main .ant-spin-spinning',
        ) === null,
      undefined,
      { timeout: 10_000 },
    )
    .catch(() => undefined)
  await drawn(page)
}

/** What a change set going has been laid out. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => setTimeout(() => requestAnimationFrame(() => resolve()), 100)),
  )

/** How many pixels the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Words that look like the key of a text nobody wrote. */
const rawKeys = (page: Page) =>
  page.evaluate(() => {
    const text = document.querySelector<HTMLElement>('main')?.innerText ?? ''
    return [
      ...new Set(
        text.match(
          /\b(?:action|filter|form|empty|field|column|error|status|title|menu)\.[a-z][A-Za-z.]+\b/g,
        ) ?? [],
      ),
    ]
  })
