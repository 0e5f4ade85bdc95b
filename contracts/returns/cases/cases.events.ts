import { z } from 'zod'
import { event } from '../../kit/events.ts'
import { idText } from '../../kit/envelope.ts'

export const CASE_NOTICES = [
  'opened',
  'answered',
  'replied',
  'assigned',
  'mentioned',
  'late',
  'mailAside',
  'mailSilent',
] as const

/**
 * Who is concerned learns of a case: the users named, else those of the customer, else those who
 * handle cases. It never carries words of a comment.
 */
export const caseNoticed = event(
  'case.noticed',
  z.object({
    what: z.enum(CASE_NOTICES),
    /** What it is about: each is announced once. */
    subject: z.string(),
    userIds: z.array(idText).default([]),
    customerId: idText.nullable(),
    /** The sub-account whose case it is. */
    username: z.string().nullable().default(null),
    caseId: idText.nullable(),
    no: z.string(),
    note: z.string().default(''),
  }),
)
