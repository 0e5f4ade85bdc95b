import { z } from 'zod'
import { endpoints } from '../kit/endpoint.ts'
import { idList, idText, rowVersion } from '../kit/envelope.ts'

/** open: the other side has not answered yet. */
export const QUESTION_STATES = ['open', 'answered', 'closed'] as const
export type QuestionState = (typeof QUESTION_STATES)[number]

const thread = z.object({
  state: z.enum(QUESTION_STATES),
  version: rowVersion,
  texts: z.array(
    z.object({
      id: z.string(),
      /** Whether finance wrote it, or the customer. */
      ofStaff: z.boolean(),
      by: z.string(),
      text: z.string(),
      createTime: z.string(),
    }),
  ),
})
export type Question = z.output<typeof thread>

const READ = ['acc:trade:list', 'pay:trade:list'] as const
const WRITE = ['acc:trade:answer', 'pay:trade:ask'] as const
const touches = ['/erp/trade', '/rwms/dashboard'] as const

/** What a customer or finance asks about a trade detail, and what the other side answers. */
export const tradeQuestions = endpoints({
  /** The states of those lines of a page that were asked about, by id. */
  states: {
    method: 'GET',
    path: '/erp/trade/questionStates',
    perm: READ,
    in: z.object({ ids: idList }),
    out: z.record(z.string(), z.enum(QUESTION_STATES)),
  },
  /** Null: nothing was asked about this line. */
  thread: {
    method: 'GET',
    path: '/erp/trade/question',
    perm: READ,
    in: z.object({ id: idText }),
    out: thread.nullable(),
  },
  /** Asks or answers: the question is open until the other side has written. */
  write: {
    method: 'POST',
    path: '/erp/trade/question',
    perm: WRITE,
    in: z.object({
      id: idText,
      text: z
        .string({ error: 'field.text' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(2_000, { error: 'field.tooLong' }),
    }),
    out: thread,
    message: 'ok.added',
    idempotency: 'required',
    touches,
  },
  close: {
    method: 'PUT',
    path: '/erp/trade/question',
    perm: WRITE,
    in: z.object({ id: idText, version: rowVersion }),
    out: thread,
    message: 'ok.edited',
    idempotency: 'accepted',
    touches,
  },
})
