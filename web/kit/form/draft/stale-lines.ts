import { differences, mergeChanges, sameValue } from './form-draft.ts'
import { valueAt } from '../paths.ts'

/**
 * Where both versions differ. `own`: what this person entered would stay; `both`: each changed it,
 * so the user has to choose.
 */
export function staleLines(fields: readonly string[], base: object, mine: object, theirs: object) {
  const merged = mergeChanges(base, mine, theirs)
  return differences(mine, theirs, fields).map((one) => ({
    ...one,
    own: sameValue(valueAt(merged, one.path), one.mine),
    both:
      !sameValue(valueAt(base, one.path), one.mine) &&
      !sameValue(valueAt(base, one.path), one.theirs),
  }))
}
