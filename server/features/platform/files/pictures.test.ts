import { createCanvas } from '@napi-rs/canvas'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useWorld } from '../../../../test/harness.ts'
import { BEHIND_PROXY, client, createUser } from '../session/users.fixture.ts'
import { cleanPicture } from './clean-picture.ts'

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
  test.each(KINDS)('%s is known by what it is, and loses what nobody sees', (type) => {
    const clean = cleanPicture(withSecret(type))
    expect(clean).toMatchObject({ type: `image/${type}`, width: 64, height: 64 })
    expect(clean!.bytes.includes(SECRET)).toBe(false)
    expect(cleanPicture(drawn(type))!.bytes.length).toBeLessThanOrEqual(drawn(type).length)
    expect(cleanPicture(clean!.bytes)?.bytes.equals(clean!.bytes), 'clean stays clean').toBe(true)
  })
  test.each(KINDS)('%s still shows the same', async (type) => {
    const { loadImage } = await import('@napi-rs/canvas')
    const pixels = async (bytes: Buffer) => {
      const canvas = createCanvas(64, 64)
      const pen = canvas.getContext('2d')
      pen.drawImage(await loadImage(bytes), 0, 0)
      return Buffer.from(pen.getImageData(0, 0, 64, 64).data)
    }
    expect(
      (await pixels(cleanPicture(withSecret(type))!.bytes)).equals(await pixels(drawn(type))),
    ).toBe(true)
  })
  test('is nothing else: no SVG, no PDF, nothing cut short, nothing huge', () => {
    for (const text of [
      '',
      '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      '%PDF-1.7',
      'GIF89a',
      '\u0089PNG\r\n',
      'RIFF0000WEBP',
    ])
      expect(cleanPicture(Buffer.from(text, 'latin1')), text).toBeNull()
    const wide = Buffer.from(drawn('png'))
    wide.writeUInt32BE(10_001, 16)
    expect(cleanPicture(wide)).toBeNull()
    const large = Buffer.from(drawn('png'))
    large.writeUInt32BE(9_000, 16)
    large.writeUInt32BE(9_000, 20)
    expect(cleanPicture(large), '81 megapixels').toBeNull()
  })
  test('never breaks the check, wherever it is cut or changed', () => {
    for (const type of KINDS) {
      const whole = drawn(type)
      for (let cut = 0; cut < whole.length; cut += 7)
        expect(() => cleanPicture(whole.subarray(0, cut))).not.toThrow()
      fc.assert(
        fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
          const changed = Buffer.from(whole)
          changed[at] = byte
          cleanPicture(changed)
        }),
        { numRuns: 400 },
      )
    }
  })
})

test('of oneself is kept, and shown to who knows its address for as long as it is the one', async () => {
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
