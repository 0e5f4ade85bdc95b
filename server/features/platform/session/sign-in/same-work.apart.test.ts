import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useWorld, type Answer } from '../../../../../test/harness.ts'
import {
  BEHIND_PROXY,
  expireReauthentication,
  createUser,
  signIn,
  anonymousCaller,
  client,
} from '../users.fixture.ts'

/**
 * What the password hashing was given to do: each check with the cost of the hash it was made
 * against.
 */
const { work } = vi.hoisted(() => ({ work: [] as string[] }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => (work.push('hash'), real.hash(...given)),
    verify: (...given: Parameters<typeof real.verify>) => (
      work.push(`verify ${/\$m=\d+,t=\d+,p=\d+\$/.exec(String(given[0]))?.[0] ?? 'nothing'}`),
      real.verify(...given)
    ),
  }
})

const world = useWorld(BEHIND_PROXY)
let warmed = 0
const query = (text: string, values: unknown[]) => world().db.pool.query(text, values)
/** The bytes of an answer but for its time and its request's id, which are never the same twice. */
const bytes = ({ status, bytes: body, headers }: Answer) => [
  status,
  body
    .toString()
    .replace(/"timestamp":\d{13}/, '"timestamp":0')
    .replace(/"requestId":"[\w-]{36}"/, '"requestId":""'),
  headers.get('content-type'),
  headers.get('content-length'),
  headers.get('set-cookie'),
  headers.get('retry-after'),
]
const ONE = ['verify $m=19456,t=2,p=1$']

beforeEach(async () => {
  // The very first check of a process hashes something to compare with.
  await signIn(world(), {
    id: '',
    username: `warm-up-${world().tenantId}-${++warmed}`,
    password: 'x',
  })
  work.length = 0
})
const doing = async (call: () => Promise<Answer>) => {
  work.length = 0
  const answer = await call()
  return { seen: bytes(answer), work: [...work] }
}

describe('an unknown account and a wrong password', () => {
  test.each(['/sys/login', '/sys/mLogin'])(
    'at %s: the same status, the same bytes, the same work',
    async (path) => {
      const [known, frozen, elsewhere, gone] = [
        await createUser(world()),
        await createUser(world(), { status: 2 }),
        await createUser(world()),
        await createUser(world()),
      ]
      await query(`update sys_user set password_hash = 'none' where id = $1`, [elsewhere.id])
      await query(`update sys_user set del_flag = 1 where id = $1`, [gone.id])
      const waiting = `waiting-${known.id}`
      await query(
        `insert into registration (tenant_id, username, realname, company, email, password_hash,
           receipt_hash) select u.tenant_id, $2::text, $2, $2, $2 || '@example.com', u.password_hash,
           convert_to($2, 'UTF8')
         from sys_user u where u.id = $1`,
        [known.id, waiting],
      )
      for (const lang of ['zh_CN', 'en_US'] as const) {
        const ask = async (username: string, password: string) => {
          // Tries before this one hold a name back, known or not; here each is the first.
          await query('delete from login_failure where key = $1', [`u:${username.toLowerCase()}`])
          return doing(() =>
            Object.assign(anonymousCaller(world()), { lang }).post(path, { username, password }),
          )
        }
        const wrong = await ask(known.username, 'wrong')
        expect(wrong.work).toEqual(ONE)
        expect(wrong.seen[0]).toBe(200)
        for (const [username, password] of [
          [`no-one-${known.id}`, 'wrong'],
          [`no-one-${known.id}`, known.password],
          [frozen.username, 'wrong'],
          [waiting, 'wrong'],
          [elsewhere.username, 'none'],
          [gone.username, gone.password],
          ['x'.repeat(88) + known.id, 'wrong'],
          [`' or 1=1 -- ${known.id}`, 'wrong'],
        ] as const) {
          expect(await ask(username, password), `${username} ${password}`).toEqual(wrong)
        }
      }
    },
  )

  test('also when several tries have made a captcha and a pause due: unknown names are held back alike', async () => {
    const known = await createUser(world())
    const lines = []
    for (const username of [known.username, `nobody-${known.id}`]) {
      const caller = anonymousCaller(world())
      const seen = []
      for (let turn = 0; turn < 5; turn++)
        seen.push(await doing(() => caller.post('/sys/login', { username, password: 'wrong' })))
      lines.push(seen)
    }
    expect(lines[1]).toEqual(lines[0])
    expect(lines[0]!.map(({ work: done }) => done.length)).toEqual([1, 1, 1, 0, 0])
  })

  test('where a user proves who they are again, the work is the same too', async () => {
    const user = await createUser(world())
    const mine = await client(world(), user)
    await expireReauthentication(world(), user)
    const wrong = await doing(() => mine.post('/sys/stepUp', { password: 'wrong' }))
    await query(`update sys_user set password_hash = 'none' where id = $1`, [user.id])
    expect(await doing(() => mine.post('/sys/stepUp', { password: 'wrong' }))).toEqual(wrong)
    expect(wrong.work).toEqual(ONE)
  })
})
