import type { Board, monitoring } from '#contracts/insight/monitoring.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { allLoaded } from '#server/kit/db/keep-loaded.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { boardOf, fact, table } from './board.ts'

export interface CacheFigures {
  name: string
  entries: number
  max: number
  hits: number
  loads: number
}

/** The caches of this process by name. */
export function cacheFigures(): CacheFigures[] {
  const byName = new Map<string, CacheFigures>()
  for (const one of allLoaded()) {
    const sum = byName.get(one.name)
    byName.set(one.name, {
      name: one.name,
      entries: (sum?.entries ?? 0) + one.entries(),
      max: (sum?.max ?? 0) + one.max,
      hits: (sum?.hits ?? 0) + one.hits,
      loads: (sum?.loads ?? 0) + one.loads,
    })
  }
  return [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

export function cacheBoard(): Promise<Board> {
  const found = cacheFigures()
  const hits = found.reduce((sum, one) => sum + one.hits, 0)
  const asked = found.reduce((sum, one) => sum + one.hits + one.loads, 0)
  return Promise.resolve(
    boardOf({
      facts: [
        fact('caches', 'count', found.length),
        fact(
          'entries',
          'count',
          found.reduce((sum, one) => sum + one.entries, 0),
        ),
        fact('hitShare', 'percent', asked === 0 ? null : (hits / asked) * 100),
      ],
      tables: [
        table(
          'caches',
          { name: 'text', entries: 'count', max: 'count', hits: 'count', loads: 'count' },
          found.map((one) => ({ ...one })),
        ),
      ],
    }),
  )
}

/** Empties a cache of this process; what is asked for next is loaded again. */
export function clearCache(
  _ctx: Ctx,
  { name }: In<typeof monitoring.clearCache>,
): Promise<{ entries: number }> {
  const found = allLoaded().filter((one) => one.name === name)
  if (found.length === 0) failMissing()
  const entries = found.reduce((sum, one) => sum + one.entries(), 0)
  for (const one of found) one.forget()
  return Promise.resolve({ entries })
}
