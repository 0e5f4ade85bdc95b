import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const contracts = import.meta.dirname

/** Every `export const x = crud(…)` and `= endpoints(…)`, `= ofPlatform(…)` or `= ofStaff(…)` of the contracts, by its name. */
const MADE = new Map(
  readdirSync(contracts, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [
      ...readFileSync(join(contracts, file), 'utf8').matchAll(
        /^export const (\w+) = (crud|endpoints|ofPlatform|ofStaff)\(/gm,
      ),
    ])
    .map(([, name, kind]) => [name!, kind === 'crud' ? 'crud' : 'endpoints'] as const),
)

test('calls have a plain noun; rows are a list where calls have that noun', () => {
  expect(MADE.size).toBeGreaterThan(150)
  const wrong = [...MADE].filter(([name, kind]) => {
    if (name.endsWith('Calls')) return true
    if (!name.endsWith('List')) return false
    const stem = name.slice(0, -'List'.length)
    const nouns = [`${stem}s`, `${stem}es`, stem.replace(/y$/, 'ies')]
    return kind !== 'crud' || !nouns.some((noun) => MADE.get(noun) === 'endpoints')
  })
  expect(wrong).toEqual([])
})

test('a moment in an input is `moment` of the kit, which has a year the database knows', () => {
  const own = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /(?<!\.events|\.test)\.ts$/.test(file) &&
      readFileSync(join(contracts, file), 'utf8').includes('iso.datetime('),
  )
  // `kit/envelope.ts` breaks it over lines.
  expect(own).toEqual([])
})
