import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, spread } from '../numbers.ts'
import { cpuOf, residentMb } from '../proc.ts'
import { shown, type Line } from '../report.ts'
import { productEnv, type Rig } from '../rig.ts'
import { productFile, spawnNode, type Spawned } from '../spawn.ts'

const BAR = 2.5
const IDLE_MB = 140
const LOADED_MB = 300

interface Start {
  ms: number
  cpu: number
  idleMb: number
}

/**
 * From the start of the process to its first full answer, product and the smallest Fastify server
 * by turns. The product counts as up when sign-in works (health/ready), not when its placeholder
 * shows "starting".
 */
export async function cold(rig: Rig, times: number): Promise<Line[]> {
  const loaded = residentMb(rig.product.pid)
  const ready = '/boot/health/ready'
  const attached = {
    file: productFile,
    env: { ...productEnv(join(rig.dir, 'cold')), DATABASE_URL: rig.url },
  }
  const whole = { file: productFile, env: productEnv(join(rig.dir, 'cold-own')) }
  const hellos: Start[] = []
  const besides: Start[] = []
  const owns: Start[] = []
  // The first start makes the data directory and is another matter.
  await started(attached, ready)
  const first = await started(whole, ready)
  for (let time = 0; time < times; time++) {
    hellos.push(await started({ file: 'test/bench/servers/hello.ts' }, '/'))
    besides.push(await started(attached, ready))
    owns.push(await started(whole, ready))
  }
  // The starts took a while: the load of the rows above is over by now.
  const rested = residentMb(rig.product.pid)
  const ms = (list: readonly Start[]) => median(list.map((one) => one.ms))
  const cpu = (list: readonly Start[]) => median(list.map((one) => one.cpu))
  const idle = median(besides.map((one) => one.idleMb))
  const ratio = (list: readonly Start[]) => ms(list) / ms(hellos)
  const apart = spread(hellos.map((one) => one.ms))
  const line = (name: string, what: string, list: readonly Start[]): Line => ({
    name,
    what,
    bar: `≤ ${BAR} Fastify hellos`,
    figure: shown(ratio(list)),
    value: { number: ratio(list), better: 'less', spread: apart },
    verdict: apart > 0.5 ? 'no verdict' : ratio(list) <= BAR ? 'reached' : 'short',
    notes: [
      `${shown(ms(list), 0)} ms against ${shown(ms(hellos), 0)} ms, spread ${shown(spread(list.map((one) => one.ms)) * 100, 0)} % and ${shown(apart * 100, 0)} %, ${times} starts each`,
      `CPU ${shown(cpu(list), 0)} ms against ${shown(cpu(hellos), 0)} ms: ratio ${shown(cpu(list) / cpu(hellos))}`,
    ],
    data: { starts: list, hellos },
  })
  return [
    line('cold', 'start to sign-in working, database running', besides),
    {
      ...line('cold-own', 'the same with the embedded database started as well', owns),
      bar: '',
      verdict: 'reported',
      notes: [
        ...line('', '', owns).notes,
        `very first start, database made and filled: ${shown(first.ms, 0)} ms`,
      ],
    },
    {
      name: 'rss',
      what: "memory of the product, idle and after this run's load",
      bar: `≤ ${IDLE_MB} / ${LOADED_MB} MB`,
      figure: `${shown(idle, 0)} / ${loaded === null ? '–' : shown(loaded, 0)} MB`,
      verdict:
        loaded === null
          ? 'no verdict'
          : idle <= IDLE_MB && loaded <= LOADED_MB
            ? 'reached'
            : 'short',
      notes: [
        `a Fastify hello: ${shown(median(hellos.map((one) => one.idleMb)), 0)} MB`,
        `once that load is over: ${rested === null ? '–' : shown(rested, 0)} MB`,
      ],
      data: { idle, loaded, rested },
    },
  ]
}

async function started(what: Spawned, path: string): Promise<Start> {
  const at = performance.now()
  const child = spawnNode(what)
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${what.file} ended with ${String(code)}: ${output}`)
  })
  gone.catch(() => {})
  const port = async () => {
    for (;;) {
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (found !== undefined) return Number(found)
      await sleep(1)
    }
  }
  const where = await Promise.race([port(), gone])
  while (!(await Promise.race([answers(where, path), gone]))) await sleep(2)
  const ms = performance.now() - at
  const cpu = cpuOf(child.pid!) ?? Number.NaN
  await sleep(1_500)
  const idleMb = residentMb(child.pid!) ?? Number.NaN
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return { ms, cpu, idleMb }
}

function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    }).on('error', () => resolve(false))
  })
}
