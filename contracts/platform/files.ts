import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { STATIC } from '../kit/static-files.ts'

/** Largest picture that is taken, in bytes and pixels a side (security.md §6.8). */
export const PICTURE_BYTES = 5 * 1024 * 1024
export const PICTURE_SIDE = 10_000

/** Files as clients of this family send and show them (wire.md §10, Upload). */
export const files = endpoints({
  /** The stored path is the answer's message. `biz`, a folder, comes along and is not used. */
  upload: {
    method: 'POST',
    path: '/sys/common/upload',
    login: true,
    body: 'multipart',
    limit: PICTURE_BYTES + 64 * 1024,
    in: z.object({}),
    out: z.null(),
  },
  /** Links and pictures of a page carry no header: the path is as long as a token. */
  read: {
    method: 'GET',
    path: `${STATIC}/{kind}/{name}`,
    public: true,
    rate: 'files',
    reply: 'file',
    in: z.object({ kind: z.string().max(20), name: z.string().max(60) }),
    out: z.unknown(),
  },
})
