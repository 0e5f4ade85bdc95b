import { dicts } from '#contracts/platform/lists/dictionaries.ts'
import { dictItems } from '#contracts/platform/lists/dictionaries.items.ts'
import { dictLookups } from '#contracts/platform/lists/dictionaries.lookups.ts'
import { dictionaries } from '#contracts/platform/session/session.ts'
import { broadcast } from '#server/kit/realtime/bus.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import { allDictItems, clearDictionaryCache } from './all-items.ts'
import { dictById, listDicts, shownDicts, toDict } from './dict-rows.ts'
import { exportDicts, importDicts } from './dict-sheets.ts'
import { getDictItems, getDictText, loadDict, loadDictItem, loadTreeData } from './lookups.ts'
import {
  addDict,
  restore,
  deleteDict,
  deleteDicts,
  deleteForGood,
  editDict,
  recycleBin,
} from './save-dict.ts'
import {
  addItem,
  deleteItem,
  deleteItems,
  editItem,
  editItems,
  listItems,
  readItem,
  sortItems,
} from './save-item.ts'
import { usageOf } from './usage.ts'

/** Any user may ask for it: the processes read again, but of the open pages only the asker's own. */
async function refresh(ctx: Ctx): Promise<null> {
  clearDictionaryCache(ctx.deps, ctx.principal.tenantId)
  await broadcast(ctx, {
    kind: 'dict',
    tenantId: ctx.principal.tenantId,
    userIds: [ctx.principal.userId],
  })
  return null
}

/**
 * The product's dictionaries: read by all, changed with permission; the tenant's lie over the
 * built-in ones.
 */
export function dictionaryCalls(): BoundEndpoint[] {
  return [
    ...bindEndpoints(dictionaries, {
      queryAllDictItems: allDictItems,
      getDictItems,
      refleshCache: refresh,
    }),
    ...bindEndpoints(dictLookups, { getDictText, loadDict, loadDictItem, loadTreeData }),
    ...bindEndpoints(dicts, {
      list: listDicts,
      treeList: async (ctx) =>
        (await shownDicts(ctx)).map((row) => ({
          id: row.id,
          key: row.id,
          value: row.dictCode,
          title: row.dictName,
          parentId: null,
          isLeaf: true,
          children: [],
        })),
      queryById: async (ctx, { id }) => toDict(await dictById(ctx, id)),
      add: addDict,
      edit: editDict,
      delete: deleteDict,
      deleteBatch: deleteDicts,
      deleteList: recycleBin,
      back: restore,
      deletePhysic: deleteForGood,
      exportXls: exportDicts,
      importExcel: importDicts,
      usage: usageOf,
    }),
    ...bindEndpoints(dictItems, {
      list: listItems,
      queryById: readItem,
      add: addItem,
      edit: editItem,
      delete: deleteItem,
      deleteBatch: deleteItems,
      editBatch: editItems,
      sort: sortItems,
    }),
  ]
}
