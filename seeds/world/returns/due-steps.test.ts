import { expect, it } from 'vitest'
import { RETURN, RETURN_STATES } from '#contracts/returns/return-tracks.states.ts'
import { dueOf } from './returns.ts'

it('a returned box is to be inspected only until it is; then its owner decides', () => {
  const stepOf = (state: number) => dueOf(state, 0)[0]
  expect(RETURN_STATES.filter((state) => stepOf(state) === 'grade')).toEqual([RETURN.RECEIVED])
  expect(RETURN_STATES.filter((state) => stepOf(state) === 'instruct')).toEqual([
    RETURN.INSPECTED,
    RETURN.AWAIT,
  ])
})
