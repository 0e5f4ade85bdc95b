import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSeventeenPush } from './push.ts'

const fixture = JSON.parse(
  readFileSync(
    new URL('../../../../../test/fixtures/carriers/17-signature.json', import.meta.url),
    'utf8',
  ),
) as { request: { rawBody: string; key: string; headers: { sign: string } } }
const { rawBody, key, headers } = fixture.request
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const parse = (sign: string | undefined, body: string, of = key) =>
  parseSeventeenPush({ sign }, body, { courier: '17TRACK', key: of }, '2026-11-29T00:00:00Z')

test('the signature of the body, and the older one of event, data and key', () => {
  expect(parse(headers.sign, rawBody)).toMatchObject({ verified: true, kind: 'events' })
  const { event, data } = JSON.parse(rawBody) as { event: string; data: unknown }
  const old = hash(`${event}/${JSON.stringify(data)}/${key}`)
  expect(parse(old, rawBody)).toMatchObject({ verified: true })
  // Older accounts put it into the body, and write the data with blanks.
  const spaced = `{"sign":"SIGN","event":"${event}","data":{ "number": "RR123456785CN" }}`
  const inside = hash(`${event}/{ "number": "RR123456785CN" }/${key}`)
  expect(parse(undefined, spaced.replace('SIGN', inside))).toMatchObject({ verified: true })
})

test('another key, a changed body, no signature and no key open nothing', () => {
  for (const push of [
    parse(hash(`${rawBody}/other`), rawBody),
    parse(headers.sign, rawBody.replace('3011', '3012')),
    parse(undefined, rawBody),
    parse('', rawBody),
    parse(headers.sign, '[]'),
    parse(headers.sign, 'x'.repeat(100_000)),
  ])
    expect(push).toEqual({ verified: false, reason: 'badToken' })
  expect(parse(hash(`${rawBody}/`), rawBody, '')).toEqual({
    verified: false,
    reason: 'notConfigured',
  })
})

test('the end of the following is no news', () => {
  const stopped = JSON.stringify({ event: 'TRACKING_STOPPED', data: { number: 'RR123456785CN' } })
  expect(parse(hash(`${stopped}/${key}`), stopped)).toMatchObject({ verified: true, kind: 'other' })
})
