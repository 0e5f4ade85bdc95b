import { createCanvas } from '@napi-rs/canvas'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useWorld } from '../../../../test/harness.ts'
import { BEHIND_PROXY, client, createUser } from '../session/users.fixture.ts'
import { drawAnew } from '#server/kit/files/pictures.ts'

const world = useWorld(BEHIND_PROXY)
function drawn(type: 'png' | 'jpeg' | 'webp', side = 64): Buffer {
  const canvas = createCanvas(side, side)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#1890ff'
  pen.fillRect(8, 8, side / 2, side / 2)
  return type === 'png'
    ? canvas.toBuffer('image/png')
    : type === 'jpeg'
      ? canvas.toBuffer('image/jpeg')
      : canvas.toBuffer('image/webp')
}
const KINDS = ['png', 'jpeg', 'webp'] as const
const SECRET = 'GPS 50.1109N 8.6821E'
/** The same picture as a camera or a joker would send it. */
function withSecret(type: (typeof KINDS)[number]): Buffer {
  const bytes = drawn(type)
  const note = Buffer.from(SECRET)
  if (type === 'png') {
    const chunk = Buffer.concat([
      Buffer.from([0, 0, 0, note.length]),
      Buffer.from('eXIf'),
      note,
      Buffer.alloc(4),
    ])
    return Buffer.concat([
      bytes.subarray(0, 33),
      chunk,
      bytes.subarray(33),
      Buffer.from(`<script>${SECRET}</script>`),
    ])
  }
  if (type === 'jpeg')
    return Buffer.concat([
      bytes.subarray(0, 2),
      Buffer.from([0xff, 0xe1, 0, note.length + 2]),
      note,
      bytes.subarray(2),
      Buffer.from(`PK${SECRET}`),
    ])
  const chunk = Buffer.concat([Buffer.from('EXIF'), Buffer.from([note.length, 0, 0, 0]), note])
  const all = Buffer.concat([bytes, chunk, Buffer.from(SECRET)])
  all.writeUInt32LE(bytes.length + chunk.length - 8, 4)
  return all
}

describe('a picture', () => {
  test.each(KINDS)('%s is known by what it is, and loses what is not seen', async (type) => {
    const clean = await drawAnew(withSecret(type))
    expect(clean).toMatchObject({ type: `image/${type}`, width: 64, height: 64, thumb: null })
    expect(clean!.bytes.includes(SECRET)).toBe(false)
    const again = await drawAnew(withSecret(type))
    expect(again?.bytes.equals(clean!.bytes), 'the same picture is the same content').toBe(true)
  })
  test('is given a small one where it is large, and made smaller where that is asked for', async () => {
    const { thumb, width } = (await drawAnew(drawn('jpeg', 1_200)))!
    expect(width).toBe(1_200)
    expect(await drawAnew(thumb!)).toMatchObject({ type: 'image/webp', width: 256, height: 256 })
    expect(await drawAnew(drawn('png', 1_200), 500)).toMatchObject({ width: 500, height: 500 })
  })
  test('is turned upright before its note on that is lost', async () => {
    const { default: sharp } = await import('sharp')
    const lying = await sharp({
      create: { width: 40, height: 20, channels: 3, background: '#c00' },
    })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(lying).metadata()).orientation).toBe(6)
    expect(await drawAnew(lying)).toMatchObject({ width: 20, height: 40 })
  })
  test.each(KINDS)('%s still shows the same', async (type) => {
    const { loadImage } = await import('@napi-rs/canvas')
    const pixels = async (bytes: Buffer) => {
      const canvas = createCanvas(64, 64)
      const pen = canvas.getContext('2d')
      pen.drawImage(await loadImage(bytes), 0, 0)
      return [...pen.getImageData(0, 0, 64, 64).data]
    }
    const before = await pixels(drawn(type))
    const after = await pixels((await drawAnew(withSecret(type)))!.bytes)
    const off = before.reduce((sum, value, at) => sum + Math.abs(value - after[at]!), 0)
    expect(off / before.length).toBeLessThan(type === 'png' ? 0.001 : 4)
  })
  test('is nothing else: no SVG, no PDF, nothing cut short, nothing huge', async () => {
    for (const text of [
      '',
      '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      '%PDF-1.7',
      'GIF89a',
      '\u0089PNG\r\n',
      'RIFF0000WEBP',
    ])
      expect(await drawAnew(Buffer.from(text, 'latin1')), text).toBeNull()
    for (const type of KINDS)
      expect(await drawAnew(drawn(type).subarray(0, -100)), `half a ${type}`).toBeNull()
    const wide = Buffer.from(drawn('png'))
    wide.writeUInt32BE(10_001, 16)
    expect(await drawAnew(wide)).toBeNull()
    const large = Buffer.from(drawn('png'))
    large.writeUInt32BE(9_000, 16)
    large.writeUInt32BE(9_000, 20)
    expect(await drawAnew(large), '81 megapixels').toBeNull()
  })
  test('never breaks the check, wherever it is cut or changed', async () => {
    for (const type of KINDS) {
      const whole = drawn(type)
      for (let cut = 0; cut < whole.length; cut += 29) await drawAnew(whole.subarray(0, cut))
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
          const changed = Buffer.from(whole)
          changed[at] = byte
          await drawAnew(changed)
        }),
        { numRuns: 150 },
      )
    }
  })
})

test('of a user is kept, and shown to who knows its address for as long as it is the one', async () => {
  const user = await createUser(world())
  const mine = await client(world(), user)
  const shown = (avatar: string) => world().anonymous.get(`/sys/common/static/${avatar}`)
  const { userInfo } = (await mine.upload('/sys/account/picture', 'me.png', withSecret('png')))
    .result as { userInfo: { avatar: string } }
  expect(userInfo.avatar).toMatch(/^pictures\/[\w-]{43}\.png$/)
  const got = await shown(userInfo.avatar)
  expect([
    got.status,
    got.headers.get('content-type'),
    got.headers.get('x-content-type-options'),
    got.bytes.includes(SECRET),
  ]).toEqual([200, 'image/png', 'nosniff', false])
  expect(got.headers.get('content-disposition')).toMatch(/^attachment/)
  const next = (await mine.upload('/sys/account/picture', 'me.exe', drawn('webp'))).result as {
    userInfo: { avatar: string }
  }
  expect(next.userInfo.avatar).not.toBe(userInfo.avatar)
  expect((await shown(userInfo.avatar)).status, 'the old address').toBe(404)
  expect(
    (await mine.upload('/sys/account/picture', 'me.png', '<svg onload="alert(1)"/>')).error,
  ).toBe('account.noPicture')
  expect(
    (
      await mine.upload(
        '/sys/account/picture',
        'me.png',
        Buffer.concat([drawn('png'), Buffer.alloc(5_300_000)]),
      )
    ).status,
  ).toBe(413)
  expect((await mine.delete('/sys/account/picture')).result).toMatchObject({
    userInfo: { avatar: null },
  })
  expect((await shown(next.userInfo.avatar)).status).toBe(404)
})
