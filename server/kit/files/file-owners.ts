import { FILE_BYTES, type FileKind } from '#contracts/platform/operations/files.ts'
import type { Ctx, Tx } from '../access/ctx.ts'

export interface FileLimits {
  /** At most so many bytes: 5 MiB of a picture and 20 MiB of others by default. */
  bytes?: number
  /** At most so many files of this kind with the record; 50 by default. */
  count?: number
  /** Only these types. */
  types?: readonly string[]
  /** A picture is made smaller to so many pixels a side. */
  side?: number
}

/** Photos of a parcel as a phone takes them: larger than other pictures, and kept smaller. */
export const PHOTOS: FileLimits = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  bytes: FILE_BYTES,
  count: 20,
  side: 2000,
}

/**
 * Records of one sort that files belong to. Who may read or change the record may read or change
 * its files.
 */
export interface FileOwner {
  /** As in `stored_file.owner_kind`; named by the dictionary `file_owner`. */
  kind: string
  /** What may be sent to a record from its screen, with the limits of each kind of file. */
  kinds: Partial<Record<FileKind, FileLimits>>
  /** Of these records those the caller may read, each with the name people know it by. */
  readable(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  mayChange(ctx: Ctx, id: string, kind: FileKind): Promise<boolean>
  /**
   * Of these records those there still are, asked as the system inside the tenant: files of others
   * are removed.
   */
  existing(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** The customer whose the record is; the caller's own where not given. */
  customerOf?(ctx: Ctx, id: string): Promise<string | null>
  /** What the record notes of a file that came to it. */
  added?(tx: Tx, id: string, name: string): Promise<void>
  /** The record refers to the file: what it drops when the file is removed by hand. */
  removed?(tx: Tx, id: string, name: string): Promise<void>
  /** Whether the caller, who need not be signed in, may open an address; anyone where not given. */
  opens?(ctx: Ctx, id: string): Promise<boolean>
  /** Who knows the address of a file reads it, after a record has named it, too. */
  isOpen?: true
}

const owners = new Map<string, FileOwner>()

/** Makes a kind of owner known. Called at module load of the feature whose records they are. */
export function offerFileOwner(owner: FileOwner): void {
  if (owners.has(owner.kind)) throw new Error(`file owner ${owner.kind} is offered twice`)
  owners.set(owner.kind, owner)
}

/** Null where no feature offers it, or its feature is not part of this process. */
export const fileOwnerNamed = (kind: string): FileOwner | null => owners.get(kind) ?? null

export function fileOwner(kind: string): FileOwner {
  const owner = owners.get(kind)
  if (!owner) throw new Error(`no feature offers the file owner ${kind}`)
  return owner
}
