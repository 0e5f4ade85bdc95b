import { resolve } from 'node:path'
import pino from 'pino'
import { BackupError } from '#server/kit/backup/manifest.ts'
import { MigrationError } from '#server/kit/db/migrate.ts'
import {
  DatabaseStartError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/kit/runtime/embedded-postgres.ts'
import { loadEnv, SettingsError, type Env } from '#server/kit/runtime/env.ts'

class UsageError extends Error {}

const FLAGS = ['--replace', '--release']

interface Installation {
  env: Env
  args: string[]
  flags: string[]
  /** Starts the embedded database; refused while a server runs on the data directory. */
  open(): Promise<string>
}

/** A file as the caller named it: npm runs its scripts in the folder of the package. */
export function pathGiven(path: string | undefined): string {
  if (path === undefined) throw new UsageError()
  return resolve(process.env.INIT_CWD ?? '.', path)
}

/**
 * A command of an operator on the installation of the settings: prints what it answers, or the
 * reason why not in one line with exit 1; 2 where the call itself is not understood.
 */
export async function inInstallation(
  usage: string,
  work: (installation: Installation) => Promise<string>,
): Promise<void> {
  let embedded: EmbeddedPostgres | undefined
  const given = process.argv.slice(2)
  const flags = given.filter((word) => word.startsWith('-'))
  const args = given.filter((word) => !word.startsWith('-'))
  try {
    if (flags.some((flag) => !FLAGS.includes(flag)) || args.length > 1) throw new UsageError()
    const env = loadEnv(process.env)
    const open = async () => {
      embedded = await startEmbeddedPostgres({
        dataDir: env.dataDir,
        log: pino({ level: 'warn' }),
      })
      return embedded.url
    }
    process.stdout.write(`${await work({ env, args, flags, open })}\n`)
  } catch (error) {
    if (error instanceof UsageError || error instanceof SettingsError) process.exitCode = 2
    else process.exitCode = 1
    const isExpected = [SettingsError, DatabaseStartError, MigrationError, BackupError].some(
      (kind) => error instanceof kind,
    )
    const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
    process.stderr.write(error instanceof UsageError ? usage : `${text}\n`)
  } finally {
    await embedded?.stop()
  }
}
