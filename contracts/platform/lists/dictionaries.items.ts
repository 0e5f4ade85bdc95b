import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { bulkResult, idList, idText, partOf } from '../../kit/envelope.ts'
import { listQuery, pageOf } from '../../kit/page.ts'
import { dictItemFields, dictItemRow, itemDraft, line, needed, version } from './dictionaries.ts'

export const dictItems = endpoints({
  list: {
    method: 'GET',
    path: '/sys/dictItem/list',
    perm: 'sys:dict:list',
    in: listQuery(dictItemFields, { dictId: partOf }),
    out: pageOf(dictItemRow),
  },
  queryById: {
    method: 'GET',
    path: '/sys/dictItem/queryById',
    perm: 'sys:dict:list',
    in: z.object({ id: idText, dictId: idText.optional() }),
    out: dictItemRow,
  },
  add: {
    method: 'POST',
    path: '/sys/dictItem/add',
    perm: 'sys:dict:edit',
    in: itemDraft.extend({ dictId: idText }),
    out: dictItemRow,
    message: 'ok.saved',
    idempotency: 'accepted',
    touches: ['/sys/dict', '/sys/dictItem'],
  },
  edit: {
    method: 'PUT',
    also: ['POST'],
    path: '/sys/dictItem/edit',
    perm: 'sys:dict:edit',
    in: itemDraft.partial().extend({ id: idText, dictId: idText.optional(), version }),
    out: dictItemRow,
    message: 'ok.dictEdited',
    touches: ['/sys/dict', '/sys/dictItem'],
  },
  delete: {
    method: 'DELETE',
    path: '/sys/dictItem/delete',
    perm: 'sys:dict:edit',
    in: z.object({ id: idText }),
    out: z.null(),
    message: 'ok.deleted',
    touches: ['/sys/dict', '/sys/dictItem'],
  },
  deleteBatch: {
    method: 'DELETE',
    path: '/sys/dictItem/deleteBatch',
    perm: 'sys:dict:edit',
    in: z.object({ ids: idList }),
    out: bulkResult,
    idempotency: 'accepted',
    message: 'ok.deletedBatch',
  },
  /** Many words at once: those of the translation table that were changed. */
  editBatch: {
    method: 'PUT',
    path: '/sys/dictItem/editBatch',
    perm: 'sys:dict:edit',
    in: z.object({
      items: z
        .array(z.object({ id: idText, itemText: needed(200), itemTextEn: line(200) }))
        .min(1, { error: 'field.required' })
        .max(1000, { error: 'field.tooMany' }),
    }),
    out: z.object({ saved: z.number() }),
    message: 'ok.saved',
    touches: ['/sys/dict', '/sys/dictItem'],
  },
  /** The order of all items of a dictionary, by their ids. */
  sort: {
    method: 'PUT',
    path: '/sys/dictItem/sort',
    perm: 'sys:dict:edit',
    in: z.object({ dictId: idText, ids: idList }),
    out: z.null(),
    message: 'ok.saved',
    touches: ['/sys/dict', '/sys/dictItem'],
  },
})
