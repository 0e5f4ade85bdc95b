import { caseMailbox, caseMails } from '#contracts/returns/cases/case-mail.ts'
import { cases } from '#contracts/returns/cases/cases.ts'
import { publicCases } from '#contracts/returns/cases/write-to-us.ts'
import { comments } from '#contracts/returns/cases/comments.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import {
  assignCases,
  mergeCase,
  rateCase,
  setCaseDue,
  setCaseStatus,
  watchCase,
} from './handle-case.ts'
import './late-job.ts'
import './mail/mail-jobs.ts'
import { readMailbox, saveMailbox } from './mail/mailbox.ts'
import { pollNow } from './mail/poll.ts'
import { takeFromHook } from './mail/hook.ts'
import { dropMail, listParked, retryMail } from './mail/parked-mails.ts'
import { rawMail } from './mail/raw-mail.ts'
import { customerOfNumber, openCase } from './open-case.ts'
import { caseById, caseFigures, countCases } from './read-case.ts'
import './thread/comment-files.ts'
import { listComments } from './thread/list-comments.ts'
import { addCarrierMail, addComment, addInternal, listStaff } from './thread/comments.ts'

import { openPublicCase } from './write-to-us.ts'

/** Cases, what is written in them, and the mailbox answers come to. Emits `case.noticed`. */
export function caseCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(cases, {
      queryById: caseById,
      counts: countCases,
      figures: caseFigures,
      ofNumber: customerOfNumber,
      add: openCase,
      assign: assignCases,
      setStatus: setCaseStatus,
      watch: watchCase,
      setDue: setCaseDue,
      merge: mergeCase,
      rate: rateCase,
    }),
    ...bindEndpoints(comments, {
      list: listComments,
      add: addComment,
      addInternal,
      mail: addCarrierMail,
      raw: rawMail,
      staff: listStaff,
    }),
    ...bindEndpoints(caseMailbox, {
      settings: readMailbox,
      save: saveMailbox,
      poll: pollNow,
      parked: listParked,
      retry: retryMail,
      drop: dropMail,
    }),
    ...bindEndpoints(publicCases, { open: openPublicCase }),
    ...bindEndpoints(caseMails, { mail: takeFromHook }),
  ]
}
