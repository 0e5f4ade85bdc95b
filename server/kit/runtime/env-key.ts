import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { keyBytes } from './env-forms.ts'

/**
 * A setting that cannot be used; the message is one line naming it and what is expected, never a
 * secret.
 */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/**
 * The key of a data directory, made on its first start. `expected` describes what a damaged one
 * should have been.
 */
export function keyOfDataDir(dataDir: string, expected: string): Buffer {
  const file = join(dataDir, 'secret.key')
  try {
    if (!existsSync(file)) makeKey(dataDir, file)
    const key = keyBytes(readFileSync(file, 'utf8').trim())
    if (key?.length === 32) return key
  } catch (error) {
    throw new SettingsError(
      `DATA_DIR is ${JSON.stringify(dataDir)}, which cannot be used (${error instanceof Error ? error.message : String(error)}); expected a directory this user may write to.`,
    )
  }
  throw new SettingsError(`${file} is damaged; expected ${expected}. Restore it from a backup.`)
}

function makeKey(dataDir: string, file: string): void {
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true })
    // The embedded database may run as another user, who has to pass through.
    chmodSync(dataDir, 0o711)
  }
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    // A link, unlike a rename, never replaces the key another start has just made.
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
