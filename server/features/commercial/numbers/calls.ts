import { numberPools } from '#contracts/commercial/numbers/number-pools.entity.ts'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { numberSegments } from '#contracts/commercial/numbers/number-segments.calls.ts'
import { numberSegmentList } from '#contracts/commercial/numbers/number-segments.entity.ts'
import { hooked, type Hooked } from '#server/kit/resource/crud.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { byId, countPools, countSegments } from './count-sources.ts'
import {
  exportUnused,
  listNumbers,
  releaseNumbers,
  reserveNumbers,
  voidPoolNumbers,
} from './pool-numbers.ts'
import { poolHooks } from './pool-hooks.ts'
import { exportErrors, listImports, readImport } from './read-import.ts'
import { searchNumbers } from './search-numbers.ts'
import { activateSegments, closeSegments, extendSegment, trialNumbers } from './segment-verbs.ts'
import { segmentHooks } from './segment-hooks.ts'
import { startImport, takeImport } from './start-import.ts'
import './watch-numbers.ts'

/** What pools and segments add to the kit's verbs. */
export const numberHooks: readonly Hooked[] = [
  hooked(numberSegmentList, segmentHooks),
  hooked(numberPools, poolHooks),
]

/** Pools of numbers, and what is done with segments beyond keeping them. */
export function numberCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(poolNumbers, {
      counts: async (ctx, { ids }) => byId(await countPools(ctx, ids)),
      importNumbers: startImport,
      takeImport,
      imports: listImports,
      importById: readImport,
      exportErrors,
      numbers: listNumbers,
      search: searchNumbers,
      voidNumbers: voidPoolNumbers,
      release: releaseNumbers,
      reserve: reserveNumbers,
      exportUnused,
    }),
    ...bindEndpoints(numberSegments, {
      counts: async (ctx, { ids }) => byId(await countSegments(ctx, ids)),
      activate: activateSegments,
      close: closeSegments,
      extend: extendSegment,
      trial: trialNumbers,
    }),
  ]
}
