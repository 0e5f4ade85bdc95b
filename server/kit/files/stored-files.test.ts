import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useOwnWorld } from '#test/harness.ts'
import type { Ctx } from '../access/ctx.ts'
import { inTx } from '../db/tx.ts'
import { contentStore } from './content-store.ts'
import { offerFileOwner } from './file-owners.ts'
import { insideOf, memoryStore } from './files.fixture.ts'
import { dropContent, fileQuota, hashOf, usedBytes } from './stored-contents.ts'
import { filesOf, readFile, removeFile, removeFilesOf, storeFile } from './stored-files.ts'
import { sweepFiles } from './sweep-files.ts'

const world = useOwnWorld()
const store = memoryStore()
const gone = new Set<string>()
offerFileOwner({
  kind: 'testRecord',
  kinds: { attachment: {} },
  readable: async (_ctx, ids) => new Map(ids.map((id) => [id, `record ${id}`])),
  mayChange: async () => true,
  existing: async (_ctx, ids) => new Set(ids.filter((id) => !gone.has(id))),
})
let ctx: Ctx
let records = 0
let ownerId: string
let contents = 0
const text = (size = 100) => Buffer.from(`${++contents}`.padEnd(size, 'x'))
const add = (bytes: Buffer, name = 'a.txt', of: Ctx = ctx) =>
  storeFile(of, { ownerKind: 'testRecord', ownerId, name, bytes })
const files = () => filesOf(ctx, 'testRecord', [ownerId])
const inStore = (bytes: Buffer) => store.contents.has(`${world().tenantId}/${hashOf(bytes)}`)
/** What lay in the store when it was swept had lain there for two days. */
const age = () => {
  for (const one of store.contents.values()) one.at = new Date(Date.now() - 2 * 86_400_000)
}

beforeAll(() => {
  contentStore.set(world().deps, store)
  ctx = insideOf(world())
})
afterEach(() => {
  store.before.write = undefined
  store.before.remove = undefined
  ownerId = String(++records)
})
ownerId = '0'

describe('a file', () => {
  test('is a row and a content, and a content is there once per tenant', async () => {
    const bytes = text()
    const used = await usedBytes(ctx)
    const [first, second] = [await add(bytes), await add(bytes, 'b.txt')]
    expect(first.hash).toBe(second.hash)
    expect(await usedBytes(ctx)).toBe(used + bytes.length)
    expect((await readFile(ctx, second.id)).bytes.equals(bytes)).toBe(true)
    await removeFile(ctx, first.id)
    expect(inStore(bytes), 'the other file names it still').toBe(true)
    await removeFile(ctx, second.id)
    expect(inStore(bytes)).toBe(false)
    expect(await usedBytes(ctx)).toBe(used)
  })
  test('of a record goes with it', async () => {
    await Promise.all([add(text()), add(text())])
    expect(await files()).toHaveLength(2)
    await inTx(ctx, (tx) => removeFilesOf(tx, 'testRecord', ownerId))
    expect(await files()).toEqual([])
  })
  test('is at most one of so many, also where many come at once', async () => {
    const limits = { count: 3 }
    const sent = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        storeFile(ctx, { ownerKind: 'testRecord', ownerId, name: 'a.txt', bytes: text(), limits }),
      ),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await files()).toHaveLength(3)
  })
})

describe('a failure', () => {
  test('of the store leaves no row', async () => {
    const [bytes, used] = [text(), await usedBytes(ctx)]
    store.before.write = () => Promise.reject(new Error('disk full'))
    await expect(add(bytes)).rejects.toThrow('disk full')
    expect([await files(), await usedBytes(ctx), inStore(bytes)]).toEqual([[], used, false])
  })
  test('after the content was written leaves a content, which a sweep takes after a day', async () => {
    const [bytes, used] = [text(), await usedBytes(ctx)]
    await expect(
      inTx(ctx, async (tx) => {
        await add(bytes, 'a.txt', tx)
        throw new Error('power cut')
      }),
    ).rejects.toThrow('power cut')
    expect([await files(), await usedBytes(ctx), inStore(bytes)]).toEqual([[], used, true])
    expect(await sweepFiles(ctx)).toMatchObject({ unnamed: 0 })
    expect(inStore(bytes), 'a transaction may be about to name it').toBe(true)
    age()
    expect(await sweepFiles(ctx, { isTrial: true })).toMatchObject({ unnamed: 1 })
    expect(inStore(bytes), 'only counted').toBe(true)
    expect(await sweepFiles(ctx)).toMatchObject({ unnamed: 1, lost: 0 })
    expect(inStore(bytes)).toBe(false)
  })
  test('while a content is removed leaves it for the sweep', async () => {
    const bytes = text()
    const { id } = await add(bytes)
    store.before.remove = () => Promise.reject(new Error('no connection'))
    await removeFile(ctx, id)
    expect([await files(), inStore(bytes)]).toEqual([[], true])
    store.before.remove = undefined
    age()
    expect(await sweepFiles(ctx)).toMatchObject({ unnamed: 1 })
  })
  test('of a sweep between content and row loses nothing that is stored again', async () => {
    const bytes = text()
    const { id } = await add(bytes)
    await removeFile(ctx, id)
    store.contents.set(`${world().tenantId}/${hashOf(bytes)}`, { bytes, at: new Date(0) })
    // The same content comes in while the sweep removes it, and waits for the sweep's lock.
    const [removing, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    store.before.remove = () => {
      removing.resolve()
      return waiting.promise
    }
    const sweep = sweepFiles(ctx)
    await removing.promise
    const again = add(bytes)
    for (;;) {
      const { rows } = await world().db.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock'
          and query like 'insert into stored_content%' and datname = current_database()`,
      )
      if (rows.length > 0) break
    }
    waiting.resolve()
    expect(await sweep).toMatchObject({ unnamed: 1 })
    await again
    expect([(await files()).length, inStore(bytes)]).toEqual([1, true])
  })
  test('of a sweep that read its list earlier takes nothing a row notes since', async () => {
    const bytes = text()
    await add(bytes)
    expect(await dropContent(ctx, hashOf(bytes))).toBe(false)
    expect(inStore(bytes)).toBe(true)
  })
  test('that lost a content is counted, and nothing is removed for it', async () => {
    const bytes = text()
    await add(bytes)
    store.contents.delete(`${world().tenantId}/${hashOf(bytes)}`)
    expect(await sweepFiles(ctx)).toMatchObject({ lost: 1 })
    expect(await files()).toHaveLength(1)
    await add(bytes, 'sent again.txt')
    expect(await sweepFiles(ctx)).toMatchObject({ lost: 0 })
  })
})

test('files of records there are no longer are removed', async () => {
  const bytes = text()
  await add(bytes)
  gone.add(ownerId)
  expect(await sweepFiles(ctx)).toMatchObject({ ownerless: 1 })
  expect([await files(), inStore(bytes)]).toEqual([[], false])
})

describe('the quota of a tenant', () => {
  test('is not passed by two hundred uploads at once', async () => {
    const used = await usedBytes(ctx)
    fileQuota.set(world().deps, { bytes: used + 50 * 1_000 })
    const limits = { count: 500 }
    const sent = await Promise.allSettled(
      Array.from({ length: 200 }, () =>
        storeFile(ctx, {
          ownerKind: 'testRecord',
          ownerId,
          name: 'a.txt',
          bytes: text(1_000),
          limits,
        }),
      ),
    )
    const refused = sent.filter((one) => one.status === 'rejected')
    expect(new Set(refused.map(({ reason }) => String((reason as Error).message)))).toEqual(
      new Set(['file.quota']),
    )
    expect(refused).toHaveLength(150)
    expect(await files()).toHaveLength(50)
    expect(await usedBytes(ctx)).toBe(used + 50_000)
    age()
    expect(await sweepFiles(ctx), 'refusals leave nothing').toMatchObject({ unnamed: 0 })
    const known = store.contents.get(`${world().tenantId}/${(await files())[0]!.hash}`)!.bytes
    ownerId = 'another'
    await expect(add(known, 'the same again.txt'), 'takes nothing').resolves.toBeTruthy()
  })
})
