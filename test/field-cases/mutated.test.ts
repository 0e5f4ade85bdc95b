import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBankFile } from '#server/features/money/recharges/bank-files/read-bank-file.ts'
import { guessMapping } from '#server/features/orders/shipment-imports/reading/guess-mapping.ts'
import { RowMapper } from '#server/features/orders/shipment-imports/reading/map-rows.ts'
import {
  groupOrders,
  readFileSheet,
} from '#server/features/orders/shipment-imports/reading/read-file.ts'
import { recognize } from '#server/features/parties/addresses/recognize.ts'

/** What people send, damaged on its way: it is read, or refused by a code that has words. */
const READERS: Readonly<Record<string, (bytes: Buffer, name: string) => unknown>> = {
  addresses: (bytes) => recognize(bytes.toString('utf8')),
  bank: (bytes, name) => readBankFile(bytes, { name, currency: 'EUR', mapping: null }),
  orders: async (bytes, name) => {
    const { headings, rows } = await readFileSheet(bytes, name)
    const { mapping } = guessMapping(
      headings,
      rows.slice(0, 50).map(({ cells }) => cells),
    )
    const mapper = new RowMapper(mapping, rows)
    return groupOrders(rows.map((row) => mapper.read(row)))
  },
}
/** Larger ones take longer and have no other parts. */
const BYTES_MAX = 40_000

const damage = fc.array(
  fc.record({
    how: fc.constantFrom('byte', 'cut', 'twice', 'out', 'in'),
    // Directories of archives are at the end.
    at: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.97, 0.99, 1)),
    length: fc.integer({ min: 1, max: 400 }),
    byte: fc.constantFrom(0, 9, 10, 13, 34, 39, 44, 45, 58, 59, 60, 62, 65, 127, 128, 194, 255),
  }),
  { minLength: 1, maxLength: 4 },
)

function damaged(bytes: Buffer, changes: typeof damage extends fc.Arbitrary<infer D> ? D : never) {
  let now = bytes
  for (const { how, at, length, byte } of changes) {
    const from = Math.min(now.length - 1, Math.floor(at * now.length))
    const [head, part, tail] = [
      now.subarray(0, from),
      now.subarray(from, from + length),
      now.subarray(from + length),
    ]
    now =
      how === 'byte'
        ? Buffer.concat([head, Buffer.of(byte), now.subarray(from + 1)])
        : how === 'cut'
          ? head
          : how === 'twice'
            ? Buffer.concat([head, part, part, tail])
            : how === 'out'
              ? Buffer.concat([head, tail])
              : Buffer.concat([head, Buffer.alloc(length, byte), part, tail])
    if (now.length === 0) return now
  }
  return now
}

const folder = new URL('../fixtures/field-cases/', import.meta.url)

test.each(Object.entries(READERS))('%s', async (kind, reader) => {
  const files = readdirSync(new URL(`${kind}/`, folder)).map((name) => ({
    name,
    bytes: readFileSync(new URL(`${kind}/${name}`, folder)),
  }))
  const small = files.filter(({ bytes }) => bytes.length <= BYTES_MAX)
  expect(small.length).toBeGreaterThan(20)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...small), damage, async ({ name, bytes }, changes) => {
      try {
        await reader(damaged(bytes, changes), name)
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^[a-z]\w*\.\w+$/) as string })
      }
    }),
    { numRuns: 400 },
  )
})
