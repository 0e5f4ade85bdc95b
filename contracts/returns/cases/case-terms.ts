import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { dict, int, textarea } from '../../kit/field.ts'

/** Working hours of the depot in which a case of a type is to be answered. */
export const caseTerms = crud(
  entity({
    name: 'case-terms',
    table: 'case_term',
    scope: 'tenant',
    label: 'type',
    fields: {
      type: dict('case_type', { required: true, unique: true, filter: 'in', width: 160 }),
      answerHours: int({ required: true, min: 1, max: 500, sort: true, width: 160 }),
      remark: textarea({ max: 500 }),
    },
  }),
  { path: '/rwms/caseTerm', perm: 'ret:caseterm' },
)
