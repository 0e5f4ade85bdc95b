/** The refusal of a sensitive call: password or code have to be shown again first. */
export const STEP_UP = 'session.stepUp'

type Ask = () => Promise<boolean>
let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** The shell brings the dialog; the answer takes it away again. */
export function onStepUp(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/**
 * True once the person has shown who it is; false where they did not, or none can be asked. Calls
 * at the same time share one question.
 */
export function askStepUp(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null
  })
  return asking
}
