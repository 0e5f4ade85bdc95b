import { attachmentList, attachments } from './returns/attachments.ts'
import { caseMails, caseMailbox } from './returns/cases/case-mail.ts'
import { cannedReplies } from './returns/cases/canned-replies.ts'
import { caseTerms } from './returns/cases/case-terms.ts'
import { caseList, cases } from './returns/cases/cases.ts'
import { publicCases } from './returns/cases/write-to-us.ts'
import { comments } from './returns/cases/comments.ts'
import { commonReturnList, commonReturns } from './returns/common-returns.ts'
import { predictedReturnList, predictedReturns } from './returns/predicted-returns.ts'
import { returnClaimList, returnClaims } from './returns/return-claims.ts'
import { returnConfigList, returnConfigs, returnRules } from './returns/return-configs.ts'
import { returnPage } from './returns/return-page.ts'
import { returnPools } from './returns/return-pools.ts'
import { returnStation } from './returns/return-station.ts'
import { returnTracks } from './returns/return-tracks.calls.ts'
import { returnTrackList } from './returns/return-tracks.ts'

/** Calls of returns. */
export const returnCalls = {
  returnTracks,
  returnPools,
  returnPage,
  returnStation,
  commonReturns,
  returnClaims,
  predictedReturns,
  returnConfigs,
  cases,
  comments,
  caseMailbox,
  caseMails,
  publicCases,
  attachments,
}

/** Entities of returns. */
export const returnLists = [
  returnTrackList,
  commonReturnList,
  returnClaimList,
  predictedReturnList,
  returnConfigList,
  returnRules,
  caseList,
  attachmentList,
  cannedReplies,
  caseTerms,
] as const
