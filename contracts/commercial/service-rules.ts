import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { decimal, dict, ref, text } from '../kit/field.ts'

/**
 * What a service takes: every rule of it must hold. The bounds are in the unit of the rule's kind.
 */
export const serviceRules = crud(
  entity({
    name: 'service-rules',
    table: 'service_rule',
    scope: 'tenant',
    label: 'validType',
    fields: {
      serviceId: ref('delivery-services', { required: true, filter: 'in', width: 200 }),
      validType: dict('valid_type', { required: true, filter: 'in', sort: true, width: 180 }),
      minValue: decimal({ min: 0, width: 120 }),
      maxValue: decimal({ min: 0, width: 120 }),
      remark: text({ max: 500, width: 220 }),
    },
  }),
  {
    path: '/erp/serviceRule',
    perm: 'dlv:service',
  },
)
