import { expect, test } from 'vitest'
import { isProven, withoutQuoted } from './find-case.ts'
import { readMail } from './read-mail.ts'

const proven = async (result: string, from = 'From: Buyer <buyer@example.com>') =>
  isProven(
    await readMail(Buffer.from(`Authentication-Results: ${result}\r\n${from}\r\n\r\nx\r\n`)),
    'mx.firm.example',
  )

test('a sender is shown by a check of the domain in From, made by the server we trust', async () => {
  const mx = 'mx.firm.example;'
  expect(await proven(`${mx} dmarc=pass (p=none) header.from=example.com`)).toBe(true)
  expect(await proven(`${mx} spf=fail; dkim=pass header.d=example.com`)).toBe(true)
  for (const result of [
    `${mx} dmarc=pass`,
    `${mx} dmarc=pass header.from=evil.example`,
    `${mx} dkim=pass header.d=evil.example`,
    `${mx} dmarc=fail header.from=example.com`,
    'mx.evil.example; dmarc=pass header.from=example.com',
    // What the sender wrote, quoted by the server or put into a comment.
    `${mx} spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.com"@evil.example`,
    `${mx} spf=pass smtp.mailfrom="x\\"; dmarc=pass header.from=example.com;"@evil.example`,
    `${mx} spf=pass (of (a; dmarc=pass header.from=example.com;) x)`,
    `${mx} spf=pass smtp.mailfrom="open; dmarc=pass header.from=example.com`,
  ])
    expect(await proven(result), result).toBe(false)
  const pass = `${mx} dmarc=pass header.from=example.com`
  expect(await proven(pass, 'From: a@example.com, b@evil.example')).toBe(false)
  expect(await proven(pass, 'From: a@example.com\r\nFrom: b@evil.example')).toBe(false)
})

test('a quoted string that does not end leaves nothing to go by', () => {
  expect(withoutQuoted('a "b; c" d (e (f) "g) h')).toBe('a  d  h')
  expect(withoutQuoted('a (b "c) d" e')).toBe(null)
  expect(withoutQuoted('a "b')).toBe(null)
  expect(withoutQuoted('a \\')).toBe('a ')
})

test('a mail keeps no sign the database refuses', async () => {
  const mail = await readMail(
    Buffer.from('From: b@example.com\r\nSubject: =?utf-8?Q?a=00b?=\r\n\r\nx\r\n'),
  )
  expect(mail.subject).toBe('ab')
})
