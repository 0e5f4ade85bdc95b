import type { Locator } from '@playwright/test'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'
import type { Lang } from './texts.ts'

const NAMES = {
  zh_CN: { shippers: '发件人', consignees: '收件人', other: 'Consignees' },
  en_US: { shippers: 'Shippers', consignees: 'Consignees', other: '收件人' },
} as const

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('the shell on a large screen', async ({ signIn, open, mark }) => {
      // Settings follow the person: this one has no other test.
      await (await signIn('tenant1', lang)).addUser(`shell.${mark}`, 'manager')
      const user = await open(`shell.${mark}`)
      await user.page.goto('/dashboard/analysis')
      const names = NAMES[lang]
      await test.step('settings take effect at once and are constrained', () => settings(user))
      await test.step('the menu is searched in either language, by keys alone', () =>
        search(user, names.other, '/shipment/consignees'))
      await test.step('pages stay open as tabs', () => tabs(user, names))
      await test.step('the tabs come back after a reload', async () => {
        await user.page.reload()
        await expect(tab(user, names.consignees)).toBeVisible()
        await expect(user.page).toHaveTitle(`${names.consignees} · Parcelyard`)
      })
      await test.step('nothing overflows on the narrowest desktop', () => narrow(user))
      await test.step('an unknown address is reported', () => nowhere(user))

      const again = await open(`shell.${mark}`)
      await again.page.goto('/dashboard/analysis')
      await test.step('another machine knows the settings', async () => {
        await expect(again.page.locator('.py-app')).toHaveAttribute('data-side', 'fixed')
        await expect(again.page.locator('html')).toHaveAttribute('data-density', 'compact')
        await openSettings(again)
        const saved = again.page.waitForResponse((answer) =>
          answer.url().includes('/sys/userSetting/save'),
        )
        await again.page
          .getByRole('button', { name: again.translate('ui-settings', 'reset') })
          .click()
        await expect(again.page.locator('.py-app')).not.toHaveAttribute('data-side')
        await saved
      })
    })

    test('the shell on a phone', async ({ sales: user }) => {
      const { page, translate } = user
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/dashboard/analysis')
      await page.getByRole('button', { name: translate('shell', 'menu.open') }).click()
      const drawer = page.getByRole('dialog')
      await expect(drawer.getByRole('menuitem').first()).toBeVisible()
      await expect(page.locator('[class*="ant-drawer-panel-motion"]')).toHaveCount(0)
      await user.clean('menu drawer')
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await page.getByRole('button', { name: translate('shell', 'search.title') }).click()
      await page
        .getByRole('combobox', { name: translate('palette', 'label') })
        .fill(NAMES[lang].other)
      await expect(page.getByRole('option')).toHaveCount(1)
      await expect(page.locator('[class*="ant-zoom"]')).toHaveCount(0)
      await user.clean('menu search on a phone')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAMES[lang].consignees)
      await expect(page.getByRole('toolbar')).toHaveCount(0)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true)
    })

    test('ready-made spans of days on a phone', async ({ sales: { page, translate } }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/shipment/all')
      await page.getByRole('button', { name: translate('common', 'filter.sheet') }).click()
      const days = page.getByRole('dialog').locator('.py-filter-kinds > .ant-picker input').first()
      await days.click()
      const spans = page.locator('.ant-picker-presets li')
      await expect(spans).toHaveCount(6)
      const last30 = spans.filter({ hasText: translate('common', 'days.last30') })
      for (const span of await spans.all()) {
        await span.scrollIntoViewIfNeeded()
        await expect(span).toBeInViewport({ ratio: 1 })
        expect((await span.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
      await last30.click()
      await expect(days).toHaveValue(/^\d{4}-\d\d-\d\d$/)
    })
  })

const tab = ({ page, translate }: BrowserUser, name: string): Locator =>
  page
    .getByRole('toolbar', { name: translate('shell', 'tabs.label') })
    .getByRole('button', { name, exact: true })

async function openSettings(user: BrowserUser): Promise<void> {
  const { page, translate } = user
  await page
    .locator('.py-header-tools')
    .getByRole('button', { name: new RegExp(translate('shell', 'user.menu', { name: '' })) })
    .click()
  const entry = page.getByRole('menuitem', { name: translate('shell', 'user.system') })
  await expect(entry).toBeVisible()
  await user.still()
  await entry.click()
  await expect(page.getByRole('dialog', { name: translate('ui-settings', 'title') })).toBeVisible()
}

async function settings(user: BrowserUser): Promise<void> {
  const { page, translate } = user
  const app = page.locator('.py-app')
  await openSettings(user)
  await user.clean('settings drawer')
  const drawer = page.getByRole('dialog', { name: translate('ui-settings', 'title') })
  const flag = (name: string) =>
    drawer.getByRole('switch', { name: new RegExp(`^${translate('ui-settings', name)}`) })
  await expect(flag('fixedSide')).toBeDisabled()
  await drawer.getByRole('radio', { name: translate('ui-settings', 'layout.sidemenu') }).check()
  await expect(app).toHaveAttribute('data-side', 'static')
  await expect(
    drawer.getByRole('radio', { name: translate('ui-settings', 'contentWidth.Fluid') }),
  ).toBeDisabled()
  await flag('fixedSide').click()
  await expect(app).toHaveAttribute('data-side', 'fixed')
  await drawer.getByRole('radio', { name: translate('ui-settings', 'density.compact') }).check()
  await drawer.getByRole('radio', { name: translate('ui-settings', 'theme.dark') }).check()
  const saved = page.waitForResponse((answer) => answer.url().includes('/sys/userSetting/save'))
  await flag('multiPage').click()
  await expect(page.getByRole('toolbar', { name: translate('shell', 'tabs.label') })).toBeVisible()
  await saved
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await user.clean('dark side menu')
  expect(
    await page.locator('.py-side').evaluate((side) => side.getBoundingClientRect().width),
  ).toBe(200)
  await page.getByRole('button', { name: translate('shell', 'menu.collapse') }).click()
  await expect
    .poll(() => page.locator('.py-side').evaluate((side) => side.getBoundingClientRect().width))
    .toBe(80)
}

async function search(
  { page, translate }: BrowserUser,
  words: string,
  path: string,
): Promise<void> {
  await page.getByRole('button', { name: translate('shell', 'search.title') }).click()
  await expect(page.getByRole('combobox', { name: translate('palette', 'label') })).toBeFocused()
  await page.keyboard.type(words, { delay: 60 })
  const options = page
    .getByRole('listbox', { name: translate('palette', 'title') })
    .getByRole('option')
  // The page comes first; records that hold the words may follow.
  await expect.poll(() => options.count()).toBeLessThan(4)
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${path}`)
}

async function tabs(user: BrowserUser, names: (typeof NAMES)[Lang]): Promise<void> {
  const { page, translate } = user
  await search(user, '/shipment/shippers', '/shipment/shippers')
  await expect(page).toHaveTitle(`${names.shippers} · Parcelyard`)
  await page
    .getByRole('button', { name: translate('common', 'action.new') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').first().fill('Half an entry')
  // Ctrl+K, the menu and links all lead elsewhere; here the row of tabs does.
  await tab(user, names.consignees).evaluate((button: HTMLElement) => button.click())
  await expect(page).toHaveTitle(`${names.consignees} · Parcelyard`)
  await expect(form).toBeHidden()
  await user.clean('a list with tabs above')
  await page
    .getByRole('button', { name: translate('shell', 'tabs.close', { title: names.shippers }) })
    .click()
  await page.getByRole('button', { name: translate('shell', 'unsaved.stay') }).click()
  // Hidden forms have values, too: only when it is seen is the page back.
  await expect(form.getByRole('textbox').first()).toBeVisible()
  await expect(form.getByRole('textbox').first()).toHaveValue('Half an entry')
  await tab(user, names.consignees).evaluate((button: HTMLElement) => button.click())
  await expect(page).toHaveTitle(`${names.consignees} · Parcelyard`)
  await expect(form).toBeHidden()
  await page
    .getByRole('button', { name: translate('shell', 'tabs.close', { title: names.shippers }) })
    .click()
  await page.getByRole('button', { name: translate('shell', 'unsaved.discard') }).click()
  await expect(tab(user, names.shippers)).toHaveCount(0)
  const home = tab(user, translate('shell', 'menu.home'))
  await home.focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText(translate('shell', 'tabs.home'))).toBeVisible()
  await page.getByRole('button', { name: translate('shell', 'tabs.more') }).click()
  await expect(
    page.getByRole('menuitem', { name: translate('shell', 'tabs.refresh') }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tab(user, names.consignees)).toBeVisible()
}

async function narrow({ page }: BrowserUser): Promise<void> {
  for (const width of [1088, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() =>
        page
          .locator('.py-header')
          .evaluate((header) => [header.scrollWidth <= header.clientWidth, header.clientHeight]),
      )
      .toEqual([true, 58])
    expect(
      await page
        .locator('.py-header-tools')
        .evaluate((tools) => tools.getBoundingClientRect().width),
    ).toBeGreaterThanOrEqual(360)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function nowhere(user: BrowserUser): Promise<void> {
  const { page, translate } = user
  await page.goto('/no/such/page')
  await page.waitForURL('**/404')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    translate('shell', 'exception.404.title'),
  )
  await user.clean('404')
  await page.getByRole('link', { name: translate('shell', 'exception.home') }).click()
  await page.waitForURL('**/dashboard/analysis')
  await expect(page).toHaveTitle('Parcelyard')
}
