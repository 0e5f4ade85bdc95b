import { z } from 'zod'
import { ref, text } from '../../kit/field.ts'

/** Fields that counts and waves of a depot begin with in their lists. */
export const paperFields = {
  no: text({ readOnly: true, filter: 'prefix', sort: true, width: 150 }),
  depotId: ref('depots', { readOnly: true, filter: 'in', width: 140 }),
}
/** What counts and waves answer of themselves, without their lines. */
export const paperHead = {
  id: z.string(),
  version: z.number(),
  no: z.string(),
  status: z.string(),
  status_dictText: z.string(),
  depotId: z.string(),
  depotCode: z.string(),
  remark: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
}
