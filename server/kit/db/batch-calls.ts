/**
 * Makes few statements of many calls: up to `atOnce` run at the same time, and calls that come
 * meanwhile go together in the next one, at most `max` of them. A call that finds a free place does
 * not wait. A call is never answered by a statement that began before it: what was committed before
 * the call is seen by it. A failure is that of all calls of its statement.
 */
export function batchCalls<I, O>(
  { atOnce, max }: { atOnce: number; max: number },
  run: (inputs: readonly I[]) => Promise<readonly O[]>,
): (input: I) => Promise<O> {
  interface Waiting {
    input: I
    resolve(output: O): void
    reject(error: unknown): void
  }
  let waiting: Waiting[] = []
  let running = 0
  const next = (): void => {
    if (running >= atOnce || waiting.length === 0) return
    const batch = waiting.slice(0, max)
    waiting = waiting.slice(max)
    running++
    run(batch.map(({ input }) => input))
      .then(
        (outputs) => batch.forEach(({ resolve }, at) => resolve(outputs[at]!)),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running--
        next()
      })
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      next()
    })
}
