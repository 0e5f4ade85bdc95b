import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { copiedBinaries, DatabaseStartError } from './binaries.ts'

/** Under whom PostgreSQL runs and where its files are. */
export type Account = {
  kind: 'self' | 'nobody' | 'namespace'
  /** The program and arguments to spawn in order to run `file`. */
  command(file: string, args: string[]): [string, string[]]
  spawnAs: { uid?: number; gid?: number }
  /** Owner the files of the database must have on disk; undefined: the one who creates them. */
  owner: { uid: number; gid: number } | undefined
  binaries: Binaries
  /**
   * Where the cluster is: the data directory, or one under /var/lib when other users may not
   * enter that.
   */
  home: string
}

/**
 * PostgreSQL refuses to run as root, so root hands it to `nobody`. Where `nobody` cannot reach the
 * program or the data (a 0700 home), a user namespace makes root look like `nobody` to PostgreSQL;
 * where the kernel or a container forbids namespaces, program and data go to a directory of their
 * own under /var/lib.
 */
export function chooseAccount(
  binaries: Binaries,
  dataDir: string,
  log: (text: string) => void,
): Account {
  mkdirData(dataDir)
  const self = (file: string, args: string[]): [string, string[]] => [file, args]
  if (process.getuid?.() !== 0)
    return { kind: 'self', command: self, spawnAs: {}, owner: undefined, binaries, home: dataDir }

  const ids = nobody()
  const asNobody: Account = {
    kind: 'nobody',
    command: self,
    spawnAs: ids,
    owner: ids,
    binaries,
    home: dataDir,
  }
  const marker = join(dataDir, 'postgres.location')
  const known = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : undefined
  if (!known && reaches(binaries.postgres, ids) && reaches(dataDir, ids) && runs(asNobody))
    return asNobody

  const namespace: Account = {
    kind: 'namespace',
    command: (file, args) => [
      'unshare',
      ['--user', `--map-user=${ids.uid}`, `--map-group=${ids.gid}`, '--', file, ...args],
    ],
    spawnAs: {},
    owner: { uid: 0, gid: 0 },
    binaries,
    home: dataDir,
  }
  if (!known && runs(namespace)) return namespace

  const refuge = known ?? join('/var/lib', `parcelyard-${randomBytes(6).toString('hex')}`)
  mkdirSync(refuge, { recursive: true })
  chmodSync(refuge, 0o711)
  const moved = {
    ...asNobody,
    binaries: reaches(binaries.postgres, ids) ? binaries : copiedBinaries(binaries, refuge),
    home: refuge,
  }
  if (!reaches(refuge, ids) || !runs(moved)) {
    throw new DatabaseStartError(
      `PostgreSQL must not run as root and no other user can be used for ${dataDir}; start as an ordinary user, or set DATABASE_URL.`,
    )
  }
  writeFileSync(marker, `${refuge}\n`)
  log(`no other user may enter ${dataDir}, so the database is kept in ${refuge}`)
  return moved
}

/** Gives `path` and everything in it to the account, when it is not already its. */
export function own(path: string, account: Account): void {
  const { owner } = account
  if (!owner || (statSync(path).uid === owner.uid && statSync(path).gid === owner.gid)) return
  const give = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const child = join(at, entry.name)
      if (entry.isDirectory()) give(child)
      else lchownSync(child, owner.uid, owner.gid)
    }
    // Last, so that an interrupted hand-over is taken up again.
    chownSync(at, owner.uid, owner.gid)
  }
  give(path)
}

function mkdirData(dataDir: string): void {
  if (existsSync(dataDir)) return
  mkdirSync(dataDir, { recursive: true })
  // Enough for another user to pass through to the one directory that is its own, not to look
  // around.
  chmodSync(dataDir, 0o711)
}

function nobody(): { uid: number; gid: number } {
  // initdb looks its user up in passwd: a uid without an entry fails.
  const entries = existsSync('/etc/passwd')
    ? readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .map((line) => line.split(':'))
    : []
  const entry =
    entries.find((parts) => parts[2] === '65534') ?? entries.find((parts) => parts[0] === 'nobody')
  return { uid: Number(entry?.[2] ?? 65534), gid: Number(entry?.[3] ?? 65534) }
}

/**
 * Whether the user may walk down to `path` (and read it); access lists beyond the mode bits are
 * left to `runs`.
 */
function reaches(path: string, ids: { uid: number; gid: number }): boolean {
  const allows = (at: string, want: number): boolean => {
    const { mode, uid, gid } = statSync(at)
    const shift = uid === ids.uid ? 6 : gid === ids.gid ? 3 : 0
    return ((mode >> shift) & want) === want
  }
  for (let at = dirname(path); ; at = dirname(at)) {
    if (!allows(at, 1)) return false
    if (at === dirname(at)) break
  }
  return allows(path, statSync(path).isDirectory() ? 1 : 5)
}

function runs(account: Account): boolean {
  const [file, args] = account.command(account.binaries.postgres, ['--version'])
  return (
    spawnSync(file, args, { ...account.spawnAs, stdio: 'ignore', cwd: '/', timeout: 10_000 })
      .status === 0
  )
}
