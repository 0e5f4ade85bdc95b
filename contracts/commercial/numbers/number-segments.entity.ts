import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { dict, int, ref, text, textarea } from '../../kit/field.ts'

/**
 * A JSON number holds fifteen digits exactly, and no scheme of ours has a longer serial next to its
 * prefix.
 */
const serial = { min: 0, max: 999_999_999_999_999 }

/** Number ranges as staff keep them; the arithmetic stands in number-segments.ts. */
export const numberSegmentList = crud(
  entity({
    name: 'number-segments',
    table: 'number_segment',
    scope: 'tenant',
    label: 'code',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 130 }),
      serviceId: ref('delivery-services', { required: true, filter: 'in', width: 180 }),
      customerId: ref('customers', { filter: 'in', width: 160 }),
      scheme: dict('number_scheme', { required: true, filter: 'in', width: 150 }),
      prefix: text({ max: 27, initial: '', filter: 'prefix', width: 130 }),
      suffix: text({ max: 8, initial: '', width: 90 }),
      checkRule: dict('check_rule', { width: 130 }),
      startNo: int({ required: true, ...serial, sort: true, width: 150 }),
      endNo: int({ required: true, ...serial, sort: true, width: 150 }),
      // Moved by handing numbers out only, never by an edit: going back would print a number twice.
      nextNo: int({ readOnly: true, sort: true, width: 150 }),
      lowWater: int({ min: 0, max: 100, initial: 10, show: ['form', 'detail'] }),
      status: dict('segment_status', {
        required: true,
        initial: '0',
        filter: 'in',
        sort: true,
        width: 100,
      }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/numberSegment',
    perm: 'dlv:segment',
  },
)
