import { fire, postBytes } from '../load.ts'
import { ratioLine, type Line } from '../report.ts'
import { PASSWORD, type Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

/** As many as the machine has threads for such work, twice. */
const CONNECTIONS = 8
/** Several: strangers who try one account more than three times at once are asked for a captcha. */
const USERNAMES = [
  'manager',
  'warehouse',
  'service',
  'finance',
  'sales',
  'customer',
  'sub',
  'tenant1',
]

/** People sign in by password, against the password check alone at the same cost. */
export async function login(rig: Rig, plan: Plan): Promise<Line> {
  const { rows: users } = await rig.pool.query<{ username: string; hash: string }>(
    'select username, password_hash as hash from sys_user where username = any($1)',
    [USERNAMES],
  )
  const side = (pid: number, port: number, requests: readonly Buffer[]) => ({
    pid,
    run: (seconds: number) =>
      fire({
        port,
        connections: CONNECTIONS,
        seconds,
        marker: '"success":true',
        next: (n) => requests[n % requests.length]!,
      }),
  })
  const result = await compare(
    side(
      rig.limit.pid,
      rig.limit.port,
      users.map(({ hash }) => postBytes('/login', { hash, password: PASSWORD })),
    ),
    side(
      rig.product.pid,
      rig.product.port,
      users.map(({ username }) => postBytes('/boot/sys/login', { username, password: PASSWORD })),
    ),
    plan,
    rig.postmaster,
  )
  return ratioLine('login', 'sign-in by password, against the bare argon2id check', 0.9, result)
}
