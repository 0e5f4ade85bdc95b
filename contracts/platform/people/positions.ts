import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { dict, text, textarea } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/** A user's position in the company: a title with its rank. It grants nothing. */
export const positionList = crud(
  entity({
    name: 'positions',
    table: 'sys_position',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 140 }),
      name: text({ required: true, max: 60, filter: 'like', sort: true, width: 180 }),
      nameEn: text({ max: 60, filter: 'like', width: 180 }),
      postRank: dict('position_rank', {
        required: true,
        initial: '1',
        filter: 'eq',
        sort: true,
        width: 120,
      }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/sys/position',
    perm: 'sys:position',
    sort: { column: 'code', order: 'asc' },
  },
)

export const positions = endpoints({
  /** How many users hold each position. */
  counts: {
    method: 'GET',
    path: '/sys/position/counts',
    perm: 'sys:position:list',
    in: z.object({}),
    out: z.array(z.object({ id: z.string(), users: z.number() })),
  },
})
