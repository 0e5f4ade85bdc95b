import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** True while the process runs. A zombie counts as dead: in a container it may never be reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return stat(pid)?.state !== 'Z'
}

/**
 * When the process began, in a form that differs for a later process with the same pid; '' where
 * the system does not report it.
 */
export function startedAt(pid: number): string {
  return stat(pid)?.start ?? ''
}

/**
 * The command line, or undefined where the system does not report it (no /proc) or the process is
 * gone.
 */
export function commandLine(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split('\0')
      .filter((part) => part !== '')
  } catch {
    return undefined
  }
}

/**
 * Processes working inside `dir`: the back ends of a postmaster that was killed live on for a
 * moment.
 */
export function processesIn(dir: string): number[] {
  let pids: string[] = []
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
  return pids.map(Number).filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === dir && isAlive(pid)
    } catch {
      return false
    }
  })
}

function stat(pid: number): { state: string; start: string } | undefined {
  try {
    // The name in parentheses may itself hold spaces and parentheses.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', start: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
