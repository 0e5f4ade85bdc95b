import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useOwnWorld, type Client } from '../harness.ts'
import { watchRoutes, type Route } from './routes.ts'

/**
 * Calls that take a file, sent something else: the sender gets an error, and the server has no
 * fault of its own.
 */
const watched = watchRoutes()
const world = useOwnWorld()
let routes: Route[] = []

beforeAll(() => {
  watched.stop()
  routes = watched.routes.filter(({ endpoint }) => endpoint?.body === 'multipart')
})
afterAll(() => watched.stop())

const part = (name: string, content: string, file = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n${content}\r\n`
const BODIES: Record<string, readonly [type: string | null, body: string]> = {
  'nothing at all': [null, ''],
  JSON: ['application/json', '{"file":"x"}'],
  'plain text': ['text/plain', 'code,name'],
  'an address form': ['application/x-www-form-urlencoded', 'file=x'],
  'no boundary': ['multipart/form-data', part('file', 'a,b', 'x.csv')],
  'an empty multipart': ['multipart/form-data; boundary=b', ''],
  'no parts': ['multipart/form-data; boundary=b', '--b--\r\n'],
  'a body that breaks off': ['multipart/form-data; boundary=b', part('file', 'a,b', 'x.csv')],
  'a head that breaks off': ['multipart/form-data; boundary=b', '--b\r\nContent-Dispo'],
  'a header that is none': [
    'multipart/form-data; boundary=b',
    '--b\r\nnonsense\r\n\r\nx\r\n--b--\r\n',
  ],
  'no file': ['multipart/form-data; boundary=b', `${part('dryRun', 'true')}--b--\r\n`],
  'two files': [
    'multipart/form-data; boundary=b',
    `${part('file', 'a,b', 'x.csv')}${part('file', 'a,b', 'y.csv')}--b--\r\n`,
  ],
  'many fields': [
    'multipart/form-data; boundary=b',
    `${Array.from({ length: 40 }, (_, at) => part(`f${at}`, 'x')).join('')}--b--\r\n`,
  ],
  'a field that is too long': [
    'multipart/form-data; boundary=b',
    `${part('dryRun', 'x'.repeat(100_000))}${part('file', 'a,b', 'x.csv')}--b--\r\n`,
  ],
  'a field with the name of a prototype': [
    'multipart/form-data; boundary=b',
    `${part('__proto__', 'x')}${part('file', 'a,b', 'x.csv')}--b--\r\n`,
  ],
  'a field sent twice': [
    'multipart/form-data; boundary=b',
    `${part('dryRun', 'true')}${part('dryRun', 'true')}${part('file', 'a,b', 'x.csv')}--b--\r\n`,
  ],
  'a file without a name': ['multipart/form-data; boundary=b', `${part('file', 'a,b')}--b--\r\n`],
  'a file that is empty': [
    'multipart/form-data; boundary=b',
    `${part('file', '', 'x.csv')}--b--\r\n`,
  ],
  'bytes that are no text': [
    'multipart/form-data; boundary=b',
    `${part('file', '\0\0\0,\0\n1,2', 'x.csv')}--b--\r\n`,
  ],
}

describe.each(['stranger', 'tenantAdmin'] as const)('%s learns what is wrong with', (who) => {
  let client: Client
  beforeAll(async () => {
    client = who === 'stranger' ? await world().otherTenantUser() : await world().as(who)
  })
  test.each(Object.keys(BODIES))('%s', async (name) => {
    const [type, body] = BODIES[name]!
    const wrong: string[] = []
    for (const { endpoint } of routes) {
      const answer = await client.raw(
        'POST',
        endpoint!.path,
        type === null ? {} : { body, headers: { 'content-type': type } },
      )
      if (answer.status >= 500)
        wrong.push(`${endpoint!.path}: ${answer.status} ${answer.error} ${answer.message}`)
    }
    expect(routes.length).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  })
})
