import type {
  Notice,
  notices,
  receivedNotices,
  WaitingNotices,
} from '#contracts/platform/messaging/notices.ts'
import type { CallOf } from '../../kit/http/api.ts'

export type { Notice, WaitingNotices }
/**
 * The calls of the bell, written out: the contract's schemas would come with the first page of
 * all users.
 */
export const listByUser: CallOf<typeof notices.listByUser> = {
  method: 'GET',
  path: '/sys/annountCement/listByUser',
}
export const queryById: CallOf<typeof notices.queryById> = {
  method: 'GET',
  path: '/sys/annountCement/queryById',
}
const BOX = [
  '/sys/annountCement/listByUser',
  '/sys/annountCement/readCounts',
  '/sys/sysAnnouncementSend',
] as const
export const markRead: CallOf<typeof receivedNotices.editByAnntIdAndUserId> = {
  method: 'PUT',
  path: '/sys/sysAnnouncementSend/editByAnntIdAndUserId',
  touches: BOX,
}
export const readAll: CallOf<typeof receivedNotices.readAll> = {
  method: 'PUT',
  path: '/sys/sysAnnouncementSend/readAll',
  touches: BOX,
}

/** Everything a person was sent. */
export const ALL_NOTICES = '/isps/userAnnouncement'
