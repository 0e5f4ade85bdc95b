/**
 * The cards of the analysis, in the order they are delivered in. The wide ones take a row for
 * themselves.
 */
export const CARDS = ['today', 'flow', 'service', 'country', 'customer'] as const
export type CardKey = (typeof CARDS)[number]
export const WIDE: ReadonlySet<CardKey> = new Set(['today', 'flow'])

/**
 * The user's choice: an order, the pinned ones, the hidden ones. Stored under
 * `dashboard:cards`.
 */
export interface CardChoice {
  order: string[]
  pinned: string[]
  hidden: string[]
}
export interface Card {
  key: CardKey
  pinned: boolean
  hidden: boolean
}
export const AS_DELIVERED: CardChoice = { order: [], pinned: [], hidden: [] }

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === 'string')
export function isCardChoice(value: unknown): value is CardChoice {
  return (
    typeof value === 'object' &&
    value !== null &&
    'order' in value &&
    isWords(value.order) &&
    'pinned' in value &&
    isWords(value.pinned) &&
    'hidden' in value &&
    isWords(value.hidden)
  )
}

/**
 * Every card once: pinned ones first, then the chosen order, then those the choice does not know
 * yet. At least one is shown.
 */
export function arranged({ order, pinned, hidden }: CardChoice): Card[] {
  const known = [
    ...new Set([
      ...order.filter((key): key is CardKey => CARDS.some((card) => card === key)),
      ...CARDS,
    ]),
  ]
  const allHidden = known.every((key) => hidden.includes(key))
  return known
    .map((key) => ({
      key,
      pinned: pinned.includes(key),
      hidden: !allHidden && hidden.includes(key),
    }))
    .toSorted((a, b) => Number(b.pinned) - Number(a.pinned))
}

/**
 * The choice after a card was taken to another place; a pinned card stays among the pinned ones,
 * the others after them.
 */
export function cardMoved(choice: CardChoice, key: CardKey, to: number): CardChoice {
  const all = arranged(choice)
  const from = all.findIndex((card) => card.key === key)
  const pins = all.filter((card) => card.pinned).length
  const [first, last] = all[from]?.pinned ? [0, pins - 1] : [pins, all.length - 1]
  const keys: CardKey[] = all.map((card) => card.key)
  keys.splice(from, 1)
  keys.splice(Math.min(Math.max(to, first), last), 0, key)
  return { ...choice, order: keys }
}

const withWord = (words: readonly string[], word: string, on: boolean): string[] =>
  on ? [...new Set([...words, word])] : words.filter((one) => one !== word)
/**
 * A card that is pinned goes to the end of the pinned ones; taken off, it comes first of the
 * others.
 */
export function cardPinned(choice: CardChoice, key: CardKey, on: boolean): CardChoice {
  return {
    ...choice,
    order: arranged(choice).map((card) => card.key),
    pinned: withWord(choice.pinned, key, on),
  }
}
export function cardHidden(choice: CardChoice, key: CardKey, on: boolean): CardChoice {
  return { ...choice, hidden: withWord(choice.hidden, key, on) }
}
