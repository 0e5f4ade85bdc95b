/** A word, a number, a Chinese sign or a sign of punctuation, and where it stands. */
export interface Token {
  text: string
  from: number
  to: number
  /** What stands before it: nothing, a blank, or the end of a line or of a column. */
  gap: 0 | 1 | 2
}

const TOKEN =
  /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}])(?:(?!\p{Script=Han})[\p{L}\p{M}'’])*|\p{N}+|\S/gu

/** The text in its smallest parts; nothing but blanks is left out. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let before = 0
  for (const { 0: word, index } of text.matchAll(TOKEN)) {
    const between = text.slice(before, index)
    const wide = index === 0 || /[\n\t]| {3}/.test(between)
    before = index + word.length
    tokens.push({ text: word, from: index, to: before, gap: wide ? 2 : between === '' ? 0 : 1 })
  }
  return tokens
}

export const isSign = (word: string): boolean => !/[\p{L}\p{N}]/u.test(word)
