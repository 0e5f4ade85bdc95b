import { job } from '#server/kit/jobs/job.ts'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'

/** An announcement's first moment has come; `version` is that of its row when it was released. */
export const beginNotice = job('notices.begin', z.object({ id: idText, version: z.number().int() }))
