import { describe, expect, it } from 'vitest'
import { sidesOf } from './sides.ts'

describe('sides in one cell', () => {
  it.each([
    ['30x20x10', ['30', '20', '10']],
    ['30×20×10 cm', ['30', '20', '10']],
    ['30 * 20,5 * 10', ['30', '20.5', '10']],
    ['30*20', null],
    ['30', null],
  ])('reads %s as sides', (typed, sides) => expect(sidesOf(typed)).toEqual(sides))
})
