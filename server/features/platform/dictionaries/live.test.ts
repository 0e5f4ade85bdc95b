import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dicts } from '#contracts/platform/lists/dictionaries.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import { dictionaries } from '#contracts/platform/session/session.ts'
import { writeSheet } from '#server/kit/sheets/sheets.ts'
import { Client } from '#test/harness.ts'
import { signIn, until, useNodes, type Browser, type Line } from '#test/sockets.ts'

/** Words changed at one process reach the pages that are open at the other. */
const { here, there, listen } = useNodes()
let keeper: Client
let reader: Browser
let stranger: Browser
let far: Client
beforeAll(async () => {
  keeper = await here().as('tenantAdmin')
  reader = await signIn(here(), here().username('service'))
  stranger = await signIn(here(), there().username('service'))
  far = new Client(there().base, reader.client.token)
  // What a process knows is kept by this clock: while it stands still, only news makes it go.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
})
afterAll(() => void vi.restoreAllMocks())
const wordsThere = async (code: string) =>
  (await far.call(dictionaries.queryAllDictItems, {}))[code]?.map(({ text }) => text)
/** News of words a line has heard, when the bell that was rung after them has arrived. */
const receivedBy = async (line: Line, browser: Browser) => {
  await browser.client.get('/sys/annountCement/syncNotic')
  await line.waitFor(({ cmd }) => cmd !== 'dict')
  return line.received.filter(({ cmd }) => cmd === 'dict').length
}

describe('a change of words', () => {
  test('reaches every page of the tenant, once for a call, and the other process answers the new ones', async () => {
    const dict = await keeper.call(dicts.add, {
      dictCode: 'live_words',
      dictName: '词',
      dictNameEn: 'Words',
    } as never)
    const [near, away, foreign] = [
      await listen(here(), reader),
      await listen(there(), reader),
      await listen(there(), stranger),
    ]
    expect(await wordsThere('live_words')).toBeUndefined()
    const item = await keeper.call(dictItems.add, {
      dictId: dict.id,
      itemValue: '1',
      itemText: 'one',
    } as never)
    for (const line of [near, away]) await line.waitFor(({ cmd }) => cmd === 'dict')
    expect(
      await wordsThere('live_words'),
      'a process that got the event finds the new word',
    ).toEqual(['one'])
    await keeper.call(dictItems.edit, { id: item.id, itemText: 'two' } as never)
    await until(() => away.received.length === 2)
    expect(await wordsThere('live_words')).toEqual(['two'])
    const sheet = await writeSheet(
      {
        columns: ['dictCode', 'itemValue', 'itemText'].map((title) => ({ title })),
        rows: [
          ['live_words', '2', 'three'],
          ['live_words', '3', 'four'],
        ],
      },
      'xlsx',
    )
    expect((await keeper.upload('/sys/dict/importExcel', 'w.xlsx', sheet)).result).toMatchObject({
      successCount: 2,
    })
    await until(() => away.received.length === 3)
    expect(await wordsThere('live_words')).toEqual(['two', 'three', 'four'])
    expect(await receivedBy(near, reader)).toBe(3)
    expect(await receivedBy(foreign, stranger)).toBe(0)
  })

  test('that was refused or only tried reaches no page', async () => {
    const line = await listen(there(), reader)
    const sheet = await writeSheet(
      {
        columns: ['dictCode', 'dictName'].map((title) => ({ title })),
        rows: [['tried_words', 'x']],
      },
      'xlsx',
    )
    expect(
      (await keeper.upload('/sys/dict/importExcel', 'w.xlsx', sheet, { dryRun: 'true' })).result,
    ).toMatchObject({ successCount: 1 })
    expect(
      (await keeper.put('/sys/dictItem/edit', { id: '999999999', itemText: 'x' })).success,
    ).toBeFalsy()
    expect(await receivedBy(line, reader)).toBe(0)
  })

  test('which a user merely asks for is read by the processes, and by that user’s pages alone', async () => {
    const [own, other] = [
      await listen(there(), reader),
      await listen(there(), await signIn(here(), here().username('finance'))),
    ]
    const { id } = (await keeper.call(dicts.list, { dictCode: 'live_words' } as never)).records[0]!
    await wordsThere('live_words')
    await here().db.pool.query(
      `update sys_dict_item set item_text = 'zero' where dict_id = $1 and item_value = '1'`,
      [id],
    )
    expect((await reader.client.get('/sys/dict/refleshCache')).success).toBe(true)
    await own.waitFor(({ cmd }) => cmd === 'dict')
    expect((await wordsThere('live_words'))?.[0]).toBe('zero')
    expect(other.received).toEqual([])
  })
})
