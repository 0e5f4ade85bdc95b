import { intercepts } from '#contracts/depot/intercepts.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import {
  addIntercept,
  interceptNow,
  interceptsOfOrder,
  releaseIntercept,
  takeBackIntercept,
} from './intercepts.ts'

/** Calls on numbers that are set apart. Emits `intercept.changed`. */
export function interceptCalls(): BoundEndpoint[] {
  return bindEndpoints(intercepts, {
    add: addIntercept,
    ofOrder: interceptsOfOrder,
    intercept: interceptNow,
    takeBack: takeBackIntercept,
    release: releaseIntercept,
  })
}
