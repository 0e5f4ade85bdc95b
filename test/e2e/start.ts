import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const PASSWORD = 'Parcels-2026!'
const port = process.env.E2E_PORT ?? '18471'

/** A product of its own with the demo world, started the way a newcomer starts it and stopped at the end. */
export default async function start(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard e2e-'))
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'development',
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/boot/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) break
    if (tries > 300 || child.exitCode !== null) throw new Error('the product did not start')
    await sleep(200)
  }
  return async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
