import { measure, type Measure } from '../kit/measure.ts'
import type { Perm } from '../perms.ts'
import type { commonReturnList } from '../returns/common-returns.ts'
import { POOLED, RETURN } from '../returns/return-tracks.states.ts'
import type { returnTrackList } from '../returns/return-tracks.ts'

/** Returns stand next to orders in one map of figures, under keys of their own. */
const KEY = 'R'
export const returnKey = (state: number | string): string => `${KEY}${state}`
export const returnStateOf = (key: string): string | null =>
  key.startsWith(KEY) ? key.slice(KEY.length) : null

const tracks = (pool: 'my' | 'unconfirmed', screen: string): Measure =>
  measure<typeof returnTrackList>({
    entity: 'return-tracks',
    by: 'state',
    screen,
    filter: () => ({ pool }),
  })
const OWNED = tracks('my', '/returns/mine')
const UNCONFIRMED = tracks('unconfirmed', '/returns/unconfirmed')
const COMMON: Measure = measure<typeof commonReturnList>({
  entity: 'common-returns',
  by: 'state',
  screen: '/returns/common',
  filter: () => ({}),
})

/** Returns by state, each in the list that holds it, for who may open that list. */
export const RETURNS: readonly { perm: Perm; measure: Measure }[] = [
  { perm: 'ret:my:list', measure: OWNED },
  { perm: 'ret:unconf:list', measure: UNCONFIRMED },
  { perm: 'ret:common:list', measure: COMMON },
]
/** Those in this state. */
export const returnsWith = (state: number): Measure =>
  !POOLED.includes(state) ? OWNED : state === RETURN.UNCONFIRMED ? UNCONFIRMED : COMMON
