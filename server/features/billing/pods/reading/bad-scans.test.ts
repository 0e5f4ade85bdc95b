import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofPdf, type DrawnPage } from '../pods.fixture.ts'
import { readPage } from './pages.ts'
import { segmentsOf, type Known, type PageNumbers } from './read-numbers.ts'

/** POD_SCANS=300 is the figure of the specification. */
const COUNT = Number(process.env.POD_SCANS ?? 30)
const A_FILE = 10

/** A bar is two pixels wide at least: blurred by more than 1.6 of them nothing of it is left. */
const badScan = fc.record({
  turn: fc.integer({ min: -70, max: 70 }).map((tenths) => tenths / 10),
  blur: fc.integer({ min: 0, max: 16 }).map((tenths) => tenths / 10),
  noise: fc.integer({ min: 0, max: 6_000 }),
  scale: fc.integer({ min: 2, max: 3 }),
  quality: fc.integer({ min: 35, max: 95 }),
})
const ctx = { principal: { tenantId: '1' } } as Parameters<typeof readPage>[0]

test(
  'of blurred, rotated and noisy proofs 95 % are matched, and none to another one',
  async () => {
    const numbers = Array.from(
      { length: COUNT },
      (_, at) => `GX${String(at * 7_919).padStart(10, '0')}`,
    )
    const scans = fc.sample(badScan, { numRuns: COUNT, seed: 39 })
    const known: Known = new Map(numbers.map((number) => [number, new Set([number])]))
    let matched = 0
    const missed: object[] = []
    for (let from = 0; from < COUNT; from += A_FILE) {
      const pages: DrawnPage[] = numbers
        .slice(from, from + A_FILE)
        .map((number, at) => ({ numbers: [number], scan: scans[from + at]! }))
      const file = await proofPdf(pages)
      const found: PageNumbers[] = []
      for (const at of pages.keys()) {
        const read = await readPage(ctx, file, at + 1)
        if ('fault' in read) throw new Error(read.fault)
        found.push(read.found)
      }
      for (const part of segmentsOf(found, known)) {
        const page = pages[part.fromPage - 1]!
        if (part.podId === null) missed.push(page.scan!)
        else {
          expect([part.podId, part.fromPage]).toEqual([page.numbers[0], part.toPage])
          matched++
        }
      }
    }
    expect(matched, JSON.stringify(missed)).toBeGreaterThanOrEqual(COUNT * 0.95)
    if (COUNT !== 30) process.stdout.write(`${matched} of ${COUNT} ${JSON.stringify(missed)}\n`)
  },
  COUNT * 6_000,
)
