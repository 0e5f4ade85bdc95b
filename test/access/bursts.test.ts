import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Caller,
  anonymousCaller,
  createUser,
  type TestUser,
} from '#server/features/platform/session/users.fixture.ts'
import { thirdSettings } from '#contracts/platform/session/identity-third.ts'
import {
  casYes,
  startFakeServers,
} from '#server/features/platform/identity/fake-servers.fixture.ts'
import { openWorld, type World } from '../harness.ts'
import { burst, type BurstAnswer, type BurstCall } from './bursts.fixture.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ rateLimits: true, trustProxy: '127.0.0.1' })
})
afterAll(() => world.close())

const MANY = 100
const times = <T>(make: (turn: number) => T): T[] => Array.from({ length: MANY }, (_, i) => make(i))
const signIn = (
  { username, password }: Pick<TestUser, 'username' | 'password'>,
  from: string,
  path = '/sys/login',
): BurstCall => ({
  path,
  body: { username, password },
  headers: { 'X-Forwarded-For': from },
})
/** How many of the answers show that the password was looked at. */
const judged = (answers: readonly BurstAnswer[]) =>
  answers.filter(({ error, success }) => success || error === 'session.wrongPassword').length
/** Tries that delays let through while a burst lasts: they double from a second. */
const LATER = 8
/** An address in a network of its own. */
let networks = 0
const somewhere = () => {
  networks++
  return `100.${64 + (networks >> 8)}.${networks & 255}.7`
}

describe.each(['/sys/login', '/sys/mLogin'])('guesses that come at once at %s', (path) => {
  test('from one address at one account: five are looked at before delays begin', async () => {
    const user = await createUser(world)
    const from = somewhere()
    const answers = await burst(
      world.base,
      times((turn) =>
        signIn(turn === 60 ? user : { ...user, password: `guess-${turn}` }, from, path),
      ),
    )
    expect(judged(answers)).toBeLessThanOrEqual(5 + LATER)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })

  test('from many addresses at one account: three are looked at before a captcha is due', async () => {
    const user = await createUser(world)
    const answers = await burst(
      world.base,
      times((turn) => signIn({ ...user, password: `guess-${turn}` }, somewhere(), path)),
    )
    expect(judged(answers)).toBeLessThanOrEqual(3)
    expect(answers.filter(({ error }) => error === 'session.captchaRequired')).toHaveLength(
      MANY - judged(answers),
    )
  })

  test('from one address at many accounts: twenty are looked at before delays begin', async () => {
    const from = somewhere()
    const answers = await burst(
      world.base,
      times((turn) => signIn({ username: `spray${turn}`, password: 'Spring-2026' }, from, path)),
    )
    expect(judged(answers)).toBeLessThanOrEqual(20 + LATER)
  })

  test('from one network at many accounts: a hundred are looked at before delays begin', async () => {
    const network = somewhere().replace(/\.\d+$/, '')
    const answers: BurstAnswer[] = []
    for (let round = 0; round < 2; round++)
      answers.push(
        ...(await burst(
          world.base,
          times((turn) =>
            signIn(
              { username: `wide${round}-${turn}`, password: 'Spring-2026' },
              `${network}.${turn + round * MANY}`,
              path,
            ),
          ),
        )),
      )
    expect(judged(answers)).toBeLessThanOrEqual(100 + LATER)
  })
})

describe('after a burst', () => {
  const attack = async (user: TestUser) => {
    await burst(
      world.base,
      times((turn) => signIn({ ...user, password: `guess-${turn}` }, somewhere())),
    )
  }
  const captcha = async (caller: Caller) => {
    const key = String(Date.now())
    await caller.get(`/sys/randomImage/${key}`)
    await world.db.pool.query(`update captcha set answer_hash = sha256('ABCD') where key = $1`, [
      key,
    ])
    return { captcha: 'abcd', checkKey: key }
  }

  test('the owner comes in with a captcha, and on a known device without', async () => {
    const user = await createUser(world)
    const first = await anonymousCaller(world).post('/sys/login', user)
    const device = /parcelyard_device=[\w-]{43}/.exec(first.headers.get('set-cookie') ?? '')?.[0]
    await attack(user)
    const elsewhere = anonymousCaller(world)
    expect((await elsewhere.post('/sys/login', user)).error).toBe('session.captchaRequired')
    const solved = await elsewhere.post('/sys/login', { ...user, ...(await captcha(elsewhere)) })
    expect(solved.success).toBe(true)
    await attack(user)
    const known = await anonymousCaller(world).post('/sys/login', user, { Cookie: device ?? '' })
    expect(known.success).toBe(true)
  })

  test('a known device guesses no better, and is not known for others', async () => {
    const [user, other] = [await createUser(world), await createUser(world)]
    const first = await anonymousCaller(world).post('/sys/login', user)
    const Cookie = /parcelyard_device=[\w-]{43}/.exec(first.headers.get('set-cookie') ?? '')![0]
    const guesses = (username: string) =>
      burst(
        world.base,
        times((turn) => {
          const call = signIn({ username, password: `guess-${turn}` }, somewhere())
          return { ...call, headers: { ...call.headers, Cookie } }
        }),
      )
    expect(judged(await guesses(user.username))).toBeLessThanOrEqual(5 + LATER)
    expect(judged(await guesses(other.username))).toBeLessThanOrEqual(3)
  })

  test('from everywhere, people elsewhere are served', async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => createUser(world)))
    const network = somewhere().replace(/\.\d+$/, '')
    const answers = await burst(world.base, [
      ...times((turn) => signIn({ username: `flood${turn}`, password: 'x' }, `${network}.${turn}`)),
      ...others.map((user) => signIn(user, somewhere())),
    ])
    expect(answers.slice(MANY).map(({ success }) => success)).toEqual(others.map(() => true))
  })
})

describe('what a signed-in user may show once more', () => {
  test.each([
    ['/sys/stepUp', 'POST', (password: string) => ({ password }), 'session.passwordWrong'],
    [
      '/sys/user/updatePassword',
      'PUT',
      (oldpassword: string) => ({
        oldpassword,
        password: 'Zq9#riverside',
        confirmpassword: 'Zq9#riverside',
      }),
      'account.oldWrong',
    ],
  ])(
    'at %s: five guesses, and strangers use up none of them',
    async (path, method, body, wrong) => {
      const user = await createUser(world)
      const answer = await anonymousCaller(world).post('/sys/login', user)
      const token = (answer.result as { token: string }).token
      await burst(
        world.base,
        times((turn) => signIn({ ...user, password: `guess-${turn}` }, somewhere())),
      )
      const answers = await burst(
        world.base,
        times((turn) => ({
          path,
          method,
          body: { username: user.username, ...body(`guess-${turn}`) },
          headers: { 'X-Access-Token': token, 'X-Forwarded-For': somewhere() },
        })),
      )
      expect(answers.filter(({ error }) => error === wrong)).toHaveLength(5)
      expect(answers.filter(({ error }) => error === 'session.tooManyTries')).toHaveLength(95)
    },
  )
})

describe('codes that come at once', () => {
  const registering = (phone: string, smscode: string) => ({
    username: `burst${smscode}`,
    password: 'Zq9#riverside',
    company: 'Burst',
    phone,
    smscode,
    tenant: `t-${world.username('manager').slice('manager-'.length)}`,
  })
  const ways: [
    path: string,
    smsmode: string,
    body: (phone: string, code: string, user: TestUser) => object,
  ][] = [
    ['/sys/phoneLogin', '0', (mobile, captcha) => ({ mobile, captcha })],
    ['/sys/user/register', '1', registering],
    ['/sys/user/phoneVerification', '2', (phone, smscode) => ({ phone, smscode })],
    [
      '/sys/user/passwordChange',
      '2',
      (phone, smscode, { username }) => ({ username, password: 'Zq9#riverside', phone, smscode }),
    ],
  ]
  test.each(ways)('at %s: five are looked at before delays begin', async (path, smsmode, body) => {
    await world.db.pool.query(
      `insert into tenant_setting (tenant_id, key, value, updated_by)
        values ($1, 'registration.mode', '"active"', 'test') on conflict do nothing`,
      [world.tenantId],
    )
    const phone = `13${String(Math.random()).slice(2, 11)}`
    const user = await createUser(world, smsmode === '1' ? {} : { phone })
    await anonymousCaller(world).post('/sys/sms', { mobile: phone, smsmode })
    const from = somewhere()
    const answers = await burst(
      world.base,
      times((turn) => ({
        path,
        body: body(phone, String(100_000 + turn), user),
        headers: { 'X-Forwarded-For': from },
      })),
    )
    const wrong = answers.filter(({ error }) => error === 'code.wrong').length
    expect(wrong, JSON.stringify(answers[0])).toBeGreaterThan(0)
    expect(wrong).toBeLessThanOrEqual(5 + LATER)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(
      MANY - 5 - LATER,
    )
  })
})

test('binding an account elsewhere: one proof of it is no way round the limits on passwords', async () => {
  const outside = await startFakeServers()
  const own = await openWorld({
    rateLimits: true,
    trustProxy: '127.0.0.1',
    outboundAllow: [outside.host],
  })
  try {
    const service = `https://parcels.example/bursts?t=${own.tenantId}`
    const settings = thirdSettings.parse({ issuer: `${outside.origin}/cas`, serviceUrl: service })
    const admin = await own.as('tenantAdmin')
    expect(
      (
        await admin.put('/sys/thirdProvider/save', {
          source: 'cas',
          enabled: true,
          settings,
          version: 0,
        })
      ).success,
    ).toBe(true)
    const user = await createUser(own)
    outside.says.cas = casYes('somebody')
    const refused = await anonymousCaller(own).get('/cas/client/validateLogin', {
      ticket: `ST-1-${own.tenantId}`,
      service,
    })
    expect(refused.error).toBe('third.unbound')
    const { token } = refused.result as { token: string }
    const Cookie = refused.headers.getSetCookie()[0]!.split(';')[0]!
    for (const one of [true, false]) {
      const from = somewhere()
      const answers = await burst(
        own.base,
        times((turn) => ({
          path: '/thirdLogin/bind',
          body: { token, username: user.username, password: `guess-${turn}` },
          headers: { Cookie, 'X-Forwarded-For': one ? from : somewhere() },
        })),
      )
      expect(judged(answers), JSON.stringify(answers[0])).toBeLessThanOrEqual(5 + LATER)
      expect(answers.filter(({ success }) => success)).toEqual([])
    }
  } finally {
    await own.close()
    await outside.close()
  }
})

test('people behind one address who sign in together all come in', async () => {
  const from = somewhere()
  const people = await Promise.all(Array.from({ length: 12 }, () => createUser(world)))
  const answers = await burst(
    world.base,
    people.map((user) => signIn(user, from)),
  )
  expect(answers.map(({ success }) => success)).toEqual(people.map(() => true))
})
