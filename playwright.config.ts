import { defineConfig } from '@playwright/test'
import { BASE_URL } from './test/e2e/start.ts'

/**
 * Workflows on the real pages of a running product with its demo world, in the browser the machine
 * has (CHROMIUM_PATH).
 */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  // A browser's test that fails is tried once more, and reported as flaky if it then passes.
  retries: 1,
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  globalSetup: './test/e2e/start.ts',
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Europe/Berlin',
    // Recording costs a third of the processor's time; `--trace on` records a test that is looked into.
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
