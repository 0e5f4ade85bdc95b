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

/**
 * Answers calls of one key that come at the same time with one result: those that come while `run`
 * is under way share the next one, which begins after they came.
 */
export function shareCalls<O>(): (key: string, run: () => Promise<O>) => Promise<O> {
  interface Under {
    now: Promise<O>
    next: Promise<O> | null
  }
  const underWay = new Map<string, Under>()
  const start = (key: string, run: () => Promise<O>): Promise<O> => {
    const own: Under = { now: run(), next: null }
    underWay.set(key, own)
    const ended = () => {
      if (own.next === null) underWay.delete(key)
    }
    own.now.then(ended, ended)
    return own.now
  }
  return (key, run) => {
    const found = underWay.get(key)
    if (!found) return start(key, run)
    const begin = () => start(key, run)
    return (found.next ??= found.now.then(begin, begin))
  }
}
