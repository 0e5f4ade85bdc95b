import { crud } from '../../kit/crud.ts'
import { entity } from '../../kit/entity.ts'
import { bool, text, textarea } from '../../kit/field.ts'

/** Words that do not describe goods ("gift", 配件): customs refuse them as a description. */
export const vagueWords = crud(
  entity({
    name: 'vague-words',
    table: 'vague_word',
    scope: 'tenant',
    label: 'word',
    fields: {
      word: text({ required: true, max: 60, unique: true, filter: 'like', sort: true, width: 200 }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/vagueWord',
    perm: 'base:vagueword',
    sort: { column: 'word', order: 'asc' },
  },
)
