import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UNMOVED } from './unmoved-changes.ts'

const root = join(import.meta.dirname, '..')
const byHand = (code: string) => [...code.matchAll(/\bupdate_by\s*=(?!=)/g)].length

/** Files whose changes are not those of the list. */
function wrongly(files: Iterable<readonly [string, string]>): string[] {
  const left = new Set(Object.keys(UNMOVED))
  const wrong: string[] = []
  for (const [file, code] of files) {
    left.delete(file)
    const found = byHand(code)
    const known = UNMOVED[file] ?? 0
    if (found > known) wrong.push(`${file}: a row is changed by \`change\` of server/kit/db`)
    if (found < known) wrong.push(`${file}: ${found} in tools/unmoved-changes.ts, not ${known}`)
  }
  return [...wrong, ...[...left].map((file) => `${file} is gone from the tree`)]
}

const sources = () =>
  globSync('{server,seeds}/**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file) && file !== 'server/kit/db/change.ts')
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)

test('who changed a row is written by the kit; files that do so themselves become fewer', () => {
  const files = sources()
  expect(files.length).toBeGreaterThan(800)
  expect(wrongly(files)).toEqual([])
})

test('a new one is seen, and one that was moved but is still listed', () => {
  const code = 'await sql`update out_batch as b set update_by = ${name}`.execute(tx.db)'
  const listed = Object.keys(UNMOVED)[0]!
  const files = sources().map(([file, text]) => [file, file === listed ? '' : text] as const)
  expect(wrongly([...files, ['server/features/depot/new.ts', code]])).toEqual(
    expect.arrayContaining([
      expect.stringContaining(listed),
      expect.stringContaining('server/features/depot/new.ts'),
    ]),
  )
})
