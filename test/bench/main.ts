import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { loadAverage } from './proc.ts'
import { keepResult, reportOnly } from './keep-result.ts'
import { brokenLine, type Line } from './report.ts'
import { openRig, type Rig } from './rig.ts'
import type { Plan } from './rounds.ts'
import { bytes } from './rows/bytes.ts'
import { cold } from './rows/cold.ts'
import { events } from './rows/events.ts'
import { find } from './rows/find.ts'
import { IMPORT_B2B, importFile } from './rows/import.ts'
import { label } from './rows/label.ts'
import { list, listMixed } from './rows/list.ts'
import { listBig } from './rows/list-big.ts'
import { login } from './rows/login.ts'
import { order } from './rows/order.ts'
import { post } from './rows/post.ts'
import { quote } from './rows/quote.ts'
import { scan } from './rows/scan.ts'
import { track } from './rows/track.ts'
import { trackScale } from './rows/track-scale.ts'
import { zone } from './rows/zone.ts'

const print = (text: string) => process.stderr.write(`${text}\n`)

interface Settings {
  plan: Plan
  quick: boolean
  parcels: number
}
/** Rows in the order they are measured. `rig` rows need the database and both servers. */
const withRig: Record<string, (rig: Rig, settings: Settings) => Promise<Line[]>> = {
  track: async (rig, { plan }) => [await track(rig, plan)],
  list: async (rig, { plan }) => [await list(rig, plan)],
  'list-mixed': async (rig, { plan }) => [await listMixed(rig, plan)],
  'list-big': async (rig, { plan }) => [await listBig(rig, plan)],
  find: async (rig, { plan }) => [await find(rig, plan, print)],
  order: (rig, { plan }) => order(rig, plan),
  post: (rig, { plan }) => post(rig, plan),
  quote: (rig, { plan }) => quote(rig, plan),
  scan: async (rig, { plan }) => [await scan(rig, plan)],
  events: async (rig, { plan, quick }) => [await events(rig, plan, quick ? 2_000 : 10_000)],
  login: async (rig, { plan }) => [await login(rig, plan)],
  import: async (rig, { plan, quick }) => [await importFile(rig, plan, quick ? 10_000 : 50_000)],
  'import-b2b': async (rig, { plan, quick }) => [
    await importFile(rig, plan, quick ? 10_000 : 50_000, IMPORT_B2B),
  ],
  zone: async (rig, { plan }) => [await zone(rig, plan)],
  cold: (rig, { quick }) => cold(rig, quick ? 5 : 9),
}
const alone: Record<string, (settings: Settings) => Promise<Line[]>> = {
  label: ({ quick }) => label(quick ? { rounds: 3, seconds: 2 } : { rounds: 5, seconds: 5 }),
  bytes: async () => bytes(),
  'track-scale': async ({ plan, quick }) => [
    await trackScale(quick ? [1e4, 1e5] : [1e5, 1e6], plan, print),
  ],
}

/** Two worlds up to a million parcels take a quarter of an hour to make: only where asked for. */
const usual = [...Object.keys(withRig), ...Object.keys(alone)].filter(
  (row) => row !== 'track-scale',
)
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    parcels: { type: 'string', default: '1e5' },
    rows: { type: 'string', default: usual.join(',') },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
    data: { type: 'string' },
    profile: { type: 'string' },
  },
})
const settings: Settings = {
  quick: values.quick,
  parcels: Number(values.parcels),
  plan: values.quick ? { rounds: 3, seconds: 3, warmUp: 2 } : { rounds: 5, seconds: 10, warmUp: 4 },
}
const rows = values.rows.split(',')
const unknown = rows.filter((row) => !(row in withRig) && !(row in alone))
if (unknown.length > 0 || !Number.isInteger(settings.parcels) || settings.parcels < 1) {
  print(
    `Usage: npm run bench -- [--quick] [--parcels 1e5] [--rows ${[...Object.keys(withRig), ...Object.keys(alone)].join(',')}] [--keep] [--json file] [--data directory] [--profile directory]`,
  )
  process.exit(2)
}

const lines: Line[] = []
/** A row that breaks is reported as such; the others are measured all the same. */
async function measured(row: string, work: Promise<Line[]> | undefined): Promise<void> {
  try {
    if (work) lines.push(...(await work))
  } catch (error) {
    print(`${row}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    lines.push(brokenLine(row, error))
    process.exitCode = 1
  }
}
let rig: Rig | null = null
const stop = (signal: string) =>
  void Promise.resolve(rig?.close()).then(() => process.exit(signal === 'SIGINT' ? 130 : 143))
process.once('SIGINT', stop).once('SIGTERM', stop)
try {
  for (const row of rows) await measured(row, alone[row]?.(settings))
  if (rows.some((row) => row in withRig)) {
    rig = await openRig({
      parcels: settings.parcels,
      data: values.data ?? null,
      profile: values.profile ?? null,
      say: print,
    })
    for (const row of rows) {
      if (row in withRig) print(`${row} …`)
      await measured(row, withRig[row]?.(rig, settings))
    }
  }
} finally {
  await rig?.close()
}
const size = `${settings.parcels} parcels${settings.quick ? ', quick' : ''}`
const reported = (values.keep ? keepResult : reportOnly)({
  kind: 'server',
  settings: size,
  lines,
})
process.stdout.write(`${reported}\n\nload average at the end ${loadAverage()}\n`)
if (values.json) writeFileSync(values.json, `${JSON.stringify(lines, null, 2)}\n`)
