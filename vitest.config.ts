import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Ends what hangs. Starting a whole house takes half a minute on two busy cores.
const common = { testTimeout: 120_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    // The database and the checks want a core as well.
    maxWorkers: Math.max(2, Math.min(4, availableParallelism() - 1)),
    passWithNoTests: true,
    projects: [
      {
        test: {
          ...common,
          name: 'server',
          environment: 'node',
          include: ['{contracts,server,seeds,test,tools}/**/*.test.{ts,mjs}'],
          exclude: ['test/e2e/**', 'node_modules/**'],
          globalSetup: ['test/global-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          environment: 'happy-dom',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/dist/**', 'node_modules/**'],
        },
      },
    ],
  },
})
