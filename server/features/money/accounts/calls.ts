import { accountRequestList, accountRequests } from '#contracts/money/account-requests.ts'
import type { Entity } from '#contracts/kit/entity.ts'
import { accountList, accounts } from '#contracts/money/accounts.ts'
import { twoUsers } from '#contracts/money/two-users.ts'
import { tradeQuestions } from '#contracts/money/trade-questions.ts'
import { tradeList, trades } from '#contracts/money/trades.ts'
import { lastProof, prove } from '#server/features/money/ledger/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { listedRow } from '#server/kit/resource/resource-rows.ts'
import { setAlarm } from './alarm.ts'
import { askAdjust, askTransfer } from './ask.ts'
import { approveRequest, rejectRequest } from './decide.ts'
import { figuresOf } from './figures.ts'
import { closeMonth, decideMonth, listMonths, reopenMonth } from './months.ts'
import { openAccount, setCredit, setFrozen } from './set-account.ts'
import { readStatement } from './statement.ts'
import { statementFile } from './statement-file.ts'
import { closeQuestion, questionStates, readThread, writeQuestion } from './questions.ts'
import { exportTrades, previewReversal, reverseOne, sumTrades } from './trades.ts'
import { decideChange, waitingChanges } from './two-users.ts'
import './watch-accounts.ts'

const oneOf =
  (of: Entity) =>
  (ctx: Ctx, { id }: { id: string }) =>
    listedRow(ctx, of, id)

/** Accounts of customers, what two users decide on them, and their trade details. */
export function moneyAccountCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(accounts, {
      queryById: oneOf(accountList),
      figures: figuresOf,
      proof: lastProof,
      reconcile: prove,
      open: openAccount,
      credit: setCredit,
      freeze: setFrozen,
      adjust: askAdjust,
      transfer: askTransfer,
      alarm: setAlarm,
      statement: readStatement,
      statementFile,
      months: listMonths,
      closeMonth,
      reopenMonth,
      decideMonth,
    }),
    ...bindEndpoints(accountRequests, {
      queryById: oneOf(accountRequestList),
      approve: approveRequest,
      reject: rejectRequest,
    }),
    ...bindEndpoints(tradeQuestions, {
      states: questionStates,
      thread: readThread,
      write: writeQuestion,
      close: closeQuestion,
    }),
    ...bindEndpoints(twoUsers, { waiting: waitingChanges, decide: decideChange }),
    ...bindEndpoints(trades, {
      queryById: oneOf(tradeList),
      exportXls: exportTrades,
      sums: sumTrades,
      reversal: previewReversal,
      reverse: reverseOne,
    }),
  ]
}
