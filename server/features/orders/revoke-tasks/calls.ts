import { labelVoidAnswered } from '#contracts/orders/labels.events.ts'
import { corrections } from '#contracts/orders/corrections.ts'
import { revokeTasks } from '#contracts/orders/revoke-tasks.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { subscribe } from '#server/kit/jobs/jobs.ts'
import { applyAnswers } from './apply-answers.ts'
import { correctOrder, previewCorrection } from './corrections/correct-order.ts'
import { closeTasks, forceTasks, retryTasks, snoozeTasks } from './handle-tasks.ts'

/** Labels that are to be taken back: asked for again, closed, forced, put off. */
export function revokeTaskCalls() {
  return [
    ...bindEndpoints(corrections, { preview: previewCorrection, correct: correctOrder }),
    ...bindEndpoints(revokeTasks, {
      retry: retryTasks,
      close: closeTasks,
      force: forceTasks,
      snooze: snoozeTasks,
    }),
  ]
}

subscribe(labelVoidAnswered, 'revokeTasks.onLabelVoidAnswered', applyAnswers)
