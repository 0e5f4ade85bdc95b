import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { loadEnv, meetsPasswordRule, parseSettings, SettingsError } from './env.ts'

const dir = mkdtempSync(join(tmpdir(), 'env test '))
afterAll(() => rmSync(dir, { recursive: true }))

const refusal = (source: Record<string, string>): string => {
  try {
    parseSettings(source)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return ''
}

test('without any setting everything has a default', () => {
  expect(parseSettings({})).toEqual({
    production: false,
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    adminPassword: undefined,
    demo: true,
    basePath: '/boot',
    logLevel: 'info',
    trustProxy: false,
    rateLimits: true,
    checkAnswers: false,
    outboundAllow: [],
    drainSeconds: 0,
    dataSourceHosts: [],
    gatewayHosts: [],
    frameSources: [],
    fileQuota: 2_147_483_648,
  })
  expect(parseSettings({ PORT: '', HOST: '  ', DATABASE_URL: '' })).toEqual(parseSettings({}))
})

test('the demonstration world is left out in production unless asked for', () => {
  expect(parseSettings({ NODE_ENV: 'production' }).demo).toBe(false)
  expect(parseSettings({ NODE_ENV: 'production', DEMO: 'on' }).demo).toBe(true)
  expect(parseSettings({ DEMO: 'off' }).demo).toBe(false)
})

test('a mail server is an SMTP address, and its password is never shown', () => {
  expect(
    parseSettings({
      SMTP_URL: 'smtps://u:p@mail.example:465',
      MAIL_FROM: 'a@example.com',
      OUTBOUND_ALLOW: 'relay.local:25, 127.0.0.1:1025',
    }),
  ).toMatchObject({
    smtpUrl: 'smtps://u:p@mail.example:465',
    mailFrom: 'a@example.com',
    outboundAllow: ['relay.local:25', '127.0.0.1:1025'],
  })
  expect(refusal({ SMTP_URL: 'https://u:hunter2@mail.example' })).toMatch(
    /^SMTP_URL is the given value \(not shown\)/,
  )
  for (const list of ['relay.local', 'http://relay.local:25', '*:25', 'a:b'])
    expect(refusal({ OUTBOUND_ALLOW: list }), list).toMatch(/^OUTBOUND_ALLOW/)
})

test('a port is a port, whatever is given', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)),
      (text) => {
        const number = Number(text.trim())
        const valid = /^\d{1,5}$/.test(text.trim()) && number <= 65_535
        if (text.trim() === '') expect(parseSettings({ PORT: text }).port).toBe(8080)
        else if (valid) expect(parseSettings({ PORT: text }).port).toBe(number)
        else expect(refusal({ PORT: text })).toMatch(/^PORT is ".*; expected a port number/su)
      },
    ),
  )
})

test('a refusal is one line, names the setting and never shows a secret', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'ADMIN_PASSWORD',
        'SECRET_KEY',
        'DATABASE_URL',
        'PORT',
        'HOST',
        'BASE_PATH',
        'LOG_LEVEL',
        'DEMO',
        'NODE_ENV',
      ),
      fc.string({ minLength: 1, maxLength: 300 }),
      (name, text) => {
        const message = refusal({
          [name]: text,
          ...(name === 'SECRET_KEY'
            ? { NODE_ENV: 'production', DATABASE_URL: 'postgres://a/b' }
            : {}),
        })
        if (message === '') return
        expect(message).toMatch(new RegExp(`^${name} is .*expected `, 'su'))
        expect(message).not.toContain('\n')
        if (
          ['ADMIN_PASSWORD', 'SECRET_KEY', 'DATABASE_URL'].includes(name) &&
          text.trim().length > 12
        )
          expect(message).not.toContain(text.trim())
      },
    ),
  )
})

test('a path under which the API hangs has no slash at its end', () => {
  expect(parseSettings({ BASE_PATH: '/a/b-c' }).basePath).toBe('/a/b-c')
  for (const bad of ['boot', '/', '/boot/', '/a//b', '/a?b', '/ä', '/..'])
    expect(refusal({ BASE_PATH: bad })).toContain('BASE_PATH is')
})

test('a database address needs a database', () => {
  expect(
    parseSettings({ DATABASE_URL: 'postgresql://u:p@h:1/d?sslmode=require' }).databaseUrl,
  ).toBe('postgresql://u:p@h:1/d?sslmode=require')
  for (const bad of ['mysql://h/d', 'postgres://h', 'postgres://h/', 'h:5432/d'])
    expect(refusal({ DATABASE_URL: bad })).toContain('DATABASE_URL is the given value (not shown)')
})

test('proxies are named by address or network', () => {
  expect(parseSettings({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1' }).trustProxy).toBe(
    '127.0.0.1, 10.0.0.0/8,::1',
  )
  for (const bad of ['on', '1', '10.0.0.0/33', '::1/129', '10.0.0.1,', '10.0.0.0/8/8', '300.1.1.1'])
    expect(refusal({ TRUST_PROXY: bad }), bad).toContain('TRUST_PROXY is')
  expect(refusal({ NODE_ENV: 'production', RATE_LIMITS: 'off' })).toContain('RATE_LIMITS is "off"')
})

test('frames are allowed by origin, and nothing else gets into the policy', () => {
  expect(
    parseSettings({ FRAME_SOURCES: 'https://a.example, http://b.local:3000,' }).frameSources,
  ).toEqual(['https://a.example', 'http://b.local:3000'])
  for (const bad of [
    '*',
    'https:',
    'https://*.example',
    'https://a.example/x',
    "https://a.example;script-src 'unsafe-inline'",
    'https://a example',
    'javascript:alert(1)',
    'https://a.example:99999',
    'data:',
  ])
    expect(refusal({ FRAME_SOURCES: bad }), bad).toContain('FRAME_SOURCES is')
})

test('the password rule wants length and all four kinds', () => {
  expect(meetsPasswordRule('Abcdef1!')).toBe(true)
  for (const bad of ['Abcde1!', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abcdef1 '])
    expect(meetsPasswordRule(bad), bad).toBe(false)
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), (tail) => meetsPasswordRule(`aB3$xyz~${tail}`)),
  )
  fc.assert(
    fc.property(
      fc.string({ maxLength: 7, unit: 'grapheme-ascii' }),
      (short) => !meetsPasswordRule(short),
    ),
  )
})

test('the key of a data directory is made once, for its owner alone', () => {
  const first = loadEnv({ DATA_DIR: join(dir, 'data') })
  expect(first.secretKey).toHaveLength(32)
  expect(loadEnv({ DATA_DIR: join(dir, 'data') }).secretKey).toEqual(first.secretKey)
  expect(statSync(join(dir, 'data', 'secret.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dir, 'data', 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  writeFileSync(join(dir, 'data', 'secret.key'), 'short')
  expect(() => loadEnv({ DATA_DIR: join(dir, 'data') })).toThrow(/secret\.key is damaged/)
})

test('a key may be given in hex or base64, and must be with an own database in production', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const key = Buffer.from(bytes)
      for (const text of [key.toString('hex'), key.toString('base64'), key.toString('base64url')])
        expect(loadEnv({ SECRET_KEY: text }).secretKey).toEqual(key)
    }),
    { numRuns: 30 },
  )
  expect(refusal({ NODE_ENV: 'production', DATABASE_URL: 'postgres://h/d' })).toContain(
    'SECRET_KEY is not set',
  )
  expect(() => loadEnv({ SECRET_KEY: 'ab'.repeat(31) })).toThrow(
    /SECRET_KEY is the given value \(not shown\)/,
  )
})

test('a data directory that is a file is refused in words', () => {
  writeFileSync(join(dir, 'file'), '')
  expect(() => loadEnv({ DATA_DIR: join(dir, 'file', 'x') })).toThrow(
    /^DATA_DIR is .*cannot be used/,
  )
})

test('a file store is a bucket with what belongs to it, and its keys are never shown', () => {
  expect(
    parseSettings({
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'https://s3.example:9000',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
      FILE_QUOTA_MB: '10',
    }),
  ).toMatchObject({
    s3: {
      bucket: 'files',
      region: 'us-east-1',
      endpoint: 'https://s3.example:9000',
      accessKey: 'a',
      secretKey: 'b',
    },
    fileQuota: 10_485_760,
  })
  expect(parseSettings({}).s3).toBeUndefined()
  expect(refusal({ S3_BUCKET: 'files', S3_ACCESS_KEY: 'a' })).toContain('belong together')
  expect(refusal({ S3_ENDPOINT: 'https://s3.example' })).toContain('S3_BUCKET is not set')
  expect(refusal({ S3_BUCKET: 'Not A Bucket' })).toContain('S3_BUCKET is')
  expect(refusal({ FILE_QUOTA_MB: '0' })).toContain('FILE_QUOTA_MB is')
  expect(refusal({ S3_BUCKET: 'files', S3_SECRET_KEY: 'my secret' })).not.toContain('my secret')
})
