import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { dictOption } from '../session/session.ts'

const anyCode = z.string({ error: 'dict.codeEmpty' }).max(200, { error: 'field.tooLong' })

const node = z.object({
  key: z.string(),
  value: z.string(),
  title: z.string(),
  leaf: z.boolean(),
  parentId: z.string().nullable(),
  icon: z.string().nullable(),
  code: z.string().nullable(),
  children: z.null(),
})

export type DictNode = z.infer<typeof node>

/**
 * Words for values, of dictionaries and of the tables the code names (`table,text,code`), never of
 * others.
 */
export const dictLookups = endpoints({
  getDictText: {
    method: 'GET',
    path: '/sys/dict/getDictText/{code}/{key}',
    login: true,
    in: z.object({ code: anyCode, key: z.string().max(200) }),
    out: z.string(),
  },
  loadDict: {
    method: 'GET',
    path: '/sys/dict/loadDict/{code}',
    login: true,
    in: z.object({
      code: anyCode,
      keyword: z.string().max(200).optional(),
      pageSize: z
        .string()
        .regex(/^\d{1,6}$/, { error: 'field.int' })
        .optional(),
    }),
    out: z.array(dictOption),
  },
  loadDictItem: {
    method: 'GET',
    path: '/sys/dict/loadDictItem/{code}',
    login: true,
    in: z.object({ code: anyCode, key: z.string().max(8000).optional() }),
    out: z.array(z.string()),
  },
  loadTreeData: {
    method: 'GET',
    path: '/sys/dict/loadTreeData',
    login: true,
    in: z.object({
      pid: z.string().max(20).optional(),
      pidField: z.string().max(64).optional(),
      tableName: z.string().max(64),
      text: z.string().max(64),
      code: z.string().max(64),
      hasChildField: z.string().max(64).optional(),
      condition: z.string().max(2000).optional(),
    }),
    out: z.array(node),
  },
})
