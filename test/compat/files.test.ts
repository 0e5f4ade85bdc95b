import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { Client, PASSWORD, useWorld, type Answer } from '../harness.ts'

const world = useWorld()
type Row = Record<string, unknown> & { id: string; avatar: string | null }
const records = (answer: Answer) => (answer.result as { records: Row[] }).records
const image = () => {
  const canvas = createCanvas(32, 32)
  canvas.getContext('2d').fillRect(4, 4, 8, 8)
  return canvas.toBuffer('image/png')
}
const upload = (client: Client, bytes: Uint8Array | string, name = 'me.png') =>
  client.upload('/sys/common/upload', name, bytes, { biz: '../../../etc', jeditor: '' })
let made = 0
async function someone(): Promise<Row> {
  const admin = await world().as('tenantAdmin')
  const username = `file${++made}-${world().tenantId}`
  await admin.post('/sys/user/add', {
    username,
    realname: '赵六',
    password: PASSWORD,
    workNo: `F${made}`,
  })
  return records(await admin.get('/sys/user/list', { username }))[0]!
}

describe('an upload', () => {
  test('answers where it is in the message, and is shown without a header', async () => {
    const answer = await upload(await world().as('tenantAdmin'), image())
    expect(answer).toMatchObject({ status: 200, success: true, code: 200 })
    expect(answer.message).toMatch(/^pictures\/[\w-]{43}\.png$/)
    const shown = await world().anonymous.get(`/sys/common/static/${answer.message}`)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment/)
  })
  test('is refused to strangers, and what is not what its name claims or too large', async () => {
    const service = await world().as('service')
    expect((await upload(world().anonymous, image())).status).toBe(401)
    for (const bytes of ['<svg onload="alert(1)"/>', '%PDF-1.7', ''])
      expect((await upload(service, bytes)).success, bytes).toBe(false)
    expect((await upload(service, '<svg onload="alert(1)"/>', 'me.svg')).success).toBe(false)
    service.lang = 'zh_CN'
    expect((await upload(service, 'no picture')).message).toMatch(/^上传失败！/)
    expect((await upload(service, Buffer.concat([image(), Buffer.alloc(5_300_000)]))).status).toBe(
      413,
    )
  })
  test('named by no record is gone after a day, and one user stores no more than twenty such', async () => {
    const client = new Client(world().base, (await world().as('finance')).token)
    const first = (await upload(client, image())).message
    for (let turn = 0; turn < 20; turn++) await upload(client, image())
    expect((await world().anonymous.get(`/sys/common/static/${first}`)).status).toBe(404)
    const last = (await upload(client, image())).message
    await world().db.pool.query(
      `update stored_file set expires_at = now() - interval '1 second'
        where tenant_id = $1 and expires_at is not null`,
      [world().tenantId],
    )
    expect((await world().anonymous.get(`/sys/common/static/${last}`)).status).toBe(404)
  })
  test('is not stored in addition to 32 MB of the same user', async () => {
    const client = new Client(world().base, (await world().as('sales')).token)
    const large = (await upload(client, image())).message
    await world().db.pool.query(
      `update stored_file set size = 32 * 1024 * 1024
        where tenant_id = $1 and key_hash = sha256($2::bytea)`,
      [world().tenantId, Buffer.from(large.slice('pictures/'.length, -'.png'.length))],
    )
    const next = (await upload(client, image())).message
    const shown = async (path: string) =>
      (await world().anonymous.get(`/sys/common/static/${path}`)).status
    expect([await shown(large), await shown(next)]).toEqual([404, 200])
  })
  test('static paths lead nowhere else', async () => {
    for (const path of [
      'pictures/../../../etc/passwd',
      'pictures/..%2f..%2fetc%2fpasswd',
      'pictures/%2e%2e',
      `pictures/${'A'.repeat(43)}.png`,
      `imports/${'A'.repeat(43)}.xlsx`,
      'pictures',
      '',
      'a/b/c',
    ])
      expect((await world().anonymous.get(`/sys/common/static/${path}`)).success, path).toBe(false)
  })
})

describe('the file storage', () => {
  test('answers the names and words of the family', async () => {
    const admin = new Client(world().base, (await world().as('tenantAdmin')).token)
    admin.lang = 'zh_CN'
    const added = await admin.upload('/oss/file/upload', '面单.png', image())
    expect(added).toMatchObject({ status: 200, success: true, code: 200, message: '上传成功！' })
    const { records } = (await admin.get('/oss/file/list', { pageNo: 1, pageSize: 10 })).result as {
      records: { id: string; fileName: string; url: string }[]
    }
    expect(records[0]).toMatchObject({
      id: expect.any(String),
      fileName: '面单.png',
      url: expect.stringMatching(/^\/sys\/common\/static\//),
    })
    expect((await world().anonymous.get(records[0]!.url)).status).toBe(200)
    expect(await admin.delete('/oss/file/delete', { id: records[0]!.id })).toMatchObject({
      success: true,
      message: '删除成功!',
    })
    const sent = await admin.upload(
      '/sys/upload/uploadMinio',
      '清单.xml',
      '<?xml version="1.0"?><a/>',
      {
        biz: 'temp',
      },
    )
    expect(sent.message).toMatch(/^files\/[\w-]{43}\.xml$/)
    expect((await admin.upload('/sys/upload/uploadMinio', 'a.svg', '<svg/>')).message).toMatch(
      /^上传失败！/,
    )
  })
})

describe('an avatar', () => {
  test('is an upload a user’s record names, by add and by edit', async () => {
    const admin = await world().as('tenantAdmin')
    const user = await someone()
    const path = (await upload(admin, image())).message
    expect((await admin.put('/sys/user/edit', { ...user, avatar: path })).success).toBe(true)
    const [edited] = records(await admin.get('/sys/user/list', { username: String(user.username) }))
    expect(edited!.avatar).toBe(path)
    await world().db.pool.query(
      `update stored_file set expires_at = now() - interval '1 second'
        where tenant_id = $1 and expires_at is not null`,
      [world().tenantId],
    )
    expect((await world().anonymous.get(`/sys/common/static/${path}`)).status).toBe(200)
    const next = (await upload(admin, image())).message
    expect((await admin.put('/sys/user/edit', { ...edited, avatar: next })).success).toBe(true)
    expect(
      (await world().anonymous.get(`/sys/common/static/${path}`)).status,
      'the one before is gone',
    ).toBe(404)
    const username = `file${++made}-${world().tenantId}`
    const other = (await upload(admin, image())).message
    await admin.post('/sys/user/add', {
      username,
      realname: '钱七',
      workNo: `F${made}`,
      password: PASSWORD,
      avatar: other,
    })
    expect(records(await admin.get('/sys/user/list', { username }))[0]!.avatar).toBe(other)
    const { userInfo } = (
      await world().anonymous.post('/sys/login', { username, password: PASSWORD })
    ).result as { userInfo: Row }
    expect(userInfo.avatar).toBe(other)
  })
  test('names nothing but a picture the user uploaded and no record has', async () => {
    const admin = await world().as('tenantAdmin')
    const [user, second] = [await someone(), await someone()]
    const foreign = (await upload(await world().otherTenantUser(), image())).message
    const service = (await upload(await world().as('service'), image())).message
    const own = (await upload(admin, image())).message
    await admin.put('/sys/user/edit', { ...second, avatar: own })
    for (const avatar of [
      'https://evil.example/x.png',
      'javascript:alert(1)',
      `pictures/${'A'.repeat(43)}.png`,
      '/sys/common/static/x',
      foreign,
      service,
      own,
    ]) {
      const answer = await admin.put('/sys/user/edit', { ...user, avatar })
      expect(answer, avatar).toMatchObject({
        success: false,
        code: 400,
        result: { issues: [{ path: 'avatar' }] },
      })
    }
  })
})
