/** Letters and digits of a text in small letters, Chinese kept in one piece: "USB-C 线" → usb c 线. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []
  )
}

const HAN = /\p{Script=Han}/u

/** Whether a text has a word: Chinese anywhere, other languages as whole words, also in plural. */
export function mentions(text: string, word: string): boolean {
  const requested = wordsOf(word).join(' ')
  if (requested === '') return false
  if (HAN.test(requested)) return wordsOf(text).join('').includes(requested.replaceAll(' ', ''))
  const own = ` ${wordsOf(text).join(' ')} `
  return own.includes(` ${requested} `) || own.includes(` ${requested}s `)
}
