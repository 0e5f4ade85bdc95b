import { cases } from '#contracts/returns/cases/cases.ts'
import { caseList } from '#contracts/returns/cases/cases.ts'
import { caseMailbox } from '#contracts/returns/cases/case-mail.ts'
import { shipmentList, shipments } from '#contracts/orders/shipments.ts'
import { expect, LANGS, test } from '../fixtures.ts'

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

    test('a buyer writes from the tracking page, and service finds it at the order', async ({
      signIn,
      open,
      visitor,
      mark,
    }) => {
      const manager = await signIn('manager', lang)
      const found = await manager.call(shipmentList.endpoints.list, {
        shipmentStatus: lang === 'zh_CN' ? '80' : '90',
        pageSize: 5,
      })
      const order = await manager.call(shipments.queryById, { id: String(found.records[1]!.id) })
      const no = order.parcels[0]!.trackNo!
      const { page } = visitor
      const t = (key: string, data = {}) => visitor.translate('track', key, data)
      await page.setViewportSize(SIZES[1])
      await page.goto(`/track/result?nos=${no}`)
      await page.getByRole('button', { name: t('write.open') }).click()
      await page.getByLabel(t('write.postcode')).fill('00000X')
      await page.getByLabel(t('write.email')).fill(`${mark}@buyer.example`)
      await page.getByLabel(t('write.text')).fill(`Where is it ${mark}`)
      await visitor.clean('writing from the tracking page')
      await page.getByRole('button', { name: t('write.send') }).click()
      await expect(page.getByRole('alert')).toContainText(t('form.unknown'))
      await page.getByLabel(t('write.postcode')).fill(String(order.consignee.postalCode))
      await page.getByRole('button', { name: t('write.send') }).click()
      await expect(page.locator('.write[role=status]')).toContainText(/C\d+/)
      const { records } = await manager.call(caseList.endpoints.list, { find: mark })
      const staff = await open('manager')
      await staff.page.setViewportSize(SIZES[0])
      await staff.page.goto(`/returns/cases?_row=${records[0]!.id}`)
      await expect(staff.page.getByText(`Where is it ${mark}`)).toBeVisible()
      await expect(staff.page.getByText(no).first()).toBeVisible()
    })

    test('mails that became nothing are listed at the mailbox', async ({ open, signIn }) => {
      const admin = await signIn('tenant1', lang)
      await admin.call(caseMailbox.parked, {})
      const { page, clean, translate } = await open('tenant1').then((user) => ({
        page: user.page,
        clean: user.clean.bind(user),
        translate: user.translate,
      }))
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await page.goto('/returns/mailbox')
        await expect(
          page.getByRole('heading', { name: translate('case-mailbox', 'parked') }),
        ).toBeVisible()
        await clean(`mailbox of cases ${size.width}`)
      }
    })
  })
