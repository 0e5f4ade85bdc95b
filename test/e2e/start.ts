import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const PASSWORD = 'Parcels-2026!'
const PORT = process.env.E2E_PORT ?? '18471'
export const BASE_URL = `http://127.0.0.1:${PORT}`

/** Characters of a failure that are shown. */
const REPORTED = 600

/**
 * A product of its own with the demo world, started the way a newcomer starts it and stopped at the
 * end.
 */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard e2e-'))
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // Orders are counted: no test begins before all of them are there.
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (isWorthReading(line)) process.stdout.write(`${line}\n`)
      if (line.includes('demo world: ready')) resolve()
      if (line.includes('"msg":"demo world"')) failed(line)
    })
    // The product goes on without its demo world; the tests do not.
    const failed = (line: string) => {
      child.kill('SIGTERM')
      reject(new Error(`the demo world was not loaded: ${line.slice(0, REPORTED)}`))
    }
    void ended.then(() => reject(new Error('the product did not start')))
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Whatever is no entry of the log, and entries from warnings on. */
function isWorthReading(line: string): boolean {
  const level = /^\{"level":(\d+)/.exec(line)?.[1]
  return level === undefined || Number(level) >= 40
}
