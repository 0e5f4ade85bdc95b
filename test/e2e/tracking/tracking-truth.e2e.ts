import { deliveryNumberList } from '../../../contracts/tracking/delivery-numbers.ts'
import { tracking } from '../../../contracts/tracking/tracking.ts'
import { expect, LANGS, test } from '../fixtures.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
/** Enough statuses that ten numbers are not ten of a kind. */
const STATUSES = [10, 20, 25, 30, 40, 45, 50, 55, 60, 70, 80, 85, 90]

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('customer service and a visitor see the same of ten numbers', async ({ open, signIn }) => {
      const api = await signIn('service', lang)
      const nos: string[] = []
      // In turn of each status one, until there are ten.
      const byStatus = await Promise.all(
        STATUSES.map(async (trackingStatus) =>
          (
            await api.call(deliveryNumberList.endpoints.list, {
              trackingStatus: String(trackingStatus),
              pageSize: 10,
            })
          ).records
            .filter(({ state }) => state !== 'void')
            .map(({ trackNo }) => String(trackNo)),
        ),
      )
      for (let turn = 0; nos.length < 10 && turn < 10; turn++)
        for (const all of byStatus) {
          const no = all[turn]
          if (no !== undefined && nos.length < 10) nos.push(no)
        }
      expect(nos).toHaveLength(10)
      const own = await api.call(tracking.search, { nos })
      expect(new Set(own.map(({ trackingStatus }) => trackingStatus)).size).toBeGreaterThan(3)
      const { items } = await api.call(tracking.query, { nos: nos.join(',') })
      expect(items.map(({ no, status, sub }) => [no, status, sub])).toEqual(
        own.map(({ asked, trackingStatus, trackingSub }) => [asked, trackingStatus, trackingSub]),
      )

      const service = await open('service')
      await service.page.setViewportSize(SIZES[0]!)
      await service.page.goto(`/tracking/search?nos=${nos.join(',')}`)
      const visitor = await open(null)
      await visitor.page.goto(`/track/result?nos=${nos.join(',')}&lang=${lang.slice(0, 2)}`)
      for (const no of nos) {
        const card = visitor.page.getByRole('article', { name: no })
        const status = await card.getByRole('heading').first().innerText()
        await expect(
          service.page.getByRole('row').filter({ hasText: no }).first(),
          no,
        ).toContainText(status)
      }
    })

    test('what customers let us write to recipients', async ({ open }) => {
      const user = await open('tenant1')
      for (const size of SIZES) {
        await user.page.setViewportSize(size)
        await user.page.goto('/tracking/mails')
        await expect(user.page.getByRole('heading').first()).toBeVisible()
        await user.clean(`mails to recipients ${size.width}`)
        expect(
          await user.page.evaluate(() => document.documentElement.scrollWidth),
        ).toBeLessThanOrEqual(size.width)
        await user.page.goto('/tracking/mails?_new=1')
        await expect(user.page.getByRole('dialog')).toBeVisible()
        await user.clean(`new mails to recipients ${size.width}`)
      }
    })
  })
