import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/kit/runtime/embedded-postgres.ts'
import { migrate } from '#server/kit/db/migrate.ts'
import { schemaText } from './schema-text.ts'

/*
 * Writes server/kit/db/generated/schema.ts from the tables the migrations make, in a database of
 * its own: what is in ./data may be older, newer or in use.
 */
const root = join(import.meta.dirname, '..')
const dataDir = mkdtempSync(join(tmpdir(), 'parcelyard-types-'))
chmodSync(dataDir, 0o711)
const complain = (...output: unknown[]): void =>
  void process.stderr.write(`${output.map(String).join(' ')}\n`)

const postgres = await startEmbeddedPostgres({
  dataDir,
  log: { info: () => {}, warn: complain, error: complain },
})
try {
  await migrate({ url: postgres.url }, join(root, 'migrations'))
  writeFileSync(
    join(root, 'server', 'kit', 'db', 'generated', 'schema.ts'),
    schemaText(postgres.url),
  )
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
