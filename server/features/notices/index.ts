import { notices, receivedNotices } from '#contracts/notices.ts'
import { feature, type Mounted } from '#server/kit/feature.ts'
import { defineJob, on } from '#server/kit/jobs.ts'
import { countReaders, listReaders } from './count-readers.ts'
import { listReceived } from './list-received.ts'
import { listWaiting } from './list-waiting.ts'
import { markAllRead, markRead, putAway } from './mark-read.ts'
import { BEGIN_JOB, deleteNotice, deleteNotices, releaseNotice, revokeNotice } from './move-notice.ts'
import { raiseNotice } from './raise-notice.ts'
import { readNotice } from './read-notice.ts'
import { syncWindows } from './sync-windows.ts'
import { beginNotice } from './tell-windows.ts'

export { noticeHooks } from './notice-hooks.ts'
export type { NoticeWanted } from './raise-notice.ts'
export { noticeTitles } from './tell-windows.ts'

on('notice.wanted', 'notices.raise', raiseNotice)
defineJob(BEGIN_JOB, beginNotice)

/** Announcements and messages of the house: written, released, handed out, read. */
export function noticeCalls(): Mounted[] {
  return [
    ...feature(notices, {
      queryById: readNotice, delete: deleteNotice, deleteBatch: deleteNotices, release: releaseNotice, revoke: revokeNotice,
      readCounts: countReaders, readers: listReaders, listByUser: listWaiting, syncNotic: syncWindows,
    }),
    ...feature(receivedNotices, { getMyAnnouncementSend: listReceived, editByAnntIdAndUserId: markRead, readAll: markAllRead, deleteBatch: putAway }),
  ]
}
