type Close = () => Promise<void>

// Vitest loads the environment and the suites as two sets of modules: they meet in the process.
const key = Symbol.for('parcelyard.test.worker-end')
const closes = ((process as unknown as Record<symbol, Close[] | undefined>)[key] ??= [])

/** Closes what the suites of this worker share, after the last of them. */
export function atWorkerEnd(close: Close): void {
  closes.push(close)
}

/** Runs what was asked for, latest first. */
export async function endWorker(): Promise<void> {
  for (const close of closes.splice(0).reverse()) await close()
}
