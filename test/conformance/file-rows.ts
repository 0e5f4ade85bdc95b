import { z } from 'zod'
import { fileStore } from '#contracts/platform/operations/file-store.ts'
import { anything, get, nothing, write, type Row } from './row.ts'
import { id, page } from './shapes.ts'

const FILES = 'server/features/platform/files'
const upload = { name: 'note.txt', text: ({ mark }: { mark: string }) => `text ${mark}` }

/** Files as clients send and show them, and the list of them. */
export const fileRows: readonly Row[] = [
  write('POST', '/sys/common/upload', 'login', () => ({ biz: 'temp' }), FILES, {
    result: nothing,
    upload,
  }),
  write('POST', '/sys/upload/uploadMinio', 'login', () => ({}), FILES, {
    result: nothing,
    upload,
  }),
  get(
    '/sys/common/static/{kind}/{name}',
    'public',
    anything,
    FILES,
    ({ staticPath }) => ({ kind: staticPath[0], name: staticPath[1] }),
    { file: true },
  ),
  write('POST', '/oss/file/upload', 'perm', () => ({}), FILES, {
    result: fileStore.upload.out,
    upload,
  }),
  get('/oss/file/list', 'perm', page(z.object({ id, fileName: z.string() })), FILES),
  get('/oss/file/queryById', 'perm', fileStore.queryById.out, FILES, ({ fileId }) => ({
    id: fileId,
  })),
  get('/oss/file/link', 'perm', fileStore.link.out, FILES, ({ fileId }) => ({ id: fileId })),
  get('/oss/file/usage', 'perm', fileStore.usage.out, FILES),
  write('POST', '/oss/file/scan', 'perm', () => ({}), FILES, { result: fileStore.scan.out }),
  write('DELETE', '/oss/file/delete', 'perm', ({ fileId }) => ({ id: fileId }), FILES, {
    result: nothing,
  }),
]
