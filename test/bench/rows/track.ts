import { fire, getBytes } from '../load.ts'
import { dice } from '../numbers.ts'
import { ratioLine, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

const UNKNOWN = 0.05
const NUMBERS = 50_000

/** A visitor asks for one number and its events; one of twenty has a slip in it. */
export async function track(rig: Rig, plan: Plan): Promise<Line> {
  const { rows } = await rig.pool.query<{ number: string }>(
    'select number from tracking_number where state = 1 and visible order by md5(number) limit $1',
    [NUMBERS],
  )
  const roll = dice(1)
  const requested = rows.map(({ number }) =>
    roll() < UNKNOWN ? `${number.slice(0, -1)}X` : number,
  )
  const side = (pid: number, port: number, path: string, marker: string) => {
    const requests = requested.map((number) => getBytes(`${path}${number}`))
    return {
      pid,
      run: (seconds: number) =>
        fire({
          port,
          connections: 32,
          seconds,
          marker,
          next: (n) => requests[n % requests.length]!,
        }),
    }
  }
  const result = await compare(
    side(rig.limit.pid, rig.limit.port, '/track?no=', '"items":'),
    side(rig.product.pid, rig.product.port, '/boot/track/query?nos=', '"success":true'),
    plan,
    rig.postmaster,
  )
  return ratioLine(
    'track',
    'public look-up of one number with its events, 5 % unknown',
    0.85,
    result,
  )
}
