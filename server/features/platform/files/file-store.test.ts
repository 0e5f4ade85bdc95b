import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileStore } from '#contracts/platform/operations/file-store.ts'
import { useWorld, type Answer, type Client } from '#test/harness.ts'

const world = useWorld()
interface Row {
  id: string
  fileName: string
  url: string | null
  thumbUrl: string | null
  hash: string
  ownerName: string
}
let admin: Client
let drawn = 0
const picture = (side = 400) => {
  const canvas = createCanvas(side, side)
  const pen = canvas.getContext('2d')
  pen.fillStyle = `rgb(${++drawn % 250}, 90, 90)`
  pen.fillRect(0, 0, side, side)
  return canvas.toBuffer('image/png')
}
const pdf = (text = String(++drawn)) => Buffer.from(`%PDF-1.7\n%${text}\n`)
const send = (bytes: Buffer, name: string, client = admin) =>
  client.upload('/oss/file/upload', name, bytes)
const added = async (bytes: Buffer, name: string) => (await send(bytes, name)).result as Row
const shown = (url: string | null): Promise<Answer> => world().anonymous.get(url!)
const names = async (filter: Record<string, unknown> = {}) =>
  ((await admin.get('/oss/file/list', filter)).result as { records: Row[] }).records.map(
    ({ fileName }) => fileName,
  )

beforeAll(async () => {
  admin = await world().as('tenantAdmin')
})

describe('the file storage list', () => {
  test('takes a file, finds it, shows what it takes, and removes it', async () => {
    const before = await admin.call(fileStore.usage, {})
    const answer = await send(pdf(), '发票 2026.pdf')
    expect(answer).toMatchObject({ success: true, code: 200, message: 'Uploaded.' })
    const row = answer.result as Row
    expect(row).toMatchObject({
      fileName: '发票 2026.pdf',
      type: 'application/pdf',
      kind: 'attachment',
      ownerKind_dictText: 'File storage',
      thumbUrl: null,
      createBy: world().username('tenantAdmin'),
    })
    expect(await names({ fileName: '*发票*' })).toEqual(['发票 2026.pdf'])
    expect(await names({ type: 'application/pdf' })).toContain('发票 2026.pdf')
    expect(await names({ hash: row.hash })).toEqual(['发票 2026.pdf'])
    const used = await admin.call(fileStore.usage, {})
    expect(used).toMatchObject({ files: before.files + 1, quota: 2_147_483_648 })
    expect(used.used).toBeGreaterThan(before.used)
    expect((await admin.delete('/oss/file/delete', { id: row.id })).success).toBe(true)
    expect((await shown(row.url)).status).toBe(404)
    expect(await admin.call(fileStore.usage, {})).toEqual(before)
  })
  test('has the room the platform gives its tenant, and refuses what goes beyond it', async () => {
    const setQuota = (mb: number | null) =>
      world().db.pool.query('update tenant set file_quota_mb = $2 where id = $1', [
        world().tenantId,
        mb,
      ])
    await setQuota(1)
    expect(await admin.call(fileStore.usage, {})).toMatchObject({ quota: 1_048_576 })
    const big = Buffer.concat([pdf(), Buffer.alloc(1_100_000, 65)])
    expect(await send(big, 'big.pdf')).toMatchObject({ success: false, error: 'file.quota' })
    await setQuota(null)
    expect(await admin.call(fileStore.usage, {})).toMatchObject({ quota: 2_147_483_648 })
  })
  test('shows a picture and its thumbnail in place, and lets everything else be saved', async () => {
    const row = await added(picture(), 'me.png')
    const [whole, thumb] = [await shown(row.url), await shown(row.thumbUrl)]
    expect([whole.headers.get('content-type'), thumb.headers.get('content-type')]).toEqual([
      'image/png',
      'image/webp',
    ])
    expect(whole.headers.get('content-disposition')).toMatch(/^inline/)
    expect(thumb.bytes.length).toBeLessThan(whole.bytes.length)
    const document = await shown((await added(pdf(), 'a.pdf')).url)
    expect(document.headers.get('content-disposition')).toMatch(/^attachment; filename="a.pdf"/)
    for (const { headers } of [whole, document]) {
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none';frame-ancestors 'none';sandbox",
      )
      expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    }
  })
  test('removes many, and reports on each', async () => {
    const [one, two] = [await added(pdf(), '1.pdf'), await added(pdf(), '2.pdf')]
    const answer = await admin.delete('/oss/file/deleteBatch', { ids: `${one.id},${two.id},999` })
    expect(answer.result).toMatchObject({ done: 2, failed: 1 })
  })
  test('counts orphans, and removes them on demand', async () => {
    await admin.upload('/sys/common/upload', 'unused.png', picture())
    await world().db.pool.query(
      `update stored_file set expires_at = now() - interval '1 second'
        where tenant_id = $1 and owner_kind = 'upload'`,
      [world().tenantId],
    )
    const scan = (remove: boolean) => admin.call(fileStore.scan, { remove })
    const found = await scan(false)
    expect(found).toEqual({ expired: expect.any(Number), ownerless: 0, unnamed: 0, lost: 0 })
    expect(found.expired).toBeGreaterThan(0)
    expect(await scan(true)).toEqual(found)
    expect((await scan(false)).expired).toBe(0)
  })
})

describe('a link', () => {
  test('shows the file until it expires, and nothing when a sign of it is changed', async () => {
    const { id, url } = await added(pdf('secret'), 'a.pdf')
    const { url: link, hours } = await admin.call(fileStore.link, { id, hours: 24 })
    expect(hours).toBe(24)
    expect((await shown(link)).bytes.toString()).toContain('secret')
    const token = link.split('/').at(-1)!
    const [tenant, file, expires, variant, signature] = token.split('.')
    const forged = [
      [String(Number(tenant) + 1), file, expires, variant, signature],
      [tenant, String(Number(file) - 1), expires, variant, signature],
      [tenant, file, String(Number(expires) + 3_600), variant, signature],
      [tenant, file, expires, 't', signature],
      [
        tenant,
        file,
        expires,
        variant,
        `${signature!.startsWith('A') ? 'B' : 'A'}${signature!.slice(1)}`,
      ],
      [tenant, file, expires, variant, ''],
      [tenant, file, expires, variant, url!.split('.').at(-1)],
      [`0${tenant}`, file, expires, variant, signature],
    ]
    for (const parts of forged)
      expect((await shown(`/sys/common/static/link/${parts.join('.')}`)).status).toBe(404)
    const late = new Date()
    late.setTime(Number(expires) * 1_000 + 1_000)
    const clock = Date.now
    Date.now = () => late.getTime()
    try {
      expect((await shown(link)).status, 'expired').toBe(404)
    } finally {
      Date.now = clock
    }
    expect((await admin.get('/oss/file/link', { id, hours: 169 })).success).toBe(false)
  })
  test('is made only by users who may read the record', async () => {
    const { id, url } = await added(pdf(), 'a.pdf')
    const mine = (await (await world().as('service')).upload('/sys/common/upload', 'x.pdf', pdf()))
      .message
    expect((await shown(`/sys/common/static/${mine}`)).status).toBe(200)
    const [row] = (
      (await admin.get('/oss/file/list', { createBy: world().username('service') })).result as {
        records: Row[]
      }
    ).records
    expect(row, "another's unused upload").toMatchObject({ fileName: 'x.pdf', url: null })
    expect((await admin.get('/oss/file/link', { id: row!.id })).status).toBe(404)
    expect((await admin.delete('/oss/file/delete', { id: row!.id })).status).toBe(404)
    const stranger = await world().otherTenantUser()
    for (const path of ['/oss/file/link', '/oss/file/queryById', '/sys/file/link'])
      expect((await stranger.get(path, { id })).status, path).toBe(404)
    for (const path of ['/oss/file/delete', '/sys/file/delete'])
      expect((await stranger.delete(path, { id })).status, path).toBe(404)
    const records = (await stranger.get('/oss/file/list')).result as { records: Row[] }
    expect(records.records.map((one) => one.id)).not.toContain(id)
    const customer = await world().as('customer')
    expect((await customer.get('/sys/file/link', { id })).status).toBe(404)
    expect((await customer.get('/oss/file/list')).status).toBe(403)
    expect((await shown(url)).status, 'and is still there').toBe(200)
  })
})

describe('a record', () => {
  test('takes only files its feature asks for, from users who may change it', async () => {
    const of = (ownerKind: string, kind = 'attachment', ownerId = world().tenantId) =>
      new URLSearchParams({ ownerKind, ownerId, kind })
    const put = (query: URLSearchParams, client = admin) =>
      client.upload(`/sys/file/upload?${query}`, 'a.pdf', pdf())
    const answer = await put(of('store'))
    expect(answer).toMatchObject({ success: true, result: { fileName: 'a.pdf' } })
    expect((await put(of('noSuchKind'))).success).toBe(false)
    expect((await put(of('store', 'pod'))).success).toBe(false)
    expect((await put(of('user', 'attachment', '1'))).success).toBe(false)
    expect((await put(of('store'), await world().as('customer'))).status).toBe(404)
    const { files } = (await admin.get(`/sys/file/list?${of('store')}`)).result as { files: Row[] }
    expect(files.map(({ fileName }) => fileName)).toContain('a.pdf')
    const { id } = answer.result as Row
    expect((await admin.delete('/sys/file/delete', { id })).success).toBe(true)
  })
})

describe('what is sent', () => {
  test('is of the type it claims, whichever way it comes in', async () => {
    const zip = Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(99)])
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    for (const path of ['/oss/file/upload', '/sys/common/upload', '/sys/upload/uploadMinio']) {
      const error = async (bytes: Buffer, name: string) =>
        (await admin.upload(path, name, bytes)).error
      expect(await error(zip, 'holiday.jpg')).toBe('file.mismatch')
      for (const name of ['a.svg', 'a.png', 'a.html', 'a.txt'])
        expect(await error(svg, name), name).toBe('file.type')
      expect(await error(picture().subarray(0, 300), 'a.png')).toBe('file.picture')
      expect(await error(Buffer.alloc(0), 'a.txt')).toBe('file.empty')
    }
  })
  test('loses what hangs behind it, and the path in its name', async () => {
    const polyglot = Buffer.concat([picture(), Buffer.from('<script>alert(1)</script>')])
    const row = await added(polyglot, '../../../etc/cron.d/me.png')
    expect(row.fileName).toBe('me.png')
    expect((await shown(row.url)).bytes.includes('<script>')).toBe(false)
  })
  test('is no picture only where a picture is wanted', async () => {
    const { message } = await admin.upload(
      '/sys/upload/uploadMinio',
      '清单.csv',
      Buffer.from('a;b'),
    )
    expect(message).toMatch(/^files\/[\w-]{43}\.csv$/)
    const got = await shown(`/sys/common/static/${message}`)
    expect([got.headers.get('content-type'), got.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^text\/plain/),
      'no-store',
    ])
    const [me] = (
      (await admin.get('/sys/user/list', { username: world().username('sales') })).result as {
        records: Record<string, unknown>[]
      }
    ).records
    expect(
      await admin.put('/sys/user/edit', { ...me, avatar: message }),
      'a sheet is no avatar',
    ).toMatchObject({ success: false, code: 400 })
  })
  test('two hundred at once all arrive, each once', async () => {
    const [one, used] = [picture(50), await admin.call(fileStore.usage, {})]
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        send(n % 2 === 0 ? one : pdf(`many ${n}`), n % 2 === 0 ? 'same.png' : `${n}.pdf`),
      ),
    )
    expect(answers.filter(({ success }) => !success).map(({ message }) => message)).toEqual([])
    const rows = answers.map(({ result }) => result as Row)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(200)
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(101)
    expect((await admin.call(fileStore.usage, {})).files).toBe(used.files + 200)
  })
})

test('a picture removed by hand is forgotten by the user it belongs to', async () => {
  const sales = await world().as('sales')
  const path = (await sales.upload('/sys/account/picture', 'me.png', picture())).result as {
    userInfo: { avatar: string }
  }
  expect(path.userInfo.avatar).toMatch(/^pictures\//)
  const [row] = (
    (await admin.get('/oss/file/list', { ownerKind: 'user' })).result as { records: Row[] }
  ).records
  expect(row).toMatchObject({ ownerKind: 'user', ownerName: expect.any(String) })
  expect((await admin.delete('/oss/file/delete', { id: row!.id })).success).toBe(true)
  const users = (await admin.get('/sys/user/list', { username: world().username('sales') }))
    .result as { records: { avatar: string | null }[] }
  expect(users.records[0]!.avatar).toBeNull()
})
