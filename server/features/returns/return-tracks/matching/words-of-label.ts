/** At most so much of a text is read, and so many words of it. */
const LENGTH = 4000
const WORDS = 120
const SEPARATORS = /[\s,;:|()[\]{}<>"'。，；：（）、]+/

/** Words of a label that may be numbers or codes, upper case, each once. */
export function wordsOfLabel(text: string): string[] {
  const words = text
    .slice(0, LENGTH)
    .normalize('NFKC')
    .toUpperCase()
    .split(SEPARATORS)
    .map(bare)
    .filter((word) => word.length >= 3 && word.length <= 60)
  return [...new Set(words)].slice(0, WORDS)
}

/** Without the signs that stand before and after a number. */
function bare(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && '#/.-'.includes(word[from]!)) from++
  while (to > from && '/.-'.includes(word[to - 1]!)) to--
  return word.slice(from, to)
}

/** Codes that follow "c/o" or its like: those name who the address is rented to. */
export function addressCodes(text: string): string[] {
  const words = text.slice(0, LENGTH).normalize('NFKC').toUpperCase().split(SEPARATORS)
  const after = words.flatMap((word, at) => {
    if (/^(?:C\/O|CO|C\/|ATTN|Z\.HD\.)$/.test(word)) return [words[at + 1] ?? '']
    return word.startsWith('C/O') ? [word.slice(3)] : []
  })
  return [...new Set(after.filter((code) => code.length >= 2 && code.length <= 20))]
}

/** The last six signs of a number, as people read them off a torn label. */
export const lastSix = (no: string): string => no.replace(/[\s-]/g, '').toUpperCase().slice(-6)
