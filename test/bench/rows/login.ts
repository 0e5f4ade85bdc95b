import { fire, postBytes } from '../load.ts'
import { ratioLine, type Line } from '../report.ts'
import { PASSWORD, type Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

/** As many as the machine has threads for such work, twice. */
const CONNECTIONS = 8

/** People sign in by password, against the password check alone at the same cost. */
export async function login(rig: Rig, plan: Plan): Promise<Line> {
  const username = 'manager'
  const { rows } = await rig.pool.query<{ hash: string }>(
    'select password_hash as hash from sys_user where username = $1',
    [username],
  )
  const side = (pid: number, port: number, request: Buffer) => ({
    pid,
    run: (seconds: number) =>
      fire({
        port,
        connections: CONNECTIONS,
        seconds,
        marker: '"success":true',
        next: () => request,
      }),
  })
  const result = await compare(
    side(
      rig.limit.pid,
      rig.limit.port,
      postBytes('/login', { hash: rows[0]!.hash, password: PASSWORD }),
    ),
    side(
      rig.product.pid,
      rig.product.port,
      postBytes('/boot/sys/login', { username, password: PASSWORD }),
    ),
    plan,
    rig.postmaster,
  )
  return ratioLine('login', 'sign-in by password, against the bare argon2id check', 0.9, result)
}
