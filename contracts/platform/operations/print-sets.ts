import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText } from '../../kit/envelope.ts'
import { bool, dict, int, ref, text, textarea } from '../../kit/field.ts'
import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'

/**
 * How a user prints. Width and height in millimetres. The default of a depot goes before that of
 * all users.
 */
export const printSetList = crud(
  entity({
    name: 'print-sets',
    table: 'print_set',
    scope: 'tenant',
    label: 'name',
    fields: {
      name: text({ required: true, max: 60, unique: true, filter: 'like', sort: true, width: 180 }),
      nameEn: text({ max: 60, filter: 'like', width: 180 }),
      paper: dict('paper_format', {
        required: true,
        initial: '100x150',
        filter: 'in',
        sort: true,
        width: 130,
      }),
      language: dict('print_language', {
        required: true,
        initial: 'pdf',
        filter: 'in',
        width: 130,
      }),
      horizontal: bool({ initial: false, width: 90 }),
      preview: bool({ initial: true, width: 90 }),
      widthMm: int({ required: true, min: 10, max: 2000, initial: 100, width: 110 }),
      heightMm: int({ required: true, min: 10, max: 2000, initial: 150, width: 110 }),
      depotId: ref('depots', { filter: 'in', width: 150 }),
      /** Where the printer stands. */
      place: text({ max: 60, filter: 'like', width: 150 }),
      isDefault: bool({ initial: false, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/printSet',
    perm: 'sys:print',
    sort: { column: 'name', order: 'asc' },
    pick: 'login',
  },
)

/**
 * Papers of a known size, in millimetres as they lie upright; any other is as wide and high as its
 * set defines.
 */
export const PAPERS: Readonly<Record<string, readonly [width: number, height: number]>> = {
  '100x150': [100, 150],
  '105x148': [105, 148],
  '105x205': [105, 205],
  '100x100': [100, 100],
  '100x70': [100, 70],
  A5: [148, 210],
  A4: [210, 297],
}

/** What a client receives at the sign-in. */
export const printSet = z.object({
  id: z.string(),
  name: z.string(),
  paper: z.string(),
  language: z.string(),
  horizontal: z.boolean(),
  preview: z.boolean(),
  widthMm: z.number(),
  heightMm: z.number(),
})
export type PrintSet = z.infer<typeof printSet>
export const printSets = endpoints({
  /** The caller's own: chosen, else the depot's, else that of all users. */
  mine: {
    method: 'GET',
    path: '/erp/printSet/mine',
    login: true,
    in: z.object({}),
    out: printSet.nullable(),
  },
  /**
   * All the caller may print by, its own among them: those of all users and of the depots the
   * caller is bound to.
   */
  offered: {
    method: 'GET',
    path: '/erp/printSet/offered',
    login: true,
    in: z.object({}),
    out: z.object({ sets: z.array(printSet), mineId: z.string().nullable() }),
  },
  choose: {
    method: 'PUT',
    also: ['POST'],
    path: '/erp/printSet/choose',
    login: true,
    in: z.object({ id: idText.nullable() }),
    out: printSet.nullable(),
    message: 'ok.done',
    touches: ['/erp/printSet'],
  },
})
