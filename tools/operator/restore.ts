import { join } from 'node:path'
import { openContentStore } from '#server/kit/files/content-store.ts'
import { restoreBackup } from '#server/kit/backup/restore-backup.ts'
import { inInstallation, pathGiven } from './installation.ts'

const usage = `Restores an archive of "npm run backup" into the database and the file store of the settings
(DATA_DIR or DATABASE_URL). The server has to be stopped; the database has to be empty.

  npm run restore -- parcelyard.zip [--replace]

--replace drops everything that is in the database before.
`

await inInstallation(usage, async ({ env, args, flags, open }) => {
  const path = pathGiven(args[0])
  const url = env.databaseUrl ?? (await open())
  const { manifest, sameKey } = await restoreBackup(
    path,
    {
      url,
      contents: openContentStore(env),
      secretKey: env.secretKey,
      migrations: join(import.meta.dirname, '..', '..', 'migrations'),
    },
    { replace: flags.includes('--replace') },
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const key = sameKey
    ? ''
    : '\nThe secret key is another than that of the backup: set it, or enter stored keys of carriers and mail again.'
  return `Restored ${rows} rows and ${manifest.files} files of ${manifest.madeAt}.${key}`
})
