import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statementsOf } from '../tools/raw-sql.ts'

const root = join(import.meta.dirname, '..')
/** Where rows of an order are locked; all other code calls these functions. */
const OWNER = 'lock-order.ts'
const LOCK = /\bfor\s+(?:no\s+key\s+)?(?:update|share)\b(?:\s+of\s+(\w+))?(\s+skip\s+locked)?/i
const TABLE =
  /\b(?:from|join|,)\s+(?:⟦\d+⟧|(?:shipment|parcel|tracking_number)\b)(?:\s+(?:as\s+)?(\w+))?/gi
const OF_AN_ORDER = /rows\('(?:shipment|parcel|trackingNumber)'\)\.(?:as|where)\(/

/**
 * What is wrong with the row locks of a source: rows of an order locked past their owner, several
 * rows in no order.
 */
function wrongLocks(file: string, code: string): string[] {
  const statements = statementsOf(code)
  const reaches = (text: string, holes: readonly { source: string }[]) =>
    /\b(?:from|join|update)\s+(?:shipment|parcel|tracking_number)\b/i.test(text) ||
    holes.some(({ source }) => OF_AN_ORDER.test(source))
  return statements.flatMap(({ text, holes, line }) => {
    const lock = LOCK.exec(text)
    if (!lock) return []
    const message = (what: string) => [`${file}:${line}: ${what}`]
    const [, alias, skips] = lock
    // A lock by itself is put into a statement elsewhere in the file.
    const alone = /^\s*for\s/i.test(text)
    const ofAnOrder = alone
      ? statements.some((one) => reaches(one.text, one.holes))
      : alias
        ? lockedBy(alias, text, holes)
        : reaches(text, holes)
    if (ofAnOrder && !skips && !file.endsWith(`/${OWNER}`))
      return message(`an order's rows are locked by ${OWNER} alone`)
    if (!skips && /\bany\s*\(/i.test(text) && !/\border by\b/i.test(text))
      return message('several rows are locked in no order')
    return []
  })
}

function lockedBy(alias: string, text: string, holes: readonly { source: string }[]): boolean {
  if (holes.some(({ source }) => new RegExp(`${OF_AN_ORDER.source}'${alias}'`).test(source)))
    return true
  return [...text.matchAll(TABLE)].some(
    ([whole, name]) => name === alias && /shipment|parcel|tracking_number/.test(whole),
  )
}

test('rows of an order are locked by their owner alone, and several rows in one order', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const wrong = files.flatMap((file) => wrongLocks(file, readFileSync(join(root, file), 'utf8')))
  expect(wrong).toEqual([])
})

test('planted locks are found, and what is right is left alone', () => {
  const sqlOf = (text: string) => `await sql\`${text}\`.execute(tx.db)`
  const wrong = [
    "select 1 from parcel as p where ${tx.rows('parcel').where('p')} and p.id = 1 for update",
    "select 1 from ${tx.rows('shipment').as('s')} where s.id = 1 for no key update",
    "select 1 from courier c join parcel as p on true where ${tx.rows('parcel').where('p')} for update of p",
    "select 1 from tracking_number as t where ${tx.rows('trackingNumber').where('t')} for share",
    'select 1 from sys_user u where u.id = any(${ids}) for update',
  ]
  for (const text of wrong) expect(wrongLocks('x.ts', sqlOf(text)), text).toHaveLength(1)
  const lock = 'const lock = close ? sql`for update` : sql`for share`\n'
  expect(
    wrongLocks('x.ts', lock + sqlOf("select 1 from ${tx.rows('parcel').as('p')} ${lock}")),
  ).toHaveLength(2)
  const right = [
    "select 1 from ${tx.rows('parcel').as('p')}",
    "select 1 from parcel as p where ${tx.rows('parcel').where('p')} for update skip locked",
    "select 1 from out_batch b join ${tx.rows('parcel').as('p')} on true for update of b",
    'select 1 from sys_user u where u.id = any(${ids}) order by u.id for update',
  ]
  for (const text of right) expect(wrongLocks('x.ts', sqlOf(text)), text).toEqual([])
  expect(wrongLocks('shipments/lock-order.ts', sqlOf(wrong[0]!))).toEqual([])
})
