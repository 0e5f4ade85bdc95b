import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arranged,
  AS_DELIVERED,
  CARDS,
  cardHidden,
  cardMoved,
  cardPinned,
  isCardChoice,
  type CardChoice,
} from './cards.ts'

const card = fc.constantFrom(...CARDS)
const word = fc.oneof(card, fc.string({ maxLength: 5 }))
const anyChoice = fc.record({
  order: fc.array(word),
  pinned: fc.array(word),
  hidden: fc.array(word),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), key: card, to: fc.integer({ min: -2, max: 8 }) }),
  fc.record({
    kind: fc.constantFrom('pin' as const, 'hide' as const),
    key: card,
    on: fc.boolean(),
  }),
)
const keys = (choice: CardChoice) => arranged(choice).map(({ key }) => key)

describe('the cards of the analysis', () => {
  test('are in the default order until the user chooses', () => {
    expect(keys(AS_DELIVERED)).toEqual([...CARDS])
    expect(arranged(AS_DELIVERED).every(({ pinned, hidden }) => !pinned && !hidden)).toBe(true)
  })

  test('are each there once, pinned ones first and never all hidden, for any stored choice and any change', () => {
    fc.assert(
      fc.property(anyChoice, fc.array(step, { maxLength: 12 }), (start, steps) => {
        let choice: CardChoice = start
        for (const one of steps) {
          choice =
            one.kind === 'move'
              ? cardMoved(choice, one.key, one.to)
              : one.kind === 'pin'
                ? cardPinned(choice, one.key, one.on)
                : cardHidden(choice, one.key, one.on)
          expect(isCardChoice(choice)).toBe(true)
        }
        const all = arranged(choice)
        expect(all.map(({ key }) => key).toSorted()).toEqual([...CARDS].toSorted())
        expect(all.findLastIndex(({ pinned }) => pinned)).toBe(
          all.filter(({ pinned }) => pinned).length - 1,
        )
        expect(all.some(({ hidden }) => !hidden)).toBe(true)
      }),
    )
  })

  test('go where they are put, among the pinned or after them', () => {
    expect(keys(cardMoved(AS_DELIVERED, 'customer', 0))).toEqual([
      'customer',
      'today',
      'flow',
      'service',
      'country',
    ])
    const pinned = cardPinned(AS_DELIVERED, 'country', true)
    expect(keys(pinned)[0]).toBe('country')
    expect(keys(cardMoved(pinned, 'customer', 0))).toEqual([
      'country',
      'customer',
      'today',
      'flow',
      'service',
    ])
    expect(keys(cardMoved(pinned, 'country', 4))[0]).toBe('country')
    expect(keys(cardPinned(pinned, 'country', false))[0]).toBe('country')
  })

  test('take nothing for a choice that another version may have written', () => {
    for (const wrong of [
      null,
      [],
      'x',
      {},
      { order: [1], pinned: [], hidden: [] },
      { order: [], pinned: [] },
    ])
      expect(isCardChoice(wrong)).toBe(false)
  })
})
