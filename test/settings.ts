import type { Env } from '#server/kit/runtime/env.ts'

/** Every user of the tests has it. */
export const PASSWORD = 'Parcels-2026!'

export function testEnv(overrides: Partial<Env> = {}): Env {
  return {
    production: false,
    port: 0,
    host: '127.0.0.1',
    dataDir: '/nonexistent',
    databaseUrl: undefined,
    adminPassword: PASSWORD,
    demo: false,
    basePath: '/boot',
    logLevel: 'error',
    trustProxy: false,
    rateLimits: false,
    checkAnswers: true,
    secretKey: Buffer.alloc(32, 7),
    ...overrides,
  }
}
