import type { Environment } from 'vitest/runtime'
import { endWorker } from './worker-end.ts'

/** Plain Node, with an end for what the suites of a worker share. */
export default {
  name: 'worker',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: endWorker }),
} satisfies Environment
