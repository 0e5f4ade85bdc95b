import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openContentStore } from '#server/kit/files/content-store.ts'
import { BackupError } from '#server/kit/backup/manifest.ts'
import { writeBackup } from '#server/kit/backup/write-backup.ts'
import { runningDatabase } from '#server/kit/runtime/embedded-postgres.ts'
import { inInstallation, pathGiven } from './installation.ts'

const usage = `Writes database and files of the settings (DATA_DIR or DATABASE_URL) into one archive.
The server may run meanwhile. The secret key is not in the archive.

  npm run backup -- [parcelyard.zip]
`
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '')

await inInstallation(usage, async ({ env, args, open }) => {
  const path = pathGiven(args[0] ?? `parcelyard-${stamp}.zip`)
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'postgres.secret')))
    throw new BackupError(`${env.dataDir} holds no database; set DATA_DIR or DATABASE_URL.`)
  const url = env.databaseUrl ?? runningDatabase(env.dataDir) ?? (await open())
  const made = await writeBackup(
    { url, contents: openContentStore(env), secretKey: env.secretKey },
    path,
  )
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0)
  const missing =
    made.missing.length === 0
      ? ''
      : `\n${made.missing.length} files that rows name are not in it, the first: ${made.missing[0]}`
  return `${path}: ${made.tables.length} tables, ${rows} rows, ${made.files} files. Keep the secret key apart from it.${missing}`
})
