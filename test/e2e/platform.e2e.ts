import type { Locator, Page } from '@playwright/test'
import { menu, type MenuEntry } from '#seeds/reference/menu/menu.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'
import { PASSWORD } from './start.ts'

const FRESH = 'Gk7!mossy-Lantern'
const NAMES = {
  zh_CN: {
    germany: '德国',
    country: '国家/地区',
    column: '国家',
    orders: 'B2C 订单',
    list: '查询订单',
  },
  en_US: {
    germany: 'Germany',
    country: 'Country',
    column: 'Country',
    orders: 'B2C orders',
    list: 'Query orders',
  },
} as const
const DIALOG = '[role=dialog]'
interface Clerk {
  username: string
  realname: string
  role: string
  roleCode: string
  rule: string
}

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('what an administrator grants is what a person sees, and what is taken ends at once', async ({
      open,
      walkIn,
      visitor,
      mark,
    }) => {
      const named: Clerk = {
        username: `desk.${mark}`,
        realname: `Desk ${mark}`,
        role: `Counter ${mark}`,
        roleCode: `counter-${mark}`,
        rule: `Germany ${mark}`,
      }
      // No other test adds orders to the second tenant: they are counted here.
      const admin = await open('tenant2')
      await test.step('a rule for the orders of one country', () => makeRule(admin, named))
      await test.step('a role that may look at orders, and its rule', async () => {
        await makeRole(admin, named)
        await grant(admin, named)
      })
      const once = await test.step('a user with that role', () => makeUser(admin, named))

      const clerk = await walkIn(named.username, PASSWORD, once)
      await test.step('they see that menu', () => seesMenu(clerk, admin))
      await test.step('those rows and those buttons', () => seesOrders(clerk, admin))
      await test.step('they change their password, and see what is wrong on the way', () =>
        changePassword(clerk))
      await test.step('the old password is refused', () =>
        staysOut(visitor, named.username, PASSWORD))
      const elsewhere = await test.step('the new one does', () => walkIn(named.username, FRESH))
      await test.step('frozen, they are out at once, wherever they are', () =>
        freeze(admin, [clerk, elsewhere], named))
      await test.step('and stay out', () =>
        staysOut(clerk, named.username, FRESH, 'error.session.frozen'))
    })
  })

const field = (within: Locator, label: string): Locator => within.getByLabel(label, { exact: true })
/** A button by its word; before it the icon may have one of its own. */
const button = (within: Locator, name: string): Locator =>
  within.getByRole('button', { name: new RegExp(`(^| )${name.replaceAll(/[().]/g, '\\$&')}$`) })

/** Chooses in a list that opens under its field. */
async function pick(page: Page, from: Locator, typed: string, option: string): Promise<void> {
  await from.click()
  await page.keyboard.type(typed)
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click()
}

async function makeRule(admin: BrowserUser, { rule }: Clerk): Promise<void> {
  const { page, translate, lang } = admin
  const word = (key: string) => translate('permissions', key)
  const names = NAMES[lang]
  await page.goto('/isystem/permission')
  await page.getByRole('searchbox', { name: word('menu.search') }).fill('/shipment/b2c')
  await button(
    page.getByRole('row').filter({ hasText: 'shipments/Orders' }),
    word('menu.rules'),
  ).click()
  const drawer = page.getByRole('dialog', {
    name: translate('permissions', 'rule.title', { name: names.orders }),
  })
  await button(drawer, word('rule.new')).first().click()
  const form = page.getByRole('dialog', { name: word('rule.new') })
  await field(form, word('rule.ruleName')).fill(rule)
  await pick(page, field(form, word('rule.ruleColumn')), names.country, names.country)
  await pick(page, field(form, word('rule.ruleValue')), 'DE', names.germany)
  await admin.clean('a data rule', DIALOG)
  await button(form, translate('common', 'action.save')).click()
  await expect(drawer.getByRole('row').filter({ hasText: rule })).toContainText(names.germany)
  await admin.clean('the data rules of an entry', DIALOG)
}

async function makeRole(admin: BrowserUser, { role, roleCode }: Clerk): Promise<void> {
  const { page, translate } = admin
  await page.goto('/isystem/role')
  await button(page.locator('main'), translate('common', 'action.new')).click()
  const form = page.getByRole('dialog')
  await field(form, translate('roles', 'roleCode')).fill(roleCode)
  await field(form, translate('roles', 'roleName')).fill(role)
  await admin.clean('a role', DIALOG)
  await button(form, translate('common', 'action.save')).click()
  await expect(form).toHaveCount(0)
}

async function grant(admin: BrowserUser, { role, rule }: Clerk): Promise<void> {
  const { page, translate, lang } = admin
  const word = (key: string, data: Record<string, string | number> = {}) =>
    translate('permissions', key, data)
  const names = NAMES[lang]
  await button(
    page.getByRole('row').filter({ hasText: role }),
    translate('role-users', 'grant'),
  ).click()
  const drawer = page.getByRole('dialog', { name: word('grant.title', { name: role }) })
  await drawer.getByRole('searchbox').fill('ship:b2c:list')
  await drawer.getByRole('checkbox', { name: names.list, exact: true }).check()
  // What leads there is granted along, or it could not be reached.
  await expect(drawer.getByRole('checkbox', { name: names.orders, exact: true })).toBeChecked()
  await expect(button(drawer, word('grant.rules'))).toBeDisabled()
  await admin.clean('grants', DIALOG)
  await button(drawer, translate('common', 'action.save')).click()
  const question = page.locator('.ant-modal-confirm')
  await expect(question).toContainText('ship:b2c:list')
  await button(question, translate('common', 'action.save')).click()
  await button(drawer, word('grant.rules')).click()
  const choice = page.getByRole('dialog', { name: word('choice.title', { name: names.orders }) })
  await choice.getByRole('checkbox', { name: new RegExp(rule) }).check()
  await admin.clean('the rules of a grant', DIALOG)
  await button(choice, translate('common', 'action.save')).click()
  await expect(choice).toHaveCount(0)
  await expect(
    drawer.getByText(new RegExp(`^${word('grant.count', { on: 4, of: '\\d+' })}$`)),
  ).toBeVisible()
}

async function makeUser(admin: BrowserUser, { username, realname, role }: Clerk): Promise<string> {
  const { page, translate } = admin
  const word = (key: string) => translate('users', key)
  await page.goto('/isystem/user')
  await button(page.locator('main'), translate('common', 'action.new')).click()
  const form = page.getByRole('dialog')
  await field(form, word('username')).fill(username)
  await field(form, word('realname')).fill(realname)
  await field(form, word('workNo')).fill(`W-${username}`)
  await pick(page, field(form, word('roles')), role, role)
  await form.getByRole('heading', { name: word('section.work') }).click()
  await admin.clean('a user', DIALOG)
  await button(form, translate('common', 'action.save')).click()
  const once = page.getByRole('dialog', { name: word('once.title') })
  const password = await once.locator('code').innerText()
  // Without a pointer over them, too.
  for (const copy of await once.locator('.py-copy').all())
    expect(await copy.evaluate((one) => getComputedStyle(one, '::after').opacity)).toBe('1')
  await admin.clean('a first password', DIALOG)
  await button(once, word('once.done')).click()
  const row = page.getByRole('row').filter({ hasText: username })
  await expect(row).toContainText(role)
  return password
}

/** Pages of all users that stand in the menu. */
const everybodys = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) =>
    entry.hidden
      ? []
      : entry.children
        ? everybodys(entry.children)
        : entry.forEveryone
          ? [entry.path]
          : [],
  )
const entriesOf = (user: BrowserUser): Promise<string[]> =>
  user.page
    .locator('nav .py-nav > li a[href]')
    .evaluateAll((links) =>
      [...new Set(links.map((link) => link.getAttribute('href') ?? ''))].sort(),
    )

async function seesMenu(clerk: BrowserUser, admin: BrowserUser): Promise<void> {
  const { page, translate, lang } = clerk
  await expect.poll(() => entriesOf(clerk)).toEqual([...everybodys(menu), '/shipment/b2c'].sort())
  expect((await entriesOf(admin)).length).toBeGreaterThan(30)
  // The address of a page that was not granted leads nowhere.
  await page.goto('/isystem/user')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    translate('shell', 'exception.404.title'),
  )
  await page.getByRole('link', { name: translate('shell', 'exception.home') }).click()
  await expect(page).toHaveURL(/\/dashboard\/analysis/)
  // The only entry of its folder stands in the menu itself.
  await page.getByRole('link', { name: NAMES[lang].orders, exact: true }).click()
  await expect(page).toHaveURL(/\/shipment\/b2c/)
}

async function seesOrders(clerk: BrowserUser, admin: BrowserUser): Promise<void> {
  const { page, translate, lang } = clerk
  const { germany, column } = NAMES[lang]
  const total = async (user: BrowserUser, query: string): Promise<number> => {
    await user.page.goto(`/shipment/b2c?pageSize=20${query}`)
    await expect(user.page.locator('tr[data-row-key]').first()).toBeVisible()
    return Number(
      /([\d,]+)\D*$/
        .exec(await user.page.locator('.py-pager-total').innerText())?.[1]
        ?.replaceAll(',', ''),
    )
  }
  const all = await total(admin, '')
  const german = await total(admin, '&country=DE')
  expect(german).toBeGreaterThan(0)
  expect(german).toBeLessThan(all)
  expect(await total(clerk, '')).toBe(german)
  const at = await page
    .getByRole('columnheader')
    .evaluateAll(
      (heads, title) => heads.findIndex((head) => head.textContent?.includes(title)),
      column,
    )
  // The words of countries come a moment after the rows.
  const shown = () =>
    page
      .locator('tr[data-row-key]')
      .evaluateAll((rows, index) => rows.map((row) => row.children[index]?.textContent ?? ''), at)
  await expect.poll(async () => [...new Set(await shown())]).toEqual([`DE ${germany}`])

  // The page's own buttons: of the administrator's three none is left, nor is any at the rows or
  // over chosen ones.
  const own = ['new', 'importOrders']
    .map((key) => translate('shipments', key))
    .concat(translate('common', 'action.export'))
  for (const name of own) {
    await expect(button(admin.page.locator('main'), name)).toBeVisible()
    await expect(button(page.locator('main'), name)).toHaveCount(0)
  }
  const row = page.locator('tr[data-row-key]').first()
  await expect(row.getByRole('cell').last().getByRole('button')).toHaveCount(0)
  await row.getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: translate('common', 'bulk.label') })
  await expect(button(bar, translate('common', 'bulk.clear'))).toBeVisible()
  await button(bar, translate('common', 'bulk.clear')).click()
  await clerk.clean('orders without rights to change them')
}

async function changePassword(clerk: BrowserUser): Promise<void> {
  const { page, translate } = clerk
  const word = (key: string) => translate('account', `password.${key}`)
  await page
    .locator('.py-header-tools')
    .getByRole('button', { name: new RegExp(translate('shell', 'user.menu', { name: '' })) })
    .click()
  const entry = page.getByRole('menuitem', { name: translate('shell', 'user.password') })
  await expect(entry).toBeVisible()
  await clerk.still()
  await entry.click()
  const dialog = page.getByRole('dialog', { name: word('title') })
  const save = button(dialog, translate('common', 'action.save'))
  const flawed = (key: string, text: string) =>
    expect(
      dialog
        .locator('.ant-form-item')
        .filter({ has: page.getByLabel(word(key), { exact: true }) })
        .locator('.ant-form-item-explain-error')
        .filter({ hasText: text }),
    ).toBeVisible()
  const attempt = async (old: string, next: string, again: string) => {
    for (const [key, value] of [
      ['old', old],
      ['new', next],
      ['confirm', again],
    ] as const)
      await field(dialog, word(key)).fill(value)
    await save.click()
  }
  await save.click()
  for (const key of ['old', 'new', 'confirm']) await flawed(key, word(`${key}.required`))
  await clerk.clean('a change of password', DIALOG)
  await attempt(PASSWORD, FRESH, `${FRESH}x`)
  await flawed('confirm', word('confirm.differs'))
  // What the server refuses is a warning, and stays at its field.
  const warned = async (key: string, text: string) => {
    await expect(page.locator('.ant-message-warning').filter({ hasText: text })).toBeVisible()
    await flawed(key, text)
    await expect(field(dialog, word(key))).toBeFocused()
  }
  await attempt(PASSWORD, 'mossy', 'mossy')
  await warned('new', translate('session-errors', 'error.password.rule'))
  await attempt(PASSWORD, 'Passw0rd!', 'Passw0rd!')
  await warned('new', translate('session-errors', 'error.password.common'))
  await attempt('not the old one', FRESH, FRESH)
  await warned('old', translate('account', 'error.account.oldWrong'))
  await clerk.clean('a refused change of password', DIALOG)
  await attempt(PASSWORD, FRESH, FRESH)
  await expect(dialog).toHaveCount(0)
  // The session that changed it goes on.
  await page.reload()
  await expect(page.locator('tr[data-row-key]').first()).toBeVisible()
}

async function staysOut(
  user: BrowserUser,
  username: string,
  password: string,
  why = 'error.session.wrongPassword',
): Promise<void> {
  const { page, translate } = user
  if (!page.url().includes('/user/login')) await page.goto('/user/login')
  await user.submitSignIn(username, password)
  await expect(page.getByText(translate('session-errors', why))).toBeVisible()
  await expect(page).toHaveURL(/\/user\/login/)
}

async function freeze(
  admin: BrowserUser,
  out: readonly BrowserUser[],
  { username }: Clerk,
): Promise<void> {
  const { page, translate, lang } = admin
  await page.goto(`/isystem/user?username=${username}`)
  const row = page.getByRole('row').filter({ hasText: username })
  await button(row, translate('users', 'freeze')).click()
  const question = page.locator('.ant-modal-confirm')
  await expect(question).toContainText(username)
  await admin.clean('freezing')
  await button(
    question,
    translate('users', `freeze.ok${lang === 'en_US' ? '_one' : ''}`, { count: 1 }),
  ).click()
  await Promise.all(out.map((user) => expect(user.page).toHaveURL(/\/user\/login/)))
  await expect(button(row, translate('users', 'unfreeze'))).toBeVisible()
}
