import { fire, getBytes, type LoadResult } from '../load.ts'
import { median, percentile, spread } from '../numbers.ts'
import { shown, type Line } from '../report.ts'
import { openRig, type Rig } from '../rig.ts'
import type { Plan } from '../rounds.ts'

/** Few enough that none waits for a processor: the look-up is measured, not the queue. */
const CONNECTIONS = 2
const NUMBERS = 50_000
const BAR = 1.3

/** The public look-up in a world and in one ten times as large, both up at once, by turns. */
export async function trackScale(
  sizes: readonly number[],
  { rounds, seconds, warmUp }: Plan,
  print: (text: string) => void,
): Promise<Line> {
  const rigs: Rig[] = []
  try {
    for (const parcels of sizes)
      rigs.push(await openRig({ parcels, data: null, profile: null, say: print }))
    const asks = await Promise.all(rigs.map(asking))
    for (const ask of asks) await ask(warmUp)
    const results: LoadResult[][] = sizes.map(() => [])
    for (let round = 0; round < rounds; round++)
      for (const [at, ask] of asks.entries()) results[at]!.push(await ask(seconds))
    const p99 = results.map((list) => list.map((one) => percentile(one.latencies, 0.99)))
    const ratios = p99.at(-1)!.map((value, round) => value / p99[0]![round]!)
    const errors = results.flat().reduce((sum, one) => sum + one.errors, 0)
    const [ratio, apart] = [median(ratios), spread(ratios)]
    return {
      name: 'track-scale',
      what: `p99 of the public look-up, ${sizes.at(-1)} parcels against ${sizes[0]}`,
      bar: `≤ ${BAR}×`,
      figure: shown(ratio),
      verdict: errors > 0 || apart > 0.5 ? 'no verdict' : ratio <= BAR ? 'reached' : 'short',
      value: { number: ratio, better: 'less', spread: apart },
      notes: sizes.map(
        (size, at) =>
          `${size} parcels: p50 ${shown(
            percentile(
              results[at]!.flatMap((one) => one.latencies),
              0.5,
            ),
            2,
          )} ms, p99 ${shown(median(p99[at]!), 2)} ms, ${results[at]!.reduce((sum, one) => sum + one.done, 0)} samples`,
      ),
      data: { p99, errors },
    }
  } finally {
    for (const rig of rigs.toReversed()) await rig.close()
  }
}

async function asking(rig: Rig): Promise<(seconds: number) => Promise<LoadResult>> {
  const { rows } = await rig.pool.query<{ number: string }>(
    'select number from tracking_number where state = 1 and visible order by md5(number) limit $1',
    [NUMBERS],
  )
  const requests = rows.map(({ number }) => getBytes(`/boot/track/query?nos=${number}`))
  return (seconds) =>
    fire({
      port: rig.product.port,
      connections: CONNECTIONS,
      seconds,
      marker: '"success":true',
      next: (n) => requests[n % requests.length]!,
    })
}
