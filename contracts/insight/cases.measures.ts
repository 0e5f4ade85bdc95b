import { measure, type Measure } from '../kit/measure.ts'
import type { caseList } from '../returns/cases/cases.ts'
import { WAITS_FOR_CUSTOMER } from '../returns/cases/cases.states.ts'

type Filters = Parameters<typeof measure<typeof caseList>>[0]['filter']
const casesWith = (filter: ReturnType<Filters>): Measure =>
  measure<typeof caseList>({ entity: 'cases', screen: '/returns/cases', filter: () => filter })

/** Past the time to answer. */
export const LATE_CASES: Measure = casesWith({ late: 'true' })
/** Staff answered, and the customer has to. */
export const ANSWERED_CASES: Measure = casesWith({ status: WAITS_FOR_CUSTOMER })
/** Assigned to the caller, or watched. */
export const MY_CASES: Measure = casesWith({ mine: 'true' })
