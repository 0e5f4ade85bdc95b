import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '#server/kit/runtime/env.ts'

/** Every user of the tests has it. */
export const PASSWORD = 'Parcels-2026!'

let filesAt: string | null = null

/** Files of a test run's process; gone with it. */
function dataDir(): string {
  if (filesAt !== null) return filesAt
  const made = mkdtempSync(join(tmpdir(), 'parcelyard-test-files-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return (filesAt = made)
}

export function testEnv(overrides: Partial<Env> = {}): Env {
  return {
    production: false,
    port: 0,
    host: '127.0.0.1',
    dataDir: dataDir(),
    databaseUrl: undefined,
    adminPassword: PASSWORD,
    demo: false,
    basePath: '/boot',
    logLevel: 'error',
    trustProxy: false,
    rateLimits: false,
    drainSeconds: 0,
    checkAnswers: true,
    secretKey: Buffer.alloc(32, 7),
    dataSourceHosts: ['figures.example:7'],
    ...overrides,
  }
}
