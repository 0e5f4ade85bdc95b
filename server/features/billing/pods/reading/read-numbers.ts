/** What was read on a page: all numbers of it, and which of them its barcodes have. */
export interface PageNumbers {
  numbers: readonly string[]
  bars: readonly string[]
}

const NUMBERS_MAX = 300
/** Numbers in one piece; what is printed in groups of digits is one number, too. */
const WORDS = /[A-Z0-9][A-Z0-9-]{4,38}[A-Z0-9]/g
const GROUPS = /\d{2,12}(?: \d{2,12}){1,8}/g

/** What may be a number in a line of text, with the forms it is written in. */
export function numbersIn(lines: readonly string[]): string[] {
  const found = new Set<string>()
  for (const line of lines) {
    const text = line.toUpperCase()
    for (const [word] of text.matchAll(WORDS)) add(found, word)
    for (const [group] of text.matchAll(GROUPS)) add(found, group.replaceAll(' ', ''))
    if (found.size >= NUMBERS_MAX) break
  }
  return [...found].slice(0, NUMBERS_MAX)
}

/** With and without the application identifier in front of a serial shipping container code. */
function add(found: Set<string>, number: string): void {
  if (!/\d/.test(number) || number.length < 6) return
  found.add(number)
  if (/^00\d{18}$/.test(number)) found.add(number.slice(2))
  if (/^\d{18}$/.test(number)) found.add(`00${number}`)
}

/**
 * A proof that a page names: one, or none for a reason. What all pages name although some of them
 * name another one as well is a header's, and counts for none.
 */
export function headerOf(pages: readonly ReadonlySet<string>[]): Set<string> {
  const [first] = pages
  if (!first || pages.length < 2 || !pages.some((page) => page.size > 1)) return new Set()
  return new Set([...first].filter((pod) => pages.every((page) => page.has(pod))))
}

export interface Segment {
  fromPage: number
  toPage: number
  podId: string | null
  number: string | null
  foundBy: 'name' | 'text' | 'barcode' | null
  why: 'none' | 'unknown' | 'several' | 'done' | null
}
/** The proofs each number leads to. */
export type Known = ReadonlyMap<string, ReadonlySet<string>>

/** The proof a number leads to, where it leads to one only. */
export function onlyOne(known: Known, numbers: readonly string[]): Map<string, string> {
  const pods = new Map<string, string>()
  for (const number of numbers) {
    const of = known.get(number)
    if (of?.size !== 1) continue
    const [pod] = of
    if (pod !== undefined && !pods.has(pod)) pods.set(pod, number)
  }
  return pods
}

/**
 * The parts of a file. A number counts for its own page; the pages of one proof that follow one
 * another are one part. The file's name counts where no page names another. Nothing is guessed.
 */
export function segmentsOf(
  pages: readonly PageNumbers[],
  known: Known,
  named: readonly string[] = [],
): Segment[] {
  const byPage = pages.map(({ numbers }) => onlyOne(known, numbers))
  const header = headerOf(byPage.map((pods) => new Set(pods.keys())))
  for (const pods of byPage) for (const pod of header) pods.delete(pod)
  const byName = onlyOne(known, named)
  const [nameOnly] = byName.size === 1 ? byName : []
  const onPages = nameOnly !== undefined && byPage.some((pods) => pods.has(nameOnly[0]))
  const others = byPage.some((pods) => [...pods.keys()].some((pod) => pod !== nameOnly?.[0]))
  const shared = (page: PageNumbers) => sharedOnly(known, page.numbers, nameOnly?.[0])
  if (nameOnly && !others && !pages.some((page) => shared(page)))
    return [{ ...whole(pages.length), podId: nameOnly[0], number: nameOnly[1] }]
  // The name is of one proof and the pages are of others: one of them is wrong.
  const clash = nameOnly !== undefined && !onPages
  const parts: Segment[] = []
  for (const [at, pods] of byPage.entries()) {
    const page = pages[at]!
    const [only] = pods.size === 1 ? pods : []
    const last = parts.at(-1)
    if (only && !clash && last?.podId === only[0]) {
      last.toPage = at + 1
      continue
    }
    const number = only?.[1] ?? page.numbers[0] ?? null
    parts.push({
      fromPage: at + 1,
      toPage: at + 1,
      podId: only && !clash ? only[0] : null,
      number,
      foundBy: number === null ? null : page.bars.includes(number) ? 'barcode' : 'text',
      why: only && !clash ? null : whyNot(page, pods.size, known),
    })
  }
  return parts
}

const whole = (toPage: number) => ({ fromPage: 1, toPage, foundBy: 'name', why: null }) as const

/** A page that names several proofs by one number, none of them the one the file is named after. */
const sharedOnly = (known: Known, numbers: readonly string[], pod: string | undefined): boolean =>
  numbers.some((number) => {
    const of = known.get(number)
    return of !== undefined && of.size > 1 && !of.has(pod ?? '')
  })

function whyNot(page: PageNumbers, pods: number, known: Known): Segment['why'] {
  if (pods > 0) return 'several'
  if (page.numbers.some((number) => (known.get(number)?.size ?? 0) > 1)) return 'several'
  return page.numbers.length > 0 ? 'unknown' : 'none'
}
