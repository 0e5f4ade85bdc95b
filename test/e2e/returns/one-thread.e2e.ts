import { caseMailbox } from '#contracts/returns/cases/case-mail.ts'
import { caseList } from '#contracts/returns/cases/cases.ts'
import { comments } from '#contracts/returns/cases/comments.ts'
import { messageList } from '#contracts/platform/messaging/messages.ts'
import { session } from '#contracts/platform/session/session.ts'
import { shipmentList, shipments } from '#contracts/orders/shipments.ts'
import type { ApiUser } from '../api-user.ts'
import { expect, LANGS, test } from '../fixtures.ts'
import { BASE_URL, PASSWORD } from '../start.ts'

const SECRET = 'a secret of the hook, long enough'
const ADDRESS = 'cases@parcelyard.example'

/** The mailbox answers come to, by its hook; another worker may have set it up meanwhile. */
async function openMailbox(admin: ApiUser): Promise<string> {
  await admin.call(session.stepUp, { password: PASSWORD })
  for (;;) {
    const state = await admin.call(caseMailbox.settings, {})
    if (state.enabled && state.hookSecret.set) return state.hookPath
    const settings = {
      address: ADDRESS,
      host: '',
      port: 993,
      security: 'tls',
      user: '',
      folder: 'INBOX',
      checkedBy: '',
    }
    const body = { settings, enabled: true, version: state.version, hookSecret: SECRET }
    await admin.call(caseMailbox.save, body as never).catch(() => null)
  }
}

/** A mail server hands over what a carrier answered. */
async function mailCame(path: string, from: string, subject: string, text: string): Promise<void> {
  const raw = [
    `From: Desk <${from}>`,
    `To: ${ADDRESS}`,
    `Subject: ${subject}`,
    `Message-ID: <${Date.now()}.${from}>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ].join('\r\n')
  const form = new FormData()
  form.set('file', new File([raw], 'mail.eml', { type: 'message/rfc822' }))
  const answer = await fetch(`${BASE_URL}/boot${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}` },
    body: form,
  })
  expect(await answer.json()).toMatchObject({ success: true })
}

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('a visitor, customer service at the order and a carrier by mail write in one thread', async ({
      signIn,
      open,
      visitor,
      mark,
    }) => {
      test.setTimeout(280_000)
      const [admin, customer] = [await signIn('tenant1', lang), await signIn('customer', lang)]
      const hook = await openMailbox(admin)
      const orders = await customer.call(shipmentList.endpoints.list, {
        shipmentStatus: '80,90',
        pageSize: 20,
      })
      // Another one than that of the other language: a parcel takes three messages a day.
      const at = lang === 'zh_CN' ? 5 : 8
      const order = await customer.call(shipments.queryById, { id: String(orders.records[at]!.id) })
      const no = order.parcels[0]!.trackNo!
      const [buyer, desk] = [`${mark}@buyer.example`, `${mark}@carrier.example`]
      const [asked, answered] = [`Where is it ${mark}`, `We are asking ${mark}`]
      const [toCarrier, found, inside] = [`Trace ${mark}`, `Found ${mark}`, `Our fault ${mark}`]

      await test.step('a visitor writes from the tracking page', async () => {
        const t = (key: string) => visitor.translate('track', key)
        const { page } = visitor
        page.setDefaultTimeout(60_000)
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(`/track/result?nos=${no}`)
        await page.getByRole('button', { name: t('write.open') }).click()
        await page.getByLabel(t('write.postcode')).fill(String(order.consignee.postalCode))
        await page.getByLabel(t('write.email')).fill(buyer)
        await page.getByLabel(t('write.text')).fill(asked)
        await page.getByRole('button', { name: t('write.send') }).click()
        await expect(page.locator('.write[role=status]')).toContainText(/C\d+/)
      })

      const staff = await open('manager')
      const { page } = staff
      page.setDefaultTimeout(60_000)
      const t = (key: string, data = {}) => staff.translate('cases', key, data)
      const thread = page.locator('.case-thread')
      const write = async (box: 'comment' | 'note' | 'carrier', text: string) => {
        await page.getByRole('radio', { name: t(`box.${box}`), exact: true }).focus()
        await page.keyboard.press('Space')
        if (box === 'carrier')
          await page.getByRole('textbox', { name: t('to'), exact: true }).fill(desk)
        if (box === 'comment') await page.getByRole('checkbox', { name: buyer }).check()
        await page.getByRole('textbox', { name: t(`box.${box}`), exact: true }).fill(text)
        await page.keyboard.press('Control+Enter')
        await expect(thread.getByText(text)).toBeVisible()
      }
      await test.step('customer service finds it at the order, answers, and asks the carrier', async () => {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(`/shipment/all?open=${order.id}`)
        const cases = page.getByRole('region', { name: t('of.title') })
        await cases.getByRole('listitem').filter({ hasText: no }).first().waitFor()
        await staff.clean('an order with a case')
        await cases.getByRole('listitem').filter({ hasText: no }).first().getByRole('link').click()
        await expect(thread.getByText(asked)).toBeVisible()
        await write('comment', answered)
        await write('note', inside)
        await write('carrier', toCarrier)
      })
      const { records } = await admin.call(caseList.endpoints.list, { find: asked })
      const caseId = String(records[0]!.id)

      await test.step("the carrier's answer comes by mail, into the same thread", async () => {
        const sent = await admin.call(messageList.endpoints.list, { esReceiver: desk })
        expect(sent.records).toHaveLength(1)
        await mailCame(hook, desk, `Re: ${String(sent.records[0]!.esTitle)}`, found)
        await expect(async () => {
          const all = await admin.call(comments.list, { caseId })
          expect(all.map(({ text }) => text)).toEqual([asked, answered, inside, toCarrier, found])
        }).toPass({ timeout: 30_000 })
        await page.goto(`/returns/cases?_row=${caseId}`)
        await expect(thread.getByText(found)).toBeVisible()
        await staff.clean('one thread')
      })
      await test.step('the customer reads its part of it and nothing else', async () => {
        const reader = await open('customer')
        await reader.page.setViewportSize({ width: 390, height: 844 })
        await reader.page.goto(`/returns/cases?_row=${caseId}`)
        await expect(reader.page.getByText(answered)).toBeVisible()
        await expect(reader.page.getByText(asked)).toBeVisible()
        for (const hidden of [inside, toCarrier, found, desk])
          await expect(reader.page.getByText(hidden)).toHaveCount(0)
        await reader.clean('one thread of a customer, phone')
        const own = await customer.call(comments.list, { caseId })
        expect(own.map(({ text }) => text)).toEqual([asked, answered])
      })
    })
  })
