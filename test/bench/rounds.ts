import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult } from './load.ts'
import { median, percentile, spread } from './numbers.ts'
import { cpuOf, cpuOfBackends, machineTime, spentBetween } from './proc.ts'

/** One of the two programs that do the same work. */
export interface Contestant {
  /** Its server process. */
  pid: number
  run(seconds: number): Promise<LoadResult>
}
export interface Plan {
  rounds: number
  seconds: number
  warmUp: number
}

/** What one contestant did in one round. */
interface Round {
  rate: number
  cpu: number | null
  dbCpu: number
  latencies: number[]
  errors: number
  overloaded: number
  done: number
  foreign: number
  stolen: number
  firstError: string | null
}
export interface Side {
  rate: number
  spread: number
  /** CPU milliseconds per piece of work: server process, database. */ cpu: number | null
  dbCpu: number
  p50: number
  p99: number
  done: number
  errors: number
  overloaded: number
  firstError: string | null
}
export interface Comparison {
  limit: Side
  product: Side
  /** Product over limit: the median of what each pair of rounds gave. */
  ratio: number
  ratioSpread: number
  /** CPU of the limit over that of the product, per piece of work and server process. */
  cpuRatio: number | null
  /**
   * Share of the machine that others used, in the worst round; null where the kernel does not
   * report it.
   */
  foreign: number | null
}

/** Limit, product, limit, product …: what disturbs one disturbs the other. */
export async function compare(
  limit: Contestant,
  product: Contestant,
  plan: Plan,
  postmaster: number,
): Promise<Comparison> {
  for (const side of [limit, product]) await side.run(plan.warmUp)
  const limits: Round[] = []
  const products: Round[] = []
  for (let round = 0; round < plan.rounds; round++) {
    limits.push(await measure(limit, plan.seconds, [limit.pid, product.pid], postmaster))
    products.push(await measure(product, plan.seconds, [limit.pid, product.pid], postmaster))
  }
  const ratios = products.map((round, at) => round.rate / limits[at]!.rate)
  const [l, p] = [sideOf(limits), sideOf(products)]
  return {
    limit: l,
    product: p,
    ratio: median(ratios),
    ratioSpread: spread(ratios),
    cpuRatio: l.cpu === null || p.cpu === null ? null : l.cpu / p.cpu,
    foreign:
      machineTime() === null
        ? null
        : Math.max(...[...limits, ...products].map((round) => round.foreign + round.stolen)),
  }
}

async function measure(
  side: Contestant,
  seconds: number,
  servers: readonly number[],
  postmaster: number,
): Promise<Round> {
  // What the round before left to do (vacuum, garbage) does not count here.
  await sleep(200)
  const before = {
    cpu: cpuOf(side.pid),
    backends: cpuOfBackends(postmaster),
    machine: machineTime(),
    ours: ourCpu(servers),
  }
  const result = await side.run(seconds)
  const after = {
    cpu: cpuOf(side.pid),
    backends: cpuOfBackends(postmaster),
    machine: machineTime(),
    ours: ourCpu(servers),
  }
  const db = spentBetween(before.backends, after.backends)
  const busy = before.machine && after.machine ? after.machine.busy - before.machine.busy : 0
  const stolen = before.machine && after.machine ? after.machine.stolen - before.machine.stolen : 0
  const whole =
    before.machine && after.machine ? busy + stolen + after.machine.idle - before.machine.idle : 1
  const work = Math.max(1, result.done)
  return {
    rate: result.done / (result.ms / 1000),
    cpu: before.cpu === null || after.cpu === null ? null : (after.cpu - before.cpu) / work,
    dbCpu: db / work,
    latencies: result.latencies,
    errors: result.errors,
    overloaded: result.overloaded,
    done: result.done,
    firstError: result.firstError,
    foreign: Math.max(0, busy - db - (after.ours - before.ours)) / whole,
    stolen: stolen / whole,
  }
}

/** Both servers and this process, which makes the load. */
function ourCpu(servers: readonly number[]): number {
  return [...servers, process.pid].reduce((sum, pid) => sum + (cpuOf(pid) ?? 0), 0)
}

function sideOf(rounds: readonly Round[]): Side {
  const latencies = rounds.flatMap((round) => round.latencies)
  const cpus = rounds.flatMap((round) => (round.cpu === null ? [] : [round.cpu]))
  return {
    rate: median(rounds.map((round) => round.rate)),
    spread: spread(rounds.map((round) => round.rate)),
    cpu: cpus.length > 0 ? median(cpus) : null,
    dbCpu: median(rounds.map((round) => round.dbCpu)),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    done: rounds.reduce((sum, round) => sum + round.done, 0),
    errors: rounds.reduce((sum, round) => sum + round.errors, 0),
    overloaded: rounds.reduce((sum, round) => sum + round.overloaded, 0),
    firstError: rounds.find((round) => round.firstError !== null)?.firstError ?? null,
  }
}
