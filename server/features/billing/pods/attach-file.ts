import type { Tx } from '#server/kit/access/ctx.ts'
import { storeFile } from '#server/kit/files/stored-files.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import { movePod, type PodRow } from './lock-pods.ts'
import { POD_FILES, POD_TYPES } from './pod-files.ts'

interface ProofFile {
  name: string
  bytes: Buffer
  source: 'upload' | 'order' | 'carrier'
  pages?: number | null
  signedBy?: string | null
  signedAt?: string | null
}

/** The file of a locked proof; it waits to be looked at. Another one takes its place. */
export async function attachFile(tx: Tx, row: PodRow, file: ProofFile): Promise<string> {
  const { id: fileId } = await storeFile(tx, {
    ownerKind: POD_FILES,
    ownerId: row.id,
    name: file.name,
    bytes: file.bytes,
    kind: 'pod',
    customerId: row.customerId,
    limits: { types: POD_TYPES },
  })
  return movePod(tx, row, 'receive', {
    fileId,
    pages: file.pages ?? null,
    source: file.source,
    signedBy: file.signedBy ?? null,
    signedAt: file.signedAt ?? null,
    receivedAt: nowIso(),
    reason: null,
  })
}
