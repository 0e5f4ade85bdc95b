import { fileStore } from '#contracts/platform/operations/file-store.ts'
import { files, recordFiles } from '#contracts/platform/operations/files.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import {
  fileById,
  listFiles,
  removeManyStored,
  removeStored,
  scan,
  uploadToStore,
  usage,
} from './file-store.ts'
import { read } from './read-file.ts'
import { linkToFile, listRecordFiles, removeRecordFile, uploadToRecord } from './record-files.ts'
import './sweep-job.ts'
import { upload } from './upload.ts'

/** Files clients send and show, those of a record, and the store of all of them. */
export const fileCalls = () => [
  ...bindEndpoints(files, { upload, uploadMinio: upload, read }),
  ...bindEndpoints(recordFiles, {
    list: listRecordFiles,
    upload: uploadToRecord,
    delete: removeRecordFile,
    link: linkToFile,
  }),
  ...bindEndpoints(fileStore, {
    list: listFiles,
    queryById: fileById,
    upload: uploadToStore,
    delete: removeStored,
    deleteBatch: removeManyStored,
    link: linkToFile,
    usage,
    scan,
  }),
]
