/** Gathers what the rows of one list ask for in the same moment into one call. */
export function gathered<C>(
  ask: (ids: string[]) => Promise<Record<string, C>>,
): (id: string) => Promise<C | null> {
  let waiting: Promise<Record<string, C>> | null = null
  let ids: string[] = []
  return async (id) => {
    ids.push(id)
    waiting ??= new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => {
      const requested = [...new Set(ids)]
      ids = []
      waiting = null
      return ask(requested)
    })
    return (await waiting)[id] ?? null
  }
}
