import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failUnavailable } from '../http/errors.ts'
import { isHash, type ContentKey, type ContentStore } from './contents.ts'

/** How old a file with a temporary name is before it counts as left behind by a crash. */
const LEFT_BEHIND_MS = 86_400_000

/** A folder: `<tenant>/<first two digits>/<hash>`. */
export function localStore(root: string): ContentStore {
  const folderOf = (tenantId: string) => join(root, String(BigInt(tenantId)))
  const pathOf = ({ tenantId, hash }: ContentKey) => {
    if (!isHash(hash)) throw new Error('no content hash')
    return join(folderOf(tenantId), hash.slice(0, 2), hash)
  }
  return {
    has: async (key) =>
      await access(pathOf(key)).then(
        () => true,
        (error: unknown) => absent(error, false),
      ),
    write: async (key, bytes) => {
      const path = pathOf(key)
      const temporary = `${path}.${randomUUID()}.tmp`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {})
        if (codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT')
          failUnavailable('file.storeFull', 60)
        throw error
      }
    },
    read: async (key) => await readFile(pathOf(key)).catch((error: unknown) => absent(error, null)),
    remove: async (key) => await rm(pathOf(key), { force: true }),
    list: async function* (tenantId) {
      const top = folderOf(tenantId)
      for (const part of await names(top))
        for (const name of await names(join(top, part))) {
          const path = join(top, part, name)
          const at = await stat(path).then(
            ({ mtime }) => mtime,
            (error: unknown) => absent(error, null),
          )
          if (!at) continue
          if (isHash(name)) yield { hash: name, at }
          else if (name.endsWith('.tmp') && Date.now() - at.getTime() > LEFT_BEHIND_MS)
            await rm(path, { force: true })
        }
    },
  }
}

const names = async (folder: string): Promise<string[]> =>
  await readdir(folder).catch((error: unknown) => absent(error, []))

/** The new name itself is on the disk once its folder is. Windows has no such thing. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

function absent<T>(error: unknown, instead: T): T {
  if (codeOf(error) === 'ENOENT') return instead
  throw error
}
