import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { areaFiles } from './tools/area-files.ts'

// Ends what hangs. Starting a whole server takes half a minute on two busy cores, and a job may wait as long.
// A test that fails is red: none is tried again.
const common = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 90_000 } } }

const server = {
  ...common,
  environment: './test/worker-environment.ts',
  globalSetup: ['test/global-setup.ts'],
}
const apart = '**/*.apart.test.ts'

export default defineConfig({
  test: {
    // A worker closes its app and connections when its last suite is done.
    teardownTimeout: 60_000,
    // The database and the checks want a core as well.
    maxWorkers: Math.max(2, Math.min(4, availableParallelism() - 1)),
    projects: [
      {
        // Suites of one worker share its modules and its app; each has a tenant of its own.
        test: {
          ...server,
          name: 'server',
          isolate: false,
          include: ['{contracts,server,seeds,test,tools}/**/*.test.{ts,mjs}'],
          exclude: ['test/e2e/**', 'node_modules/**', apart],
        },
      },
      {
        // Suites that replace a module, or whose app works on a database of its own.
        test: {
          ...server,
          name: 'apart',
          include: ['{contracts,server,seeds,test,tools}/**/*.apart.test.ts'],
        },
      },
      {
        plugins: [areaFiles()],
        test: {
          ...common,
          name: 'web',
          environment: 'happy-dom',
          isolate: false,
          // antd gives every dialog the same id under 'test', and Esc then reaches the wrong one.
          env: { NODE_ENV: 'development' },
          setupFiles: ['web/test/after-file.ts'],
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/dist/**', 'node_modules/**'],
        },
      },
    ],
  },
})
