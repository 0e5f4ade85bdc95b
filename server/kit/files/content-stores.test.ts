import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContentStore } from './contents.ts'
import { localStore } from './local-store.ts'
import { s3Store } from './s3-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'parcelyard-stores-'))
const serve = (allowMismatchedSignatures: boolean) =>
  new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'parcelyard-files', configs: [] }],
  })
const server = serve(false)
/**
 * This server leaves the slash out where it works out the signature of a list, which S3 and the
 * client do not: lists go to one that does not compare it.
 */
const listing = serve(true)
const stores: Record<string, ContentStore> = {}
/** The server knows this one pair and checks the signature of every call. */
const settings = { region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' }
let endpoint: string

beforeAll(async () => {
  endpoint = `http://127.0.0.1:${(await server.run()).port}`
  stores.folder = localStore(join(folder, 'files'))
  const of = (at: string) => s3Store({ ...settings, bucket: 'parcelyard-files', endpoint: at })
  const lists = of(`http://127.0.0.1:${(await listing.run()).port}`)
  stores.s3 = { ...of(endpoint), list: (tenantId) => lists.list(tenantId) }
})
afterAll(async () => {
  await Promise.all([server.close(), listing.close()])
  rmSync(folder, { recursive: true, force: true })
})

const contentOf = (text: string | Buffer) => {
  const bytes = Buffer.from(text)
  return { bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}
const hashesIn = async (store: ContentStore, tenantId: string) => {
  const found: string[] = []
  for await (const { hash, at } of store.list(tenantId)) {
    expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(600_000)
    found.push(hash)
  }
  return found.sort()
}

describe.each(['folder', 's3'])('a %s', (name) => {
  test('gives back what was written, and lists it, by tenant', async () => {
    const store = stores[name]!
    const [one, two] = [contentOf('Päckchen 包裹'), contentOf(Buffer.alloc(3_000_000, 7))]
    const key = { tenantId: '7', hash: one.hash }
    expect([await store.has(key), await store.read(key)]).toEqual([false, null])
    await store.write(key, one.bytes)
    await store.write(key, one.bytes)
    await store.write({ tenantId: '7', hash: two.hash }, two.bytes)
    await store.write({ tenantId: '77', hash: one.hash }, one.bytes)
    expect([await store.has(key), (await store.read(key))?.equals(one.bytes)]).toEqual([true, true])
    expect((await store.read({ tenantId: '7', hash: two.hash }))?.equals(two.bytes)).toBe(true)
    expect(await hashesIn(store, '7')).toEqual([one.hash, two.hash].sort())
    await store.remove(key)
    await store.remove(key)
    expect(await hashesIn(store, '7')).toEqual([two.hash])
    expect(await hashesIn(store, '77'), "another tenant's").toEqual([one.hash])
    expect(await hashesIn(store, '8')).toEqual([])
  })
  test('takes nothing but a hash and a number as names', async () => {
    const store = stores[name]!
    for (const hash of ['../../etc/passwd', 'a'.repeat(63), `${'a'.repeat(64)}/..`])
      await expect(store.write({ tenantId: '7', hash }, Buffer.from('x')), hash).rejects.toThrow()
    const { hash } = contentOf('x')
    await expect(store.read({ tenantId: '../7', hash })).rejects.toThrow()
  })
})

test('a folder holds nothing half written, and what a crash left behind is taken away', async () => {
  const store = stores.folder!
  const { bytes, hash } = contentOf('whole')
  await Promise.all(Array.from({ length: 20 }, () => store.write({ tenantId: '9', hash }, bytes)))
  const at = join(folder, 'files', '9', hash.slice(0, 2))
  expect(readdirSync(at)).toEqual([hash])
  const [old, young] = [join(at, `${hash}.old.tmp`), join(at, `${hash}.young.tmp`)]
  for (const path of [old, young]) writeFileSync(path, 'ha')
  utimesSync(old, new Date(0), new Date(0))
  expect(await hashesIn(store, '9')).toEqual([hash])
  expect(readdirSync(at).sort()).toEqual([hash, `${hash}.young.tmp`])
})

test('an S3 server refuses a wrong key, and that is an error, not a file that is not there', async () => {
  const { hash } = contentOf('Päckchen 包裹')
  for (const wrong of [
    { ...settings, secretKey: 'other', bucket: 'parcelyard-files' },
    { ...settings, bucket: 'no-such-bucket' },
  ]) {
    const store = s3Store({ ...wrong, endpoint })
    await expect(store.write({ tenantId: '7', hash }, Buffer.from('x'))).rejects.toThrow()
    await expect(
      (async () => {
        for await (const one of store.list('7')) expect(one).toBeTruthy()
      })(),
    ).rejects.toThrow()
  }
})

test('a bucket that cannot be reached is named as such, and not as the database', async () => {
  const down = s3Store({ ...settings, bucket: 'parcelyard-files', endpoint: 'http://127.0.0.1:9' })
  const { bytes, hash } = contentOf('x')
  for (const call of [
    () => down.write({ tenantId: '1', hash }, bytes),
    () => down.read({ tenantId: '1', hash }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'file.storeDown', http: 503 })
})
