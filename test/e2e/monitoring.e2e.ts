import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DIAGNOSTICS, type Board } from '../../contracts/insight/monitoring.ts'
import { session } from '../../contracts/platform/session/session.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'
import { PASSWORD } from './start.ts'

const PAGES = ['disk', 'trace', 'runtime', 'cache', 'terminal', 'system', 'web'] as const
const WIDTHS = [1440, 390] as const

/** Both widths of a screen: axe, nothing wider than the window, a picture where one is wanted. */
async function walked(user: BrowserUser, name: string): Promise<void> {
  const { page, lang } = user
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await user.clean(`${name} at ${width}`)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width)
    const folder = process.env.LOOK
    if (folder && existsSync(folder))
      await page.screenshot({ path: join(folder, `${lang}-${name}-${width}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('an operator finds a slow call, a full disk and what the database does', async ({
      open,
      signIn,
      mark,
    }) => {
      // Its session may be another test's, from more than ten minutes ago.
      await (await signIn('admin', lang)).call(session.stepUp, { password: PASSWORD })
      const operator = await open('admin')
      const { page } = operator
      const t = (key: string) => operator.translate('monitoring', key)
      const visit = async (name: string) => {
        await page.goto(`/monitor/${name}`)
        await page.locator('main h1').first().waitFor()
      }

      await test.step('a refused and a slow call by path, status and duration', async () => {
        await visit('trace')
        await operator.read(`/boot/no/such/${mark}`)
        await page.getByLabel(t('column.path'), { exact: true }).fill(mark)
        await page.keyboard.press('Enter')
        const found = page.getByRole('row').filter({ hasText: mark })
        await expect(found).toHaveCount(1)
        await expect(found).toContainText('404')
        await walked(operator, 'trace-found')
        await visit('trace?ms_begin=20&column=ms&order=desc')
        const times = page.locator('tbody tr td:nth-child(5)')
        await expect.poll(() => times.count()).toBeGreaterThan(1)
        const ms = (await times.allInnerTexts()).map((text) => Number(text.replaceAll(',', '')))
        expect(ms).toEqual(ms.toSorted((a, b) => b - a))
        expect(Math.min(...ms)).toBeGreaterThanOrEqual(20)
        const file = page.waitForEvent('download', { timeout: 30_000 })
        await page.getByRole('button', { name: t('traces.archive') }).click()
        expect((await file).suggestedFilename()).toBe('calls.har')
      })

      await test.step('a full disk, and from where it counts as one', async () => {
        // Other than what the other language's run left there.
        const percent = lang === 'zh_CN' ? '80' : '85'
        // No disk is filled for a test: its answer is changed to a full one.
        await page.route('**/monitor/disk?*', async (route) => {
          const answer = await route.fetch()
          const body = (await answer.json()) as { result: Board }
          for (const row of body.result.tables[0]!.rows)
            Object.assign(row, { percent: 97, alarm: 1 })
          await route.fulfill({ response: answer, json: body })
        })
        await visit('disk')
        const volumes = page.getByRole('region', { name: t('table.volumes') })
        await expect(volumes.getByText(t('alarm')).first()).toBeVisible()
        await expect(volumes.getByText('97').first()).toBeVisible()
        await page.getByLabel(t('alarm.from')).fill(percent)
        await page.getByRole('button', { name: t('alarm.save') }).click()
        await expect(page.getByText(new RegExp(`${percent}\\s*%`)).first()).toBeVisible()
        await walked(operator, 'disk')
        await page.unrouteAll()
      })

      for (const name of PAGES.filter((one) => one !== 'disk' && one !== 'trace'))
        await test.step(name, async () => {
          await visit(name)
          if (name === 'terminal')
            for (const one of DIAGNOSTICS) {
              const answered = page.waitForResponse((answer) => answer.url().includes('diagnose'))
              await page.getByRole('button', { name: t(`table.${one}`), exact: true }).click()
              expect((await answered).status(), one).toBe(200)
              await expect(page.getByRole('heading', { name: t(`table.${one}`) })).toBeVisible()
              if (one === 'connections' || one === 'tables')
                await walked(operator, `${name}-${one}`)
            }
          else {
            await expect(page.locator('main dd').first()).toBeVisible()
            await walked(operator, name)
          }
        })
    })

    test('a manager sees which carrier is sick', async ({ open }) => {
      const manager = await open('tenant1')
      const { page } = manager
      const t = (key: string) => manager.translate('monitoring', key)
      // The simulator is well: one row of the answer is changed to a sick one.
      await page.route('**/monitor/carriers?*', async (route) => {
        const answer = await route.fetch()
        const body = (await answer.json()) as { result: Board }
        const [row] = body.result.tables[0]!.rows
        Object.assign(row!, { failed: row!.calls, alarm: 1, lastError: 'timeout' })
        await route.fulfill({ response: answer, json: body })
      })
      await page.goto('/monitor/carriers')
      const sick = page.getByRole('row').filter({ hasText: t('alarm') })
      await expect(sick).toHaveCount(1)
      await expect(sick).toContainText('timeout')
      await walked(manager, 'carriers')
    })
  })
