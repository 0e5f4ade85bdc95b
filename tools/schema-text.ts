import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const cli = join(
  import.meta.dirname,
  '..',
  'node_modules',
  'kysely-codegen',
  'dist',
  'cli',
  'bin.js',
)

// As the connections' type parsers hand values out: text for every time, 64-bit integer and decimal
// number.
const mapping = {
  timestamptz: 'Moment',
  timestamp: 'Moment',
  date: 'Day',
  interval: 'string',
  inet: 'string',
  xid8: 'string',
  tsvector: 'string',
}

/** server/kit/db/generated/schema.ts as it must read for the tables of the database at `url`. */
export function schemaText(url: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'parcelyard-schema-'))
  try {
    const draft = join(dir, 'schema.ts')
    const result = spawnSync(
      process.execPath,
      [
        cli,
        '--dialect=postgres',
        `--url=${url}`,
        '--camel-case',
        '--default-schema=public',
        '--include-pattern=public.*',
        '--exclude-pattern=*.schema_migration',
        '--date-parser=string',
        '--numeric-parser=string',
        `--type-mapping=${JSON.stringify(mapping)}`,
        `--out-file=${draft}`,
      ],
      { cwd: dir, encoding: 'utf8', env: { PATH: process.env.PATH, NO_COLOR: '1' } },
    )
    if (result.status !== 0)
      throw new Error(`kysely-codegen failed: ${result.stderr || result.stdout}`)
    return dressed(readFileSync(draft, 'utf8'))
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function dressed(text: string): string {
  const header =
    '/** Table types. Written by `npm run types` from the migrated database; never edited by hand. */\n'
  const times = `/** ISO 8601 text when read; text or a Date when written. */\nexport type Moment = ColumnType<string, Date | string, Date | string>;\n\n/** A calendar day, yyyy-MM-dd. */\nexport type Day = string;\n\n`
  const body = text.replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')
  const withImport = /import type \{[^}]*ColumnType/.test(body)
    ? body
    : `import type { ColumnType } from "kysely";\n\n${body}`
  return header + withImport.replace(/(import type .*\n\n)/, `$1${times}`)
}
