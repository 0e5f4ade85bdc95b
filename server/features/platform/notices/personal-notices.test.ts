import { expect, test } from 'vitest'
import { translate } from '#server/kit/http/texts.ts'
import { useWorld, type Client } from '#test/harness.ts'
import { AREA, BOX, type Box } from './notices.fixture.ts'

const world = useWorld()
let owner: Client
let writer: Client
let id: string

/** The notice a new key raises for its owner. */
async function raised(): Promise<string> {
  owner = await world().as('tenantAdmin')
  writer = await world().as('manager')
  const made = await owner.post('/sys/account/apiKey/add', {
    name: 'Shop',
    scopes: ['sys:user:list'],
  })
  expect(made.error).toBeUndefined()
  const found = async () =>
    (
      await world().db.pool.query<{ id: string }>(
        `select id from sys_announcement where tenant_id = $1 and bus_type = 'security'`,
        [world().tenantId],
      )
    ).rows[0]?.id
  await expect.poll(found, { timeout: 90_000 }).toBeDefined()
  return (await found())!
}
const inBox = async (query: object = {}) => {
  const box = (await owner.get(`${BOX}/getMyAnnouncementSend`, { ...query })).result as {
    records?: { anntId: string }[]
  } & Partial<Box>
  return (box.records ?? []).some(({ anntId }) => anntId === id)
}

test('a notice about a user’s own account is out of reach for writers of announcements', async () => {
  id = await raised()
  expect(await inBox()).toBe(true)
  // Written before its reader chose a language, it is read in the one chosen by then.
  const titles = ['en_US', 'zh_CN'].map(async (lang) => {
    const asked = { query: { id }, headers: { client_lang: lang } }
    const { result } = await owner.raw('GET', `${AREA}/queryById`, asked)
    return (result as { titile: string }).titile
  })
  expect(await Promise.all(titles)).toEqual(
    (['en_US', 'zh_CN'] as const).map((lang) => translate(lang, 'account', 'alert.title')),
  )
  // Found by the title that is shown.
  const [shown, unseen] = [
    translate('en_US', 'account', 'alert.title'),
    translate('zh_CN', 'account', 'alert.title'),
  ]
  expect([await inBox({ titile: shown }), await inBox({ titile: unseen })]).toEqual([true, false])
  const list = (await writer.get(`${AREA}/list`, { pageSize: 200 })).result as {
    records: { id: string }[]
  }
  expect(list.records.map((row) => row.id)).not.toContain(id)
  expect((await writer.get(`${AREA}/queryById`, { id })).status).toBe(404)
  for (const call of ['doReleaseData', 'doReovkeData'])
    expect((await writer.get(`${AREA}/${call}`, { id })).success, call).toBe(false)
  const edited = await writer.put(`${AREA}/edit`, { id, version: 1, titile: 'Nothing happened' })
  expect(edited.success).toBe(false)
  expect((await writer.delete(`${AREA}/delete`, { id })).success).toBe(false)
  const batch = await writer.delete(`${AREA}/deleteBatch`, { ids: id })
  expect(JSON.stringify(batch.result)).not.toContain('"ok":true')
  const counts = await writer.get(`${AREA}/readCounts`, { ids: id })
  expect(JSON.stringify(counts.result ?? {})).not.toContain(`"${id}"`)
  expect(await inBox()).toBe(true)
  expect((await owner.get(`${AREA}/queryById`, { id })).success).toBe(true)
})
