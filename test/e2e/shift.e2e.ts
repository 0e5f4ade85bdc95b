import { batchIn } from '#contracts/depot/batch-in.ts'
import { handovers } from '#contracts/depot/handovers.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import { predictedBatchList } from '#contracts/depot/predicted.ts'
import { depots } from '#contracts/parties/depots.ts'
import type { BrowserUser } from './browser-user.ts'
import { expect, LANGS, test } from './fixtures.ts'

for (const [at, lang] of LANGS.entries())
  test.describe(lang, () => {
    test.use({ lang })

    test('a shift by keyboard alone: from an arriving batch to the hand-over signed on a phone', async ({
      open,
      signIn,
    }) => {
      const user = await open('manager')
      const { page, translate } = user
      const api = await signIn('manager', lang)
      const { records } = await api.call(depots.endpoints.list, { code: 'FRA1' })
      const depotId = String(records[0]!.id)
      const waiting = await api.call(predictedBatchList.endpoints.list, {
        status_MultiString: '1,2',
        depotId,
        pageSize: 50,
      })
      const sheets = await Promise.all(
        waiting.records.map(({ id }) => api.call(batchIn.queryById, { id: String(id) })),
      )
      // Each language works on batches of its own: both run at once.
      const mine = sheets.filter(
        (sheet, n) => n % LANGS.length === at && sheet.rows.some(({ status }) => status === '1'),
      )
      const channels = await api.call(outBatches.channels, {})
      const out = await api.call(outBatches.add, {
        depotId,
        channelIds: channels.map(({ id }) => id),
      })
      const received: string[] = []
      for (const sheet of mine) {
        await page.goto(`/warehouse/batch-in?id=${sheet.id}`)
        await expect(page.getByRole('heading', { level: 1 })).toContainText(sheet.no)
        for (const row of sheet.rows.filter(({ status }) => status === '1').slice(0, 4)) {
          const no = row.trackNo ?? row.no
          if ((await user.enter(translate('batch-in', 'placeholder'), no)) === 'ok')
            received.push(no)
        }
        // Some are of orders from stock, which do not leave unpicked.
        if (received.length > 7) break
      }
      expect(received.length).toBeGreaterThan(0)
      await user.clean('batch reception')

      await page.goto(`/warehouse/out/scan?batchId=${out.id}`)
      const answers: string[] = []
      for (const no of received) {
        const tone = await user.enter(translate('scans', 'out.placeholder'), no)
        answers.push(`${tone}: ${await page.locator('.py-band').textContent()}`)
        if (tone === 'ok') break
      }
      expect(answers.join('\n')).toContain('ok:')
      await user.clean('outbound scan')
      const ship = page.locator('.wh-ship')
      await ship.focus()
      await page.keyboard.press('Enter')
      await expect(page.locator('.ant-modal')).toBeVisible()
      await page.locator('.ant-modal .ant-btn-primary').press('Enter')
      await expect(page.locator('.py-band-ok')).toContainText(out.no)

      const { path } = await api.call(handovers.add, { batchId: out.id })
      await driverSigns(await open(null), path)
      await page.goto(`/warehouse/out?no=${out.no}`)
      expect(await api.call(handovers.queryById, { batchId: out.id })).toMatchObject({
        signed: { driver: 'Jan Novák', plate: 'WGM 88123' },
      })
    })
  })

/** On a phone of 390 px, with a signature that is drawn. */
async function driverSigns(driver: BrowserUser, path: string): Promise<void> {
  const { page, translate } = driver
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await page.getByLabel(translate('handovers', 'driver')).fill('Jan Novák')
  await page.getByLabel(translate('handovers', 'plate')).fill('WGM 88123')
  const pad = page.locator('.ho-pad')
  await pad.scrollIntoViewIfNeeded()
  const field = (await pad.boundingBox())!
  await page.mouse.move(field.x + 20, field.y + 20)
  await page.mouse.down()
  await page.mouse.move(field.x + 120, field.y + field.height - 20, { steps: 8 })
  await page.mouse.move(field.x + 220, field.y + 30, { steps: 8 })
  await page.mouse.up()
  await driver.clean('a driver signs')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('status')).toContainText(translate('handovers', 'thanks'))
}
