import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { median, spread } from '../numbers.ts'
import { loadAverage } from '../proc.ts'
import { percent, shown, table, type Line } from '../report.ts'
import { productFile, startServer } from '../spawn.ts'
import { helloServer } from './hello-server.ts'
import { blocks } from './blocks.ts'
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
const TRACK_LCP_MAX = 1.3
const SPREAD_MAX = 0.35

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})
const rounds = values.quick ? 3 : 7
const say = (text: string) => process.stderr.write(`${text}\n`)

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
  process.stdout.write(
    `${table(lines)}\n\nChromium ${browser.version()}, ${THROTTLE}× throttle, ${rounds} rounds, empty cache; load average at the end ${loadAverage()}\n`,
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
  const targets: Record<string, Target & { what: string; js?: number; all?: number }> = {
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
      js: 330,
    },
    home: {
      what: 'the page after signing in',
      url: `${origin}/dashboard/analysis`,
      ready: 'h1',
      storage,
    },
  }
  const seen = new Map<string, Visit[]>(Object.keys(targets).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`)
    for (const [name, target] of Object.entries(targets))
      seen.get(name)!.push(await visit(within, target))
  }
  const of = (name: string, pick: (one: Visit) => number) => seen.get(name)!.map(pick)
  const limit = of('hello', ({ lcp }) => lcp)
  const pages = Object.entries(targets).map(([name, { what, js, all }]): Line => {
    const [script, total] = [median(of(name, (one) => one.js)), median(of(name, (one) => one.all))]
    const ratios = of(name, ({ lcp }) => lcp).map((lcp, at) => lcp / limit[at]!)
    const heavy = (js !== undefined && script > js * KB) || (all !== undefined && total > all * KB)
    const slow = name === 'track' && median(ratios) > TRACK_LCP_MAX
    const unsure = name === 'track' && spread(ratios) > SPREAD_MAX
    return {
      name,
      what,
      bar: [
        js && `≤ ${js} kB JS`,
        all && `≤ ${all} kB`,
        name === 'track' && `LCP ≤ ${TRACK_LCP_MAX}× hello`,
      ]
        .filter(Boolean)
        .join(', '),
      figure: `${shown(script / KB, 1)} kB JS, ${shown(total / KB, 1)} kB, LCP ${shown(median(ratios))}×`,
      verdict:
        js === undefined
          ? 'told'
          : heavy
            ? 'short'
            : unsure
              ? 'no verdict'
              : slow
                ? 'short'
                : 'reached',
      notes: [
        `script ${shown(median(of(name, (one) => one.script)), 0)} ms, LCP ${shown(median(of(name, (one) => one.lcp)), 0)} ms, usable after ${shown(median(of(name, (one) => one.ready)), 0)} ms, ${shown(median(of(name, (one) => one.requests)), 0)} answers`,
        ...(name === 'hello' ? [] : [`spread of the ratio ${percent(spread(ratios))}`]),
      ],
      data: seen.get(name),
    }
  })
  return [...pages, ...(await blocks(within, origin, storage, rounds))]
}

/** What the browser of a signed-in manager keeps; waits until the demo world fills a page of a hundred. */
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
  const kept = (value: unknown) => JSON.stringify({ value, expire: Date.now() + 86_400_000 })
  return {
    'pro__Access-Token': kept(result.token),
    pro__Login_Userinfo: kept(result.userInfo),
    client_lang: 'en_US',
  }
}
