import { useQuery } from '@tanstack/react-query'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { segmentCalls } from '#contracts/commercial/numbers/number-segments.calls.ts'
import type { SourceCounts } from '#contracts/commercial/numbers/number-sources.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'

export type SourceKind = 'pool' | 'segment'

const ofPool = gathered<SourceCounts>((ids) => call(poolNumbers.counts, { ids }, { quiet: true }))
const ofSegment = gathered<SourceCounts>((ids) =>
  call(segmentCalls.counts, { ids }, { quiet: true }),
)

/** How much of a pool or segment is left; null until it is known. */
export function useCounts(kind: SourceKind, id: string): SourceCounts | null {
  const { path } = kind === 'pool' ? poolNumbers.counts : segmentCalls.counts
  return (
    useQuery({
      queryKey: [path, id],
      queryFn: () => (kind === 'pool' ? ofPool(id) : ofSegment(id)),
    }).data ?? null
  )
}
