import { attachments } from '#contracts/returns/attachments.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import {
  attachmentById,
  findRecord,
  listAttachments,
  removeAttachments,
  replaceAttachment,
  tagAttachment,
  zipAttachments,
} from './attachments.ts'

/** Files of all records in one list; they are those of the one file storage. */
export function attachmentCalls(): BoundEndpoint[] {
  return bindEndpoints(attachments, {
    list: listAttachments,
    queryById: attachmentById,
    record: findRecord,
    tag: tagAttachment,
    replace: replaceAttachment,
    deleteBatch: removeAttachments,
    zip: zipAttachments,
  })
}
