import { openTransaction } from './open-transaction.ts'

export interface Cached<V> {
  /**
   * The cached value of a key, or what `load` brings. However many ask meanwhile, it is loaded
   * once; a failed load is not cached. `stamp`: a version read before; a value cached under another
   * one is loaded again.
   */
  get(key: string, load: () => Promise<V>, stamp?: string): Promise<V>
  /**
   * Drops all values, or those for which `drops` answers true (`value` is undefined while it is
   * being loaded). A load under way answers those who wait for it, but is not cached, and later
   * callers do not join it.
   */
  forget(drops?: (key: string, value: V | undefined) => boolean): void
}

interface Load<V> {
  key: string
  promise: Promise<V>
}
interface Entry<V> {
  at: number
  stamp: string
  value: V
}

interface Counted {
  name: string
  max: number
  entries(): number
  hits: number
  loads: number
  forget(): void
}
const all = new Set<Counted>()
/** Empties every cache of the process, as a start does: news of changes may have been missed. */
export function forgetLoaded(): void {
  for (const { forget } of all) forget()
}

/** The caches of the process by name: what they have, how often they had it and had to load. */
export const allLoaded = (): readonly Readonly<Counted>[] => [...all]

/**
 * Values of the database cached in memory: at most `max` of them, `freshMs` milliseconds at the
 * longest. `name`: what operators know it by. `kind`: what `tellAll` calls a change of them; a
 * transaction that made such a change loads for itself alone.
 *
 * A transaction loads over its own connection and never waits for a load that may itself be waiting
 * for one: those who hold every connection of the pool would wait for it in vain. So one load
 * inside transactions and one outside may run side by side.
 */
export function keepLoaded<V>(options: {
  name: string
  max: number
  freshMs?: number
  kind?: string
}): Cached<V> {
  const { name, max, freshMs = Infinity, kind } = options
  const entries = new Map<string, Entry<V>>()
  const inside = new Map<string, Load<V>>()
  const outside = new Map<string, Load<V>>()

  const start = (
    loads: Map<string, Load<V>>,
    key: string,
    load: () => Promise<V>,
    stamp: string,
  ): Load<V> => {
    const at = performance.now()
    const id = `${key}\0${stamp}`
    const own: Load<V> = { key, promise: load() }
    counted.loads++
    loads.set(id, own)
    const ended = () => {
      const requested = loads.get(id) === own
      if (requested) loads.delete(id)
      return requested
    }
    own.promise.then((value) => {
      if (!ended()) return
      if (entries.size >= max && !entries.has(key)) entries.clear()
      entries.set(key, { at, stamp, value })
    }, ended)
    return own
  }

  const forget: Cached<V>['forget'] = (drops) => {
    for (const [key, { value }] of entries) if (!drops || drops(key, value)) entries.delete(key)
    for (const loads of [inside, outside])
      for (const [id, { key }] of loads) if (!drops || drops(key, undefined)) loads.delete(id)
  }
  const counted: Counted = {
    name,
    max,
    entries: () => entries.size,
    hits: 0,
    loads: 0,
    forget: () => forget(),
  }
  all.add(counted)

  return {
    forget,
    async get(key, load, stamp = '') {
      const transaction = openTransaction()
      if (transaction && kind !== undefined && transaction.changed.has(kind)) return load()
      const stored = entries.get(key)
      if (stored && stored.stamp === stamp && performance.now() - stored.at < freshMs) {
        counted.hits++
        return stored.value
      }
      const id = `${key}\0${stamp}`
      const running = inside.get(id)
      // What failed in another's transaction may have been that transaction's fault.
      if (running) return running.promise.catch(load)
      const joined = transaction ? undefined : outside.get(id)
      return (joined ?? start(transaction ? inside : outside, key, load, stamp)).promise
    },
  }
}
