import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { keepResult, reportOnly } from '../keep-result.ts'
import { median, spread } from '../numbers.ts'
import { loadAverage } from '../proc.ts'
import { brokenLine, percent, shown, type Line } from '../report.ts'
import { productFile, startServer } from '../spawn.ts'
import { helloServer } from './hello-server.ts'
import { blocks } from './blocks.ts'
import { grid } from './grid.ts'
import { THROTTLE, visit, type Target, type Visit } from './visit.ts'

const PASSWORD = 'Parcels-2026!'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const KB = 1024
const TRACK_LCP_MAX = 1.4
const SPREAD_MAX = 0.35

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})
const rounds = values.quick ? 3 : 7
const print = (text: string) => process.stderr.write(`${text}\n`)

const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard-bench-web-'))
const product = await startServer({
  file: productFile,
  env: {
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'on',
    ADMIN_PASSWORD: PASSWORD,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
  },
})
const hello = await helloServer()
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  args: FLAGS,
  ...(executablePath ? { executablePath } : {}),
})
try {
  const lines = await measure(browser, `http://127.0.0.1:${product.port}`)
  const run = { kind: 'web', settings: `${THROTTLE}× throttle`, lines } as const
  process.stdout.write(
    `${values.keep ? keepResult(run) : reportOnly(run)}\n\nChromium ${browser.version()}, ${rounds} rounds, empty cache; load average at the end ${loadAverage()}\n`,
  )
  if (values.json) writeFileSync(values.json, `${JSON.stringify(lines, null, 2)}\n`)
} finally {
  await browser.close()
  await hello.close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(within: Browser, origin: string): Promise<Line[]> {
  const storage = await signedIn(origin)
  const targets: Record<string, Target & Bars & { what: string }> = {
    hello: { what: 'a Preact hello, the limit', url: hello.url, ready: 'h1' },
    track: {
      what: 'the public tracking page',
      url: `${origin}/track/search`,
      ready: 'textarea',
      js: 15,
      all: 30,
    },
    'sign-in': {
      what: 'the sign-in page',
      url: `${origin}/user/login`,
      ready: 'input[type=password]',
      js: 120,
    },
    table: {
      what: 'the first table: orders, signed in',
      url: `${origin}/shipment/b2c`,
      ready: 'tr[data-row-key]',
      storage,
      js: 230,
      answers: 25,
      hellos: 4,
    },
    home: {
      what: 'the page after signing in',
      url: `${origin}/dashboard/analysis`,
      ready: '[data-figures]',
      storage,
      js: 280,
      answers: 30,
      hellos: 3.5,
    },
  }
  const seen = new Map<string, Visit[]>(Object.keys(targets).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    print(`round ${round + 1} of ${rounds}`)
    for (const [name, target] of Object.entries(targets))
      seen.get(name)!.push(await visit(within, target))
  }
  const of = (name: string, pick: (one: Visit) => number) => seen.get(name)!.map(pick)
  const limit = { lcp: of('hello', ({ lcp }) => lcp), ready: of('hello', ({ ready }) => ready) }
  const pages = Object.entries(targets).map(([name, target]): Line => {
    const medianOf = (pick: (one: Visit) => number) => median(of(name, pick))
    const lcp = of(name, (one) => one.lcp).map((ms, at) => ms / limit.lcp[at]!)
    const ready = of(name, (one) => one.ready).map((ms, at) => ms / limit.ready[at]!)
    const [js, all] = [medianOf((one) => one.js) / KB, medianOf((one) => one.all) / KB]
    const answers = medianOf((one) => one.requests)
    const bars = { ...target, lcp: name === 'track' ? TRACK_LCP_MAX : undefined }
    const timed = bars.lcp ? lcp : bars.hellos ? ready : []
    return {
      name,
      what: target.what,
      bar: barOf(bars),
      figure: `${shown(js, 1)} kB JS, ${shown(all, 1)} kB, ${shown(answers, 0)} answers, LCP ${shown(median(lcp))}×, usable ${shown(median(ready))}×`,
      verdict: verdictOf(
        bars,
        { js, all, answers, lcp: median(lcp), hellos: median(ready) },
        timed,
      ),
      ...(timed.length > 0
        ? { value: { number: median(timed), better: 'less' as const, spread: spread(timed) } }
        : {}),
      notes: [
        `script ${shown(
          medianOf((one) => one.script),
          0,
        )} ms, LCP ${shown(
          medianOf((one) => one.lcp),
          0,
        )} ms, usable after ${shown(
          medianOf((one) => one.ready),
          0,
        )} ms`,
        `with what follows ${shown(medianOf((one) => one.settled.js) / KB, 1)} kB JS, ${shown(
          medianOf((one) => one.settled.requests),
          0,
        )} answers`,
        ...(name === 'hello'
          ? []
          : [
              `spread of the ratios: LCP ${percent(spread(lcp))}, usable ${percent(spread(ready))}`,
            ]),
      ],
      data: seen.get(name),
    }
  })
  const blocked = await blocks(within, origin, storage, rounds).catch((error: unknown) => {
    process.exitCode = 1
    return [brokenLine('blocks', error)]
  })
  const sheet = await grid(within, origin, storage, callsOf(origin, storage), rounds).catch(
    (error: unknown) => {
      process.exitCode = 1
      return [brokenLine('grid', error)]
    },
  )
  return [...pages, ...blocked, ...sheet]
}

/** Calls of the person whose browser this storage is. */
function callsOf(origin: string, storage: Record<string, string>): Parameters<typeof grid>[3] {
  const { value: token } = JSON.parse(storage['pro__Access-Token']!) as { value: string }
  return async (method, path, body) => {
    const answer = await fetch(`${origin}/boot${path}`, {
      method,
      headers: {
        'X-Access-Token': token,
        tenant_id: '0',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { success, message, result } = (await answer.json()) as {
      success: boolean
      message: string
      result: object
    }
    if (!success) throw new Error(`${path}: ${message}`)
    return result
  }
}

interface Bars {
  /** kB of script, and of everything, over the wire until the page can be used. */
  js?: number
  all?: number
  answers?: number
  /** Multiples of the hello's. */
  lcp?: number | undefined
  hellos?: number
}
function barOf({ js, all, answers, lcp, hellos }: Bars): string {
  return [
    js && `≤ ${js} kB JS`,
    all && `≤ ${all} kB`,
    answers && `≤ ${answers} answers`,
    lcp && `LCP ≤ ${lcp}× hello`,
    hellos && `usable ≤ ${hellos}× hello`,
  ]
    .filter(Boolean)
    .join(', ')
}
function verdictOf(
  bars: Bars,
  figures: Record<keyof Bars, number>,
  timed: readonly number[],
): Line['verdict'] {
  const over = (key: keyof Bars) => figures[key] > (bars[key] ?? Infinity)
  if (barOf(bars) === '') return 'reported'
  if (over('js') || over('all') || over('answers')) return 'short'
  if (timed.length > 0 && spread(timed) > SPREAD_MAX) return 'no verdict'
  return over('lcp') || over('hellos') ? 'short' : 'reached'
}

/**
 * What the browser of a signed-in manager keeps; waits until the demo world fills a page of a
 * hundred.
 */
async function signedIn(origin: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', password: PASSWORD }),
  })
  const { result } = (await answer.json()) as { result: { token: string; userInfo: unknown } }
  const headers = { 'X-Access-Token': result.token, tenant_id: '0' }
  for (let tries = 0; tries < 300; tries++) {
    const list = (await (
      await fetch(`${origin}/boot/erp/shipment/list?pageSize=100`, { headers })
    ).json()) as { result: { records: unknown[] } }
    if (list.result.records.length === 100) break
    await sleep(200)
  }
  const stored = (value: unknown) => JSON.stringify({ value, expire: Date.now() + 86_400_000 })
  return {
    'pro__Access-Token': stored(result.token),
    pro__Login_Userinfo: stored(result.userInfo),
    client_lang: 'en_US',
  }
}
