import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** What npm start runs: the program made of all sources, where tools/run.mjs made it. */
export const productFile = process.env.PRODUCT_MAIN ?? 'server/main.ts'
const productArgs = process.env.PRODUCT_ARGS?.split(' ') ?? []

export interface Server {
  pid: number
  port: number
  stop(signal?: NodeJS.Signals): Promise<void>
}
export interface Spawned {
  file: string
  env?: Record<string, string>
  nodeArgs?: readonly string[]
}

const PATIENCE_MS = 120_000

/**
 * Starts a server of ours and waits for the address it prints. What it writes to stderr is passed
 * on.
 */
export async function startServer({ file, env = {}, nodeArgs = [] }: Spawned): Promise<Server> {
  const child = spawnNode({ file, env, nodeArgs })
  const port = await addressOf(child, file)
  return {
    pid: child.pid!,
    port,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

/** A child of the Node we run under. Settings of the shell that started us do not reach it. */
export function spawnNode({ file, env = {}, nodeArgs = [] }: Spawned): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  return spawn(
    process.execPath,
    [...(file === productFile ? productArgs : []), ...nodeArgs, resolve(root, file)],
    {
      cwd: root,
      env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
}

function addressOf(child: ChildProcess, file: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`${file} printed no address`)), PATIENCE_MS)
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
      if (port === undefined) return
      clearTimeout(timer)
      // From here on it prints only errors.
      child.stdout!.removeAllListeners('data').pipe(process.stderr)
      resolve(Number(port))
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${file} ended with ${code} before it listened: ${output}`))
    })
  })
}
