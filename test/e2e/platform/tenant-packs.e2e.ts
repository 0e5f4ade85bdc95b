import { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import { tenants } from '#contracts/platform/operations/tenants.ts'
import { expect, LANGS, test } from '../fixtures.ts'

const WORDS = { zh_CN: { list: '查询订单' }, en_US: { list: 'Query orders' } } as const

/** The hash of no text at all. */
const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('a tenant with a feature pack has only what is in it, and the dialog names who loses what', async ({
      signIn,
      open,
      mark,
    }, info) => {
      const api = await signIn('admin', lang)
      await api.call(tenants.add, { name: `Packed ${mark}` } as never)
      const user = await open('admin')
      const { page, translate } = user
      const t = (key: string, data?: Record<string, string | number>) =>
        translate('tenants', key, data)
      const save = translate('common', 'action.save')
      const name = `Pack ${mark}`
      await page.goto('/isys/tenant')
      await page.getByRole('button', { name: t('packs.manage') }).click()
      const packs = page.getByRole('dialog', { name: t('packs.manage') })
      await packs.getByRole('button', { name: t('pack.new') }).click()
      await packs.getByLabel(t('pack.name'), { exact: true }).fill(name)
      await packs.getByLabel(t('pack.nameEn'), { exact: true }).fill(name)
      await user.clean('a new feature pack', '[role=dialog]')
      await packs.getByRole('button', { name: save }).click()
      const line = packs.getByRole('listitem').filter({ hasText: name })
      await expect(line).toContainText(t('pack.counts', { entries: 0, count: 0 }))
      await user.clean('feature packs', '[role=dialog]')
      await page.screenshot({ path: info.outputPath('packs.png') })

      await line.getByRole('button', { name: t('pack.entries') }).click()
      const tree = page.getByRole('dialog', { name: `${t('pack.entries')} · ${name}` })
      await tree.getByRole('searchbox').fill('ship:b2c:list')
      await tree.getByRole('checkbox', { name: WORDS[lang].list, exact: true }).check()
      await user.clean('the entries of a pack', '[role=dialog]')
      await page.screenshot({ path: info.outputPath('entries.png') })
      await tree.getByRole('button', { name: save }).click()
      const saving = page.locator('.ant-modal-confirm')
      await expect(saving).toContainText(t('effect.none'))
      await saving.getByRole('button', { name: save }).click()
      await expect(saving).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(tree).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(packs).toHaveCount(0)

      await page.goto(`/isys/tenant?name=${encodeURIComponent(`Packed ${mark}`)}`)
      const row = page.getByRole('row').filter({ hasText: `Packed ${mark}` })
      await expect(row).toContainText(t('packs.all'))
      await page.screenshot({ path: info.outputPath('tenants.png') })
      const choose = async () => {
        await row.getByRole('button', { name: translate('common', 'table.moreActions') }).click()
        await page.getByRole('menuitem', { name: t('plan') }).click()
        const plan = page.getByRole('dialog', {
          name: t('plan.title', { name: `Packed ${mark}` }),
        })
        await expect(plan.getByText(t('plan.unlimited'))).toBeVisible()
        return plan
      }
      const plan = await choose()
      await plan.getByLabel(t('packs'), { exact: true }).click()
      await page.locator('.ant-select-dropdown:visible').getByText(name).click()
      await page.keyboard.press('Escape')
      await page.screenshot({ path: info.outputPath('plan.png') })
      // One empty style is refused while the plan opens: its look misses nothing. Any other counts.
      for (const refusal of user.refusals)
        if (refusal.includes(EMPTY_STYLE)) user.refusals.delete(refusal)
      await user.clean('the plan of a tenant', '[role=dialog]')
      await plan.getByRole('button', { name: save }).click()
      const asking = page.locator('.ant-modal-confirm')
      await expect(asking).toContainText(
        new RegExp(
          t(lang === 'en_US' ? 'effect.loses_one' : 'effect.loses', { count: 1, entries: '\\d+' }),
        ),
      )
      await page.screenshot({ path: info.outputPath('asked.png') })
      await user.clean('what a tenant loses', '.ant-modal-confirm')
      await asking.getByRole('button', { name: save }).click()
      await expect(plan).toHaveCount(0)
      await expect(row).toContainText(name)

      const stored = (await api.call(tenantPacks.list, {})).find((one) => one.name === name)!
      expect(stored).toMatchObject({ tenants: 1 })
    })
  })
