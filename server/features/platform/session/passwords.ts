import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Executor } from '#server/kit/access/executor.ts'
import { networkKey } from '#server/kit/http/address.ts'
import { failUnavailable } from '#server/kit/http/errors.ts'

/**
 * argon2id at the floor of OWASP's sheet (security.md §6.9); raising it re-hashes at the next
 * sign-in.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 4
const QUEUE = 100

interface Waiting {
  start(): void
  giveUp(): void
}
let running = 0
/** Who waits, by network: the networks are served in turn. */
const lines = new Map<string, Waiting[]>()

/**
 * Hashing takes a core and 19 MB: four at a time, a hundred wait. The networks take turns, and when
 * no more can wait the longest line loses its last one: a burst from one network does not keep out
 * the others.
 */
async function inTurn<R>(network: string, work: () => Promise<R>): Promise<R> {
  if (running < AT_ONCE) running++
  else {
    const mayStart = await new Promise<boolean>((done) => {
      const line = lines.get(network) ?? []
      line.push({ start: () => done(true), giveUp: () => done(false) })
      lines.set(network, line)
      shorten()
    })
    if (!mayStart) failUnavailable('server.busy')
  }
  try {
    return await work()
  } finally {
    startNext()
  }
}

function startNext(): void {
  const next = lines.entries().next().value
  if (!next) {
    running--
    return
  }
  const [network, line] = next
  lines.delete(network)
  line.shift()?.start()
  if (line.length > 0) lines.set(network, line)
}

function shorten(): void {
  const waiting = [...lines.values()]
  if (waiting.reduce((sum, { length }) => sum + length, 0) <= QUEUE) return
  const longest = waiting.reduce((one, other) => (other.length > one.length ? other : one))
  longest.pop()?.giveUp()
  for (const [network, { length }] of lines) if (length === 0) lines.delete(network)
}

export function hashPassword(password: string): Promise<string> {
  return inTurn('', () => hash(password.normalize('NFKC'), PARAMETERS))
}

let dummy: Promise<string> | null = null

/**
 * True where the password fits. The same work is done without a hash, so that an unknown account,
 * one that signs in elsewhere only and has none, and a wrong password take equally long; the first
 * check of a process hashes once more, for any user.
 */
export async function checkPassword(
  stored: string | null,
  password: string,
  ip = '',
): Promise<boolean> {
  dummy ??= hashPassword('nobody has this one')
  const unknown = await dummy
  const own = stored !== null && isHash(stored) ? stored : null
  const fits = await inTurn(networkKey(ip), () =>
    verify(own ?? unknown, password.normalize('NFKC')).catch(() => false),
  )
  return own !== null && fits
}

const isHash = (stored: string): boolean =>
  /^\$argon2(id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+$/.test(stored)

/** Whether a stored hash is at least as dear as today's. */
export function isUpToDateHash(stored: string): boolean {
  const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? []
  return Number(m) >= PARAMETERS.memoryCost && Number(t) >= PARAMETERS.timeCost
}

/**
 * A password that was just right is hashed again where its hash is cheaper than today's; changed
 * meanwhile, it stays.
 */
export async function rehash(
  db: Executor,
  { id, passwordHash }: { id: string; passwordHash: string },
  password: string,
): Promise<void> {
  if (isUpToDateHash(passwordHash)) return
  await sql`update sys_user
    set password_hash = ${await hashPassword(password)} where id = ${id} and password_hash = ${passwordHash}`.execute(
    db,
  )
}
