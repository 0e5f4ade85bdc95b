import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { describeStatement, type Column } from './describe-statement.ts'
import type { RowType } from '../tools/row-types.ts'
import { typedStatements, type TypedStatement } from '../tools/typed-sql.ts'

const root = join(import.meta.dirname, '..')
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
})
afterAll(() => client.end())

const camel = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, sign: string) => sign.toUpperCase())

const STAR = /(?:select|returning) \*|\b\w+\.\*/i
/** Where a row type differs from the columns PostgreSQL answers with. */
function differences(row: RowType, columns: readonly Column[], text: string): string[] {
  const found = new Map(columns.map(({ name, kind }) => [camel(name), kind]))
  return [
    ...Object.entries(row).flatMap(([key, { kind, optional }]) => {
      const is = found.get(key)
      if (is === undefined) return optional ? [] : [`${key} is declared, but not selected`]
      return kind === 'any' || is === 'any' || kind === is
        ? []
        : [`${key} is ${is}, declared ${kind}`]
    }),
    // `*` takes what there is.
    ...[...found.keys()]
      .filter((key) => !(key in row) && !STAR.test(text))
      .map((key) => `${key} is selected, but not declared`),
  ]
}

/** `undefined`: the text has holes this reader cannot fill. */
async function check({ texts, row }: TypedStatement): Promise<string[] | undefined> {
  for (const text of texts) {
    const columns = await describeStatement(client, text)
    if (!(columns instanceof Error) && row) return differences(row, columns, text)
  }
  return undefined
}

/**
 * Statements whose row type or text is put together where the reader does not follow: types made of
 * a contract (`Out<…>`), table or column names given as arguments. The number may only become
 * smaller.
 */
const UNCHECKED_MAX = 93

const filesOfServer = () =>
  readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|\/generated\//.test(file))

describe('typed statements', () => {
  test('of the server give the columns their row types declare', async () => {
    const statements = filesOfServer().flatMap((file) => typedStatements(root, file))
    const wrong: string[] = []
    const unchecked: string[] = []
    for (const statement of statements) {
      const place = `${statement.file}:${statement.line}`
      const found = await check(statement)
      if (found) wrong.push(...found.map((one) => `${place} ${one}`))
      else unchecked.push(place)
    }
    expect(wrong).toEqual([])
    expect(statements.length).toBeGreaterThan(300)
    expect(unchecked.length, unchecked.join('\n')).toBeLessThanOrEqual(UNCHECKED_MAX)
  })

  test.each([
    ['a column that is not there', '{ id: string; no: string }', 'select p.id from parcel p', 1],
    ['a column too many', '{ id: string }', 'select p.id, p.weight from parcel p', 1],
    ['another type', '{ weight: string }', 'select p.weight from parcel p', 1],
    ['a big number read as one', '{ n: number }', 'select count(*) as n from parcel', 1],
    ['an array of another type', '{ ids: number[] }', 'select array_agg(id) as ids from parcel', 1],
    [
      'what a write returns',
      '{ id: number }',
      'delete from parcel where id = ${id} returning id',
      1,
    ],
    [
      'a fault behind fragments',
      '{ id: number }',
      "select p.id from ${ctx.rows('parcel').as('p')} " +
        "where ${ctx.rows('parcel').where('p')} ${id ? sql`and p.id = ${id}` : sql``}",
      1,
    ],
    ['a named type', 'Row', 'select p.id, p.serial_number from parcel p', 1],
    ['a picked type', "Pick<Row, 'id'>", 'select p.id from parcel p', 0],
    ['a nullable column', '{ remark: string | null }', 'select remark from parcel', 0],
    ['a union of texts', "{ kind: 'a' | 'b' }", "select 'a' as kind", 0],
    ['a star', '{ id: string }', 'select p.* from parcel p', 0],
  ])('%s is judged', async (_, type, text, faults) => {
    const code = `interface Row { id: string; serialNumber: number }\nsql<${type}>\`${text}\``
    const [statement] = typedStatements(root, 'server/planted.ts', code)
    expect(statement?.line).toBe(2)
    expect(await check(statement!)).toHaveLength(faults)
  })

  test('a text PostgreSQL does not take is not counted as checked', async () => {
    const [statement] = typedStatements(
      root,
      'server/planted.ts',
      'sql<{ id: string }>`select nothing`',
    )
    expect(await check(statement!)).toBeUndefined()
  })
})
