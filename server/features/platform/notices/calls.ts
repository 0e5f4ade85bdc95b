import { noticeWanted } from '#contracts/platform/messaging/notices.events.ts'
import { notices, receivedNotices } from '#contracts/platform/messaging/notices.ts'
import { problemReports } from '#contracts/platform/messaging/problem-reports.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { defineJob, schedule, subscribe } from '#server/kit/jobs/jobs.ts'
import { defineTemplate } from '#server/features/platform/messages/index.ts'
import { countReaders, listReaders } from './count-readers.ts'
import { listReceived } from './list-received.ts'
import { listWaiting } from './list-waiting.ts'
import { markAllRead, markRead, putAway } from './mark-read.ts'
import {
  deleteNotice,
  deleteNotices,
  pinNotice,
  releaseNotice,
  revokeNotice,
} from './move-notice.ts'
import { beginNotice } from './begin-notice.ts'
import { registerEventHandlers } from './event-handlers.ts'
import { raiseNotice } from './raise-notice.ts'
import { reportProblem } from './report-problem.ts'
import { readNotice } from './read-notice.ts'
import { syncReadState } from './sync-read-state.ts'
import { notifyScheduled } from './notify/notify-job.ts'
import { pushNotice } from './notify-sockets.ts'

/** Announcements and messages of the house: written, released, handed out, read. */
export function noticeCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(notices, {
      queryById: readNotice,
      delete: deleteNotice,
      deleteBatch: deleteNotices,
      release: releaseNotice,
      revoke: revokeNotice,
      pin: pinNotice,
      readCounts: countReaders,
      readers: listReaders,
      listByUser: listWaiting,
      syncNotic: syncReadState,
    }),
    ...bindEndpoints(receivedNotices, {
      getMyAnnouncementSend: listReceived,
      editByAnntIdAndUserId: markRead,
      readAll: markAllRead,
      deleteBatch: putAway,
    }),
    ...bindEndpoints(problemReports, { report: reportProblem }),
  ]
}

subscribe(noticeWanted, 'notices.raise', raiseNotice)
defineJob(beginNotice, pushNotice)
registerEventHandlers()
schedule('notices.tell', '*/5 * * * *', notifyScheduled)
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
