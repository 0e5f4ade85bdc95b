import { useQuery } from '@tanstack/react-query'
import { notices, type ReadCount } from '#contracts/platform/messaging/notices.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import { call } from '../../../kit/http/api.ts'

let waiting: Promise<Record<string, ReadCount>> | null = null
let ids: string[] = []

/** What the rows of the list ask for in the same moment goes out as one call. */
async function countOf(id: string): Promise<ReadCount | null> {
  ids.push(id)
  waiting ??= new Promise<void>((resolve) => setTimeout(resolve, 5)).then(() => {
    const input: In<typeof notices.readCounts> = { ids: [...new Set(ids)] }
    ids = []
    waiting = null
    return call(notices.readCounts, input, { quiet: true })
  })
  return (await waiting)[id] ?? null
}

/** How many of its people have read an announcement; null for a draft, which has none. */
export function useReadCount(id: string, released: boolean): ReadCount | null {
  return (
    useQuery({
      queryKey: [notices.readCounts.path, id],
      queryFn: () => countOf(id),
      enabled: released,
    }).data ?? null
  )
}
