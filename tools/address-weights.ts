// Learns the weights of the second reading of addresses from the corpus and writes them; with
// --check, each unseen set is judged by weights learned from the others: how many of the addresses
// that are read right are marked, and at how many of the readings that were once wrong a wrong field
// is named. Needed when features of server/features/parties/addresses/doubts or the corpus change.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  LANGUAGES,
  onceWrong,
  samples,
  UNSEEN,
  type Sample,
} from '#server/features/parties/addresses/corpus.fixture.ts'
import { scriptOf } from '#server/features/parties/addresses/doubts/doubtful-parts.ts'
import { featuresOf } from '#server/features/parties/addresses/doubts/features.ts'
import { KINDS, kindsOf } from '#server/features/parties/addresses/doubts/kinds.ts'
import { tokensOf } from '#server/features/parties/addresses/doubts/tokens.ts'
import type { Weights } from '#server/features/parties/addresses/doubts/weights.ts'
import { recognize, unsureOf } from '#server/features/parties/addresses/recognize.ts'
import { UNSURE_PARTS } from '#contracts/parties/addresses.ts'
import { learn, type Example } from './address-learn.ts'

const SIZE = KINDS.length

function exampleOf({ text: raw, expected, left }: Sample): Example {
  const text = raw.normalize('NFKC')
  const tokens = tokensOf(text)
  return {
    right: kindsOf(tokens, expected, left).map((kind) => KINDS.indexOf(kind)),
    features: featuresOf(text, tokens, expected),
    gaps: tokens.map(({ gap }) => gap),
  }
}

function written({ numbers, weights, next }: Weights): string {
  const lines = [...numbers].flatMap(([name, at]) => {
    const pairs = KINDS.flatMap((_kind, kind) => {
      const weight = Math.round(weights[at * SIZE + kind]! * 100)
      return Math.abs(weight) < 8 ? [] : [kind, weight]
    })
    return pairs.length > 0 ? [[name, ...pairs].join('\t')] : []
  })
  const count = SIZE * SIZE
  const ways = [0, 1, 2].map((gap) =>
    [
      '',
      'next',
      ...Array.from(next)
        .slice(gap * count, (gap + 1) * count)
        .map((one) => Math.round(one * 100)),
    ].join('\t'),
  )
  return [...lines.toSorted(), ...ways].join('\n')
}

const SCRIPTS = ['latin', 'han'] as const
const examples = [undefined, ...UNSEEN].flatMap((set) =>
  LANGUAGES.flatMap((language) =>
    samples(language, set).map((sample) => ({
      set,
      language,
      sample,
      script: scriptOf(sample.text.normalize('NFKC')),
      example: exampleOf(sample),
    })),
  ),
)
const learned = (without?: (typeof UNSEEN)[number]) =>
  Object.fromEntries(
    SCRIPTS.map((script) => [
      script,
      learn(
        examples
          .filter((one) => one.script === script && (!without || one.set !== without))
          .map(({ example }) => example),
      ),
    ]),
  ) as Record<(typeof SCRIPTS)[number], Weights>

/** Fields, and the rest, in which two readings differ. */
const differing = (a: Sample, b: Sample) =>
  UNSURE_PARTS.filter((part) =>
    part === 'left'
      ? a.left.join(', ') !== b.left.join(', ')
      : a.expected[part] !== b.expected[part],
  )

function check(): void {
  const counts = Object.fromEntries(
    LANGUAGES.map((language) => [language, { right: 0, marked: 0, wrong: 0, named: 0, rest: 0 }]),
  )
  const wrongOnes = LANGUAGES.flatMap((language) => onceWrong(language))
  for (const set of UNSEEN) {
    const by = learned(set)
    for (const { language, sample, script } of examples.filter((one) => one.set === set)) {
      const { found, left } = recognize(sample.text)
      const now: Sample = { text: sample.text, expected: found, left }
      for (const got of [now, ...wrongOnes.filter(({ text }) => text === sample.text)]) {
        const reading = { found: got.expected, left: got.left }
        const unsure = unsureOf(sample.text.normalize('NFKC'), reading, by[script])
        const wrong = differing(sample, got)
        const count = counts[language]!
        if (wrong.length === 0) {
          count.right += 1
          count.marked += Number(unsure.length > 0)
        } else {
          count.wrong += 1
          count.named += Number(wrong.some((part) => unsure.includes(part)))
          count.rest += Number(wrong.every((part) => part === 'left'))
        }
      }
    }
    console.log(set)
  }
  console.table(counts)
}

if (process.argv.includes('--check')) check()
else {
  const by = learned()
  const file = join(import.meta.dirname, '../seeds/data/address-weights.tsv.gz')
  writeFileSync(file, gzipSync(`${written(by.latin)}\n\n${written(by.han)}\n`, { level: 9 }))
  console.log(by.latin.numbers.size + by.han.numbers.size, 'features')
}
