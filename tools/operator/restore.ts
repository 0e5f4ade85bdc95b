import { join } from 'node:path'
import { connected } from '#server/kit/backup/manifest.ts'
import { openContentStore } from '#server/kit/files/content-store.ts'
import { restoreBackup } from '#server/kit/backup/restore-backup.ts'
import { releaseJobs } from '#server/kit/jobs/held-jobs.ts'
import { inInstallation, pathGiven } from './installation.ts'

const usage = `Restores an archive of "npm run backup" into the database and the file store of the settings
(DATA_DIR or DATABASE_URL). The server has to be stopped; the database has to be empty.

  npm run restore -- parcelyard.zip [--replace] [--release]
  npm run restore -- --release

--replace drops everything that is in the database before. No job of the restored database runs
(mails, carriers, timed jobs) until --release: leave that out for a copy to look at.
`

await inInstallation(usage, async ({ env, args, flags, open }) => {
  const isRelease = flags.includes('--release')
  const path = isRelease && args.length === 0 ? null : pathGiven(args[0])
  const url = env.databaseUrl ?? (await open())
  if (path === null) {
    await connected(url, releaseJobs)
    return 'Jobs run again.'
  }
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
  if (isRelease) await connected(url, releaseJobs)
  const jobs = isRelease
    ? ''
    : '\nIts jobs (mails, carriers, timed jobs) do not run until "npm run restore -- --release".'
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const key = sameKey
    ? ''
    : '\nThe secret key is another than that of the backup: set it, or enter stored keys of carriers and mail again.'
  return `Restored ${rows} rows and ${manifest.files} files of ${manifest.madeAt}.${jobs}${key}`
})
