import type { Page } from '@playwright/test'
import type { BrowserUser } from './browser-user.ts'
import { expect, test } from './fixtures.ts'
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

/**
 * Sizes a screen must stand: the office, the phone, and in one tour the office at 200 % zoom (half
 * the pixels, laid out like the phone).
 */
const DESK = { width: 1440, height: 900 }
const ZOOMED = { width: 720, height: 450 }
const PHONE = { width: 390, height: 844 }
const softly = expect.configure({ soft: true })
/** Each of so many tests sees its part of the screens. */
const PARTS = 10

interface Tour {
  lang: Lang
  /** The first part of the screens by their address; the others through the menu, within one page. */
  byAddress: boolean
  /** In the palette for people with weak colour vision, looked at by axe when zoomed. */
  weak: boolean
}
const TOURS: readonly Tour[] = [
  { lang: 'zh_CN', byAddress: true, weak: false },
  { lang: 'en_US', byAddress: false, weak: true },
]

for (const tour of TOURS)
  test.describe(tour.lang, () => {
    test.use({ lang: tour.lang })

    test('what is around every screen is accessible', async ({ walkIn }) => {
      const admin = await walkIn('admin')
      if (tour.weak) {
        await admin.page.evaluate(weakColours)
        await admin.page.reload()
      }
      await settled(admin.page)
      await admin.clean('what is around every screen')
      expect((await screensOf(admin)).length).toBeGreaterThan(45)
    })

    for (let part = 0; part < PARTS; part++)
      test(`every screen of the menu is accessible, ${part + 1} of ${PARTS}`, async ({ admin }) => {
        const { page } = admin
        if (tour.weak) await page.addInitScript(weakColours)
        await page.goto('/dashboard/analysis')
        await page.locator('main h1').first().waitFor()
        const screens = (await screensOf(admin)).filter((_, at) => at % PARTS === part)
        for (const screen of screens)
          await visit(admin, screen, { ...tour, byAddress: tour.byAddress && part === 0 })
      })
  })

const weakColours = () =>
  localStorage.setItem('pro__DEFAULT_COLOR_WEAK', JSON.stringify({ value: true, expire: null }))

async function visit(user: BrowserUser, { path, title }: Screen, tour: Tour): Promise<void> {
  const { page, lang } = user
  await test.step(`${title} ${path}`, async () => {
    const failed: string[] = []
    const fails = (answer: { status(): number; url(): string }) => {
      if (answer.status() >= 500) failed.push(`${answer.status()} ${answer.url()}`)
    }
    page.on('response', fails)
    await page.setViewportSize(DESK)
    if (tour.byAddress) await page.goto(path)
    else await openByMenu(page, path)
    await settled(page)
    await expect.soft(page.locator('main .py-exception'), `${path} is no page`).toHaveCount(0)
    await expect.soft(page.locator('main'), path).not.toContainText(/undefined|\bNaN\b|\[object/)
    expect.soft(await rawKeys(page), `${path} shows keys instead of words (${lang})`).toEqual([])
    if (!tour.weak) await user.clean(path, 'main')
    for (const size of tour.weak ? [ZOOMED, PHONE] : [PHONE]) {
      await page.setViewportSize(size)
      await drawn(page)
      await softly
        .poll(() => overflow(page), {
          message: `${path} at ${size.width} px (${lang}): pixels beyond the window`,
          timeout: 3_000,
        })
        .toBeLessThanOrEqual(1)
      if (size === ZOOMED) await user.clean(`${path} zoomed`, 'main')
    }
    expect.soft(failed, `answers behind ${path}`).toEqual([])
    page.off('response', fails)
  })
}

/** Follows the menu's link, as a click does; a page without one is opened by its address. */
async function openByMenu(page: Page, path: string): Promise<void> {
  const link = page.locator(`nav .py-nav a[href="${path}"]`).first()
  await page.locator('nav .py-nav a[href]').first().waitFor({ state: 'attached' })
  if ((await link.count()) === 0 || new URL(page.url()).pathname === path) {
    await page.goto(path)
    return
  }
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll('main h1'))
      heading.setAttribute('data-left', '')
  })
  await link.evaluate((entry: HTMLElement) => entry.click())
  await page.waitForURL((url) => url.pathname === path)
  await page.locator('main h1:not([data-left])').first().waitFor()
}

async function screensOf(user: BrowserUser): Promise<Screen[]> {
  const rights = await user.read<{ menu: MenuNode[] }>(
    '/boot/sys/permission/getUserPermissionByToken',
  )
  return await Promise.all(
    screensIn(rights.menu).map(async ({ path, title }) => ({
      path: await opened(user, path),
      title,
    })),
  )
}

/** Lists whose first row a page of one row is looked at with. */
const ROWS: Readonly<Record<string, string>> = {
  '/delivery/customers/:id': '/erp/customer',
  '/delivery/services/:id': '/erp/deliveryService',
  '/delivery/suppliers/:id': '/erp/supplier',
  '/delivery/channels/:id': '/erp/channel',
  '/delivery/depots/:id': '/erp/depot',
  '/delivery/labels/:id': '/erp/labelTemplate',
  '/online/report/:id': '/online/cgreport/head',
}
async function opened(user: BrowserUser, path: string): Promise<string> {
  if (!path.endsWith('/:id')) return path
  const { records } = await user.read<{ records: { id: string }[] }>(
    `/boot${ROWS[path]}/list?pageSize=1`,
  )
  return path.replace(':id', records[0]!.id)
}

/** Of a key that has to be made first; `customer.e2e.ts` looks at it. */
const ELSEWHERE = '/account/settings/keys/:id'
/** Pages behind the menu, hidden ones too; folders and pages elsewhere are no screens of ours. */
function screensIn(menu: readonly MenuNode[]): Screen[] {
  return menu.flatMap((node) => [
    ...(node.component.startsWith('layouts/') ||
    node.meta.url !== undefined ||
    node.path === ELSEWHERE
      ? []
      : [{ path: node.path, title: node.meta.title }]),
    ...screensIn(node.children ?? []),
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

/**
 * What a change set going has been laid out: what watches sizes answers a frame later, and is drawn
 * in the next.
 */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
        ),
      ),
  )

/** How many pixels the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Words that look like the key of a missing text. */
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
