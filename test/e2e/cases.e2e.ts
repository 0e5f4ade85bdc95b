import { cases } from '#contracts/returns/cases/cases.ts'
import { expect, LANGS, test } from './fixtures.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })
    test('a customer writes, staff answers by keyboard, and internal words stay inside', async ({
      open,
      signIn,
      mark,
    }) => {
      const customer = await signIn('customer', lang)
      const made = await customer.call(cases.add, {
        type: 'damage',
        subject: `Box ${mark}`,
        source: 'none',
        text: `Broken ${mark}`,
      })
      const staff = await open('manager')
      const { page } = staff
      const t = (key: string, data = {}) => staff.translate('cases', key, data)
      await page.setViewportSize(SIZES[0])
      await page.goto(`/returns/cases?_row=${made.id}`)
      await expect(page.getByText(`Broken ${mark}`)).toBeVisible()
      await test.step('an internal comment, then an answer, without a mouse', async () => {
        await page.getByRole('radio', { name: t('box.note'), exact: true }).focus()
        await page.keyboard.press('Space')
        const note = page.getByRole('textbox', { name: t('box.note'), exact: true })
        await note.focus()
        await page.keyboard.insertText(`Staff only ${mark}`)
        await page.keyboard.press('Control+Enter')
        await expect(page.locator('.case-thread').getByText(`Staff only ${mark}`)).toBeVisible()
        await page.getByRole('radio', { name: t('box.comment'), exact: true }).focus()
        await page.keyboard.press('Space')
        const answer = page.getByRole('textbox', { name: t('box.comment'), exact: true })
        await answer.focus()
        await page.keyboard.insertText(`Answer ${mark}`)
        await page.keyboard.press('Control+Enter')
        await expect(page.locator('.case-thread').getByText(`Answer ${mark}`)).toBeVisible()
      })
      for (const size of SIZES)
        for (const path of [
          `/returns/cases?_row=${made.id}`,
          '/returns/cases',
          '/returns/attachments',
        ]) {
          await page.setViewportSize(size)
          await page.goto(path)
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          if (path.includes('_row')) await expect(page.getByText(`Answer ${mark}`)).toBeVisible()
          await staff.clean(`${path} ${size.width}`)
          const over = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect.soft(over, `${path} ${size.width}`).toBeLessThanOrEqual(0)
          if (process.env.LOOK)
            await page.screenshot({
              path: `${process.env.LOOK}/${lang}-${size.width}-${path.replace(/\W+/g, '_')}.png`,
            })
        }
      const reader = await open('customer')
      await reader.page.goto(`/returns/cases?_row=${made.id}`)
      await expect(reader.page.getByText(`Answer ${mark}`)).toBeVisible()
      await expect(reader.page.getByText(`Staff only ${mark}`)).toHaveCount(0)
    })
  })
