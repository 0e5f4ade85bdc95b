import { expect, test } from 'vitest'
import { recipientMails, parcelPages } from '#contracts/tracking/parcel-pages.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { company } from '#contracts/parties/company.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { useWorld } from '#test/harness.ts'
import { makeOrder } from '#test/orders.ts'
import { systemCtx } from '../tracking.fixture.ts'
import { followToken } from './follow-token.ts'
import { mailMoves } from './mail-moves.ts'

const world = useWorld()
const SITE = 'https://track.example.com'
const POSTCODE = '94579'
const EMAIL = 'buyer@example.com'

async function sent() {
  const order = await makeOrder(world(), await world().as('customer'), { confirm: true })
  const parcel = order.parcels[0]!
  return { id: parcel.id, no: parcel.trackNo! }
}
async function moved(id: string, status: number, hoursAgo = 0) {
  await world().db.pool.query('update parcel set tracking_status = $2 where id = $1', [id, status])
  await world().db.pool.query(
    `insert into tracking_event (tenant_id, parcel_id, event_key, status, sub, source, courier, at,
        offset_min)
      values ($1, $2, $3, $4, null, 'poll', 'DHL', now() - $5 * interval '1 hour', 0)`,
    [world().tenantId, id, Buffer.from(crypto.randomUUID()), status, hoursAgo],
  )
  await inTx(systemCtx(world()), (tx) => mailMoves(tx, SITE, [id]))
}
const mails = async (to: string) =>
  (
    await world().db.pool.query<{ title: string; content: string; end: string | null }>(
      `select es_title as title, es_content as content, end_link as end from sys_message
        where tenant_id = $1 and es_receiver = $2 order by id`,
      [world().tenantId, to],
    )
  ).rows

async function opened() {
  const boss = await world().as('finance')
  const { version, ...profile } = await boss.call(company.profile, {})
  await boss.call(company.saveProfile, { ...profile, siteUrl: `${SITE}/`, version })
}
const withMail = () =>
  world().db.pool.query(
    `insert into message_channel (tenant_id, channel, settings) values ($1, '2', $2)
      on conflict do nothing`,
    [
      world().tenantId,
      {
        host: 'mail.invalid',
        port: 587,
        security: 'starttls',
        user: '',
        fromName: 'Parcels',
        fromAddress: 'parcels@example.com',
      },
    ],
  )
async function page(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${world().origin}/boot/track/${path}`, init)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    body: await answer.text(),
  }
}
const press = (token: string, body: string) =>
  page(`mail/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
const tokenIn = (text: string) => /track\/mail\/([0-9a-f-]+)/.exec(text)![1]!

test('the receiver’s postcode shows what a number alone does not', async () => {
  const { no } = await sent()
  const of = (postcode: string) => world().anonymous.call(parcelPages.details, { no, postcode })
  await expect(of('99999')).rejects.toThrow('tracking.unknown')
  expect(await of(' 94 579')).toMatchObject({
    receiver: { country: 'DE', town: expect.stringContaining(POSTCODE) },
    weight: expect.any(Number),
    sender: expect.any(String),
  })
})

test('a visitor confirms before news comes, and ends it by one call of a mail program', async () => {
  await opened()
  const { id, no } = await sent()
  const email = `v${id}@buyer.example`
  const ask = () =>
    world().anonymous.call(parcelPages.follow, { no, postcode: POSTCODE, email, lang: 'de_DE' })
  // Where no mail can leave, none is promised; who does not know the parcel learns neither.
  await expect(ask()).rejects.toThrow('tracking.noSite')
  await expect(
    world().anonymous.call(parcelPages.follow, { no, postcode: '99999', email, lang: 'de_DE' }),
  ).rejects.toThrow('tracking.unknown')
  expect(await mails(email)).toEqual([])
  const offered = async () =>
    (await world().anonymous.call(tracking.query, { nos: no })).items[0]!.news
  expect(await offered()).toBeUndefined()
  await withMail()
  expect(await offered()).toBe(true)
  await ask()
  const [confirm] = await mails(email)
  expect(confirm).toMatchObject({ title: `Bitte bestätigen: Neues zu ${no} per E-Mail`, end: null })
  const token = tokenIn(confirm!.content)
  // Unconfirmed: nothing comes, and opening the link alone changes nothing.
  expect((await page(`mail/${token}`)).body).toContain('do" value="start"')
  await moved(id, 50)
  expect(await mails(email)).toHaveLength(1)
  expect((await press(token, 'do=start')).body).toContain('do" value="end"')
  await moved(id, 55)
  const mail = (await mails(email))[1]!
  expect(mail).toMatchObject({
    title: `${no} liegt zur Abholung bereit`,
    content: expect.stringContaining(`${SITE}/track/result?nos=${no}&lang=de`),
    end: `${SITE}/boot/track/mail/${token}`,
  })
  await moved(id, 55)
  expect(await mails(email)).toHaveLength(2)
  await press(token, 'List-Unsubscribe=One-Click')
  await moved(id, 70)
  expect(await mails(email)).toHaveLength(2)
})

test('recipients hear of what their customer wishes, once, in their language, and not late', async () => {
  await opened()
  const unwanted = await sent()
  const email = EMAIL
  await moved(unwanted.id, 50)
  expect(await mails(email)).toEqual([])
  await world().db.pool.query('delete from tracking_event where parcel_id = $1', [unwanted.id])
  const customer = await world().as('customer')
  await customer.call(recipientMails.endpoints.add, {
    customerId: world().customerId,
    onVan: true,
    failed: true,
    shipped: false,
    ready: false,
    remark: null,
  })
  const { id } = await sent()
  await moved(id, 60, 30)
  expect(await mails(email)).toEqual([])
  await moved(id, 55)
  expect(await mails(email)).toEqual([])
  await Promise.all([moved(id, 50), moved(id, 50)])
  const [first, ...others] = await mails(email)
  expect(others).toEqual([])
  expect(first!.title).toContain('ist in Zustellung')
  // An end holds for all parcels of that customer.
  await press(tokenIn(first!.end!), '')
  const next = await sent()
  await moved(next.id, 50)
  expect(await mails(email)).toHaveLength(1)
})

test('a link that was made up does nothing and is answered so', async () => {
  const token = followToken(systemCtx(world()), world().tenantId, '1').replace(/.$/, (last) =>
    last === '0' ? '1' : '0',
  )
  const answer = await press(token, '')
  expect([answer.status, answer.body.includes('<form')]).toEqual([404, false])
})

test('without JavaScript one number is shown as it is with it', async () => {
  const { id, no } = await sent()
  await moved(id, 55)
  const { body, type } = await page(`plain?no=${no}&lang=fr`)
  expect(type).toContain('text/html')
  expect(body).toContain('<html lang="fr-FR">')
  expect(body).toContain('Prêt à être retiré')
  expect((await page('plain?no=%3Cscript%3E1')).body).not.toContain('<script')
  expect((await page('plain?no=ZZ99999999')).body).toContain('Not found')
})

test('a company’s look is shown for its numbers, its code and no others', async () => {
  const boss = await world().as('finance')
  const { version, ...profile } = await boss.call(company.profile, {})
  const save = (pageColour: string) =>
    boss.call(company.saveProfile, { ...profile, pageColour, version })
  await expect(save('#ffee00')).rejects.toThrow('company.colour')
  await save('#0B6E4F')
  const { no } = await sent()
  expect(await world().anonymous.call(parcelPages.look, { nos: no })).toMatchObject({
    colour: '#0b6e4f',
  })
  expect(await world().anonymous.call(parcelPages.look, { nos: 'ZZ99999999' })).toBeNull()
})
