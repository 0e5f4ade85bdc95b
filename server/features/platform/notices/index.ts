import { notices, receivedNotices } from '#contracts/platform/notices.ts'
import { feature, type Mounted } from '#server/kit/http/feature.ts'
import { defineJob, on, schedule } from '#server/kit/jobs/jobs.ts'
import { defineTemplate } from '#server/features/platform/messages/index.ts'
import { countReaders, listReaders } from './count-readers.ts'
import { listReceived } from './list-received.ts'
import { listWaiting } from './list-waiting.ts'
import { markAllRead, markRead, putAway } from './mark-read.ts'
import {
  BEGIN_JOB,
  deleteNotice,
  deleteNotices,
  releaseNotice,
  revokeNotice,
} from './move-notice.ts'
import { listenToNews } from './on-news.ts'
import { raiseNotice } from './raise-notice.ts'
import { readNotice } from './read-notice.ts'
import { syncWindows } from './sync-windows.ts'
import { tellByTheClock } from './tell-job.ts'
import { beginNotice } from './tell-windows.ts'

export { noticeHooks } from './notice-hooks.ts'
export type { NoticeWanted } from './raise-notice.ts'
export { noticeTitles } from './tell-windows.ts'

on('notice.wanted', 'notices.raise', raiseNotice)
defineJob(BEGIN_JOB, beginNotice)
listenToNews()
schedule('notices.tell', '*/5 * * * *', tellByTheClock)
defineTemplate({
  code: 'notify.one',
  space: 'notify',
  channels: ['email', 'sms'],
  sample: { title: '12 个包裹已签收', text: 'PY20260301001、PY20260301002' },
})
defineTemplate({
  code: 'notify.several',
  space: 'notify',
  channels: ['email', 'sms'],
  sample: { number: 2, list: '- 12 个包裹已签收\n- 导入完成' },
})

/** Announcements and messages of the house: written, released, handed out, read. */
export function noticeCalls(): Mounted[] {
  return [
    ...feature(notices, {
      queryById: readNotice,
      delete: deleteNotice,
      deleteBatch: deleteNotices,
      release: releaseNotice,
      revoke: revokeNotice,
      readCounts: countReaders,
      readers: listReaders,
      listByUser: listWaiting,
      syncNotic: syncWindows,
    }),
    ...feature(receivedNotices, {
      getMyAnnouncementSend: listReceived,
      editByAnntIdAndUserId: markRead,
      readAll: markAllRead,
      deleteBatch: putAway,
    }),
  ]
}
