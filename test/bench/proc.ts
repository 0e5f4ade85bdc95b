import { readdirSync, readFileSync } from 'node:fs'

/**
 * What the kernel counts for the whole machine, in milliseconds since it started; null where it
 * does not report it.
 */
export interface MachineTime {
  busy: number
  stolen: number
  idle: number
}

const TICK_MS = 10
const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * Fields of /proc/<pid>/stat behind the name, which may hold blanks and brackets: [0] is the state.
 */
function statOf(pid: number): string[] | null {
  const text = read(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? null
}

/**
 * CPU milliseconds of a process with all its threads; null where there is no /proc or no such
 * process.
 */
export function cpuOf(pid: number): number | null {
  const stat = statOf(pid)
  return stat ? (Number(stat[11]) + Number(stat[12])) * TICK_MS : null
}

/** CPU milliseconds by process of a PostgreSQL server: the postmaster and its backends. */
export function cpuOfBackends(postmaster: number): Map<number, number> {
  const found = new Map<number, number>()
  if (statOf(postmaster) === null) return found
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const stat = statOf(pid)
    if (stat && (pid === postmaster || Number(stat[1]) === postmaster))
      found.set(pid, (Number(stat[11]) + Number(stat[12])) * TICK_MS)
  }
  return found
}

/**
 * CPU milliseconds the backends spent between two looks; one that ended in between counts as far as
 * it was seen.
 */
export function spentBetween(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): number {
  let sum = 0
  for (const [pid, ms] of after) sum += ms - (before.get(pid) ?? 0)
  return sum
}

export function machineTime(): MachineTime | null {
  const fields = read('/proc/stat')?.split('\n', 1)[0]?.trim().split(/\s+/).slice(1).map(Number)
  if (!fields || fields.length < 8) return null
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = fields
  return {
    busy: (user + nice + system + irq + soft) * TICK_MS,
    stolen: stolen * TICK_MS,
    idle: (idle + wait) * TICK_MS,
  }
}

/** Resident memory in MB. */
export function residentMb(pid: number): number | null {
  const kb = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return kb === undefined ? null : Number(kb) / 1024
}

export const loadAverage = (): string => read('/proc/loadavg')?.split(' ', 1)[0] ?? '?'
