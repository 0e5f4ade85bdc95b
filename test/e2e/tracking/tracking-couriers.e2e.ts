import { couriers } from '../../../contracts/carriers/couriers.ts'
import { expect, LANGS, test } from '../fixtures.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const WORDS = {
  zh_CN: {
    detect: '单号识别测试',
    high: '可信度高',
    calls: '近 24 小时接口调用',
    replay: '重新解析全部轨迹',
  },
  en_US: {
    detect: 'Test recognition',
    high: 'High confidence',
    calls: 'Calls of the last 24 hours',
    replay: 'Re-evaluate all events',
  },
} as const

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })
    test('a number is recognised, a courier shows how it does and is read again', async ({
      open,
      signIn,
    }) => {
      const api = await signIn('tenant1', lang)
      const { records } = await api.call(couriers.endpoints.list, { code: 'DHL' })
      const user = await open('tenant1')
      const { page } = user
      const words = WORDS[lang]
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await page.goto('/tracking/couriers')
        await page.getByRole('button', { name: words.detect }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox').fill('00340434161094042557')
        await expect(dialog.locator('.trk-recognised li').first()).toContainText('DHL')
        await expect(dialog).toContainText(words.high)
        await user.clean(`detect ${size.width}`)
        await page.keyboard.press('Escape')
        await page.goto(`/tracking/couriers?_row=${String(records[0]!.id)}`)
        await expect(page.getByText(words.calls)).toBeVisible()
        await user.clean(`courier ${size.width}`)
      }
      await page.getByRole('button', { name: words.replay }).click()
      await expect(page.locator('.py-desk-part p[aria-live]')).toContainText(/\d/, {
        timeout: 15_000,
      })
    })
  })
