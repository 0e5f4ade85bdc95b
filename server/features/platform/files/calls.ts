import { files } from '#contracts/platform/files.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { read } from './read-file.ts'
import { upload } from './upload.ts'

/** Files clients send and show: pictures of users until there is more to keep. */
export const fileCalls = () => bindEndpoints(files, { upload, read })
