import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, spread } from '../numbers.ts'
import { percent, shown, type Line } from '../report.ts'
import { root } from '../spawn.ts'

const BAR = 8
const WISH = 2_000
const WAYS = [
  'plain-png',
  'plain-vector',
  'plain-chinese',
  'one-latin',
  'one-chinese',
  'batch-latin',
  'batch-chinese',
] as const
type Way = (typeof WAYS)[number]

/**
 * Labels per second of CPU time, ours in batches of a hundred as a morning's print is, against
 * plain pdfkit and bwip-js.
 */
export async function label({
  rounds,
  seconds,
}: {
  rounds: number
  seconds: number
}): Promise<Line[]> {
  const rates = new Map<Way, number[]>(WAYS.map((way) => [way, []]))
  for (let round = 0; round < rounds; round++) {
    for (const way of WAYS) rates.get(way)!.push(await rateOf(way, seconds))
  }
  const of = (way: Way) => median(rates.get(way)!)
  // The faster of the two plain ways is the one to beat.
  const plain = of('plain-png') > of('plain-vector') ? 'plain-png' : 'plain-vector'
  const ratio = of('batch-latin') / of(plain)
  const apart = Math.max(spread(rates.get('batch-latin')!), spread(rates.get(plain)!))
  const disturbed = apart > 0.35
  const reported = WAYS.map((way) => `${way} ${shown(of(way), 0)}`).join(', ')
  return [
    {
      name: 'label',
      what: '100 × 150 mm PDF, Latin, a hundred in a file, against the faster plain pdfkit + bwip-js',
      bar: `≥ ${BAR} of plain`,
      figure: shown(ratio, 1),
      verdict: disturbed ? 'no verdict' : ratio >= BAR ? 'reached' : 'short',
      notes: [
        `labels per second and core: ${reported}`,
        `against a PNG ${shown(of('batch-latin') / of('plain-png'), 1)}, against bars drawn as vectors ${shown(of('batch-latin') / of('plain-vector'), 1)}; one label a file ${shown(of('one-latin') / of(plain), 1)}; spread ${percent(apart)}`,
      ],
      data: Object.fromEntries(rates),
    },
    {
      name: 'label-cn',
      what: 'the same with Chinese addresses, labels per second and core',
      bar: `wish ${WISH}`,
      figure: shown(of('batch-chinese'), 0),
      verdict: disturbed ? 'no verdict' : of('batch-chinese') >= WISH ? 'reached' : 'short',
      notes: [
        `one label a file: ${shown(of('one-chinese'), 0)}; plain pdfkit with the same font: ${shown(of('plain-chinese'), 0)}`,
      ],
      data: null,
    },
  ]
}

async function rateOf(way: Way, seconds: number): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'test/bench/servers/label-work.ts'), way, String(seconds)],
    { cwd: root },
  )
  return (JSON.parse(stdout) as { perCpuSecond: number }).perCpuSecond
}
