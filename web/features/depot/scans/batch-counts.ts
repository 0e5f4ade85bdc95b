import { useQuery } from '@tanstack/react-query'
import { predictedBatches } from '#contracts/depot/predicted.ts'
import { outBatches } from '#contracts/depot/outbound.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'

type PredictedCounts = Out<typeof predictedBatches.counts>[string]
type OutCounts = Out<typeof outBatches.counts>[string]

const input = (ids: string[]): In<typeof predictedBatches.counts> => ({ ids })
const predictedOf = gathered<PredictedCounts>((ids) =>
  call(predictedBatches.counts, input(ids), { quiet: true }),
)
const outOf = gathered<OutCounts>((ids) => call(outBatches.counts, input(ids), { quiet: true }))

/** What an announced batch expects and got; outdated together with the batches themselves. */
export function usePredictedCounts(id: string): PredictedCounts | null {
  return (
    useQuery({ queryKey: [predictedBatches.counts.path, id], queryFn: () => predictedOf(id) })
      .data ?? null
  )
}
export function useOutCounts(id: string): OutCounts | null {
  return useQuery({ queryKey: [outBatches.counts.path, id], queryFn: () => outOf(id) }).data ?? null
}
