import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { addressIssue, guardedFetch, isGlobalAddress } from './guarded-fetch.ts'

const codeOf = async (call: Promise<unknown>) => {
  const error = await call.catch((caught: unknown) => caught)
  return error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause
    ? String(error.cause.code)
    : String(error)
}

test.each([
  '127.0.0.1',
  '127.0.0.2',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
])('%s is not on the open internet', (address) => {
  expect(isGlobalAddress(address, 4)).toBe(false)
})
test.each([
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'ff02::1',
])('%s is not either', (address) => {
  expect(isGlobalAddress(address, 6)).toBe(false)
})
test('ordinary addresses are', () => {
  expect([isGlobalAddress('165.72.200.1', 4), isGlobalAddress('2a00:1450:4001::200e', 6)]).toEqual([
    true,
    true,
  ])
})

test('only the named hosts, by https on its port', () => {
  const hosts = ['api-eu.dhl.com']
  const issue = (url: string) => addressIssue(new URL(url), hosts)
  expect(issue('https://api-eu.dhl.com/track')).toBeNull()
  expect(
    [
      'http://api-eu.dhl.com',
      'https://api-eu.dhl.com:8443',
      'https://a:b@api-eu.dhl.com',
      'https://api-eu.dhl.com.evil.example',
      'https://evil.example/api-eu.dhl.com',
      'https://2130706433',
      'https://0x7f.1',
    ].map(issue),
  ).toEqual(['scheme', 'port', 'credentials', 'host', 'host', 'host', 'host'])
})

test('nothing of ours is reached, whatever the name', async () => {
  let touched = 0
  const canary = createServer((_, answer) => {
    touched++
    answer.end()
  })
  await new Promise<void>((done) => void canary.listen(0, '127.0.0.1', done))
  const { port } = canary.address() as AddressInfo
  const local = guardedFetch(['localhost', '127.0.0.1', '[::1]'])
  expect(await codeOf(local('https://localhost/'))).toBe('ADDRESS_PRIVATE')
  expect(await codeOf(local(`https://localhost:${port}/`))).toBe('ADDRESS_PORT')
  expect(await codeOf(local(`http://127.0.0.1:${port}/`))).toBe('ADDRESS_SCHEME')
  expect(await codeOf(local('https://127.0.0.1/'))).toBe('ADDRESS_HOST')
  expect(await codeOf(local('https://[::1]/'))).toBe('ADDRESS_HOST')
  expect(await codeOf(guardedFetch([])('https://api-eu.dhl.com/'))).toBe('ADDRESS_HOST')
  expect(touched).toBe(0)
  await new Promise((done) => canary.close(done))
})
