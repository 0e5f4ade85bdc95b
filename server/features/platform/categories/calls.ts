import { categories } from '#contracts/platform/lists/categories.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/kit/http/bind-endpoints.ts'
import {
  categoryOf,
  checkCode,
  childList,
  loadAllData,
  loadDictItem,
  loadOne,
  loadTreeChildren,
  loadTreeData,
  loadTreeRoot,
  rootList,
} from './category-rows.ts'
import { exportCategories, importCategories } from './category-sheets.ts'
import { addCategory, deleteCategories, deleteCategory, editCategory } from './save-category.ts'

/** Trees of words with codes by level: kinds of goods and the like. */
export function categoryCalls(): BoundEndpoint[] {
  return bindEndpoints(categories, {
    rootList,
    childList,
    queryById: (ctx, { id }) => categoryOf(ctx, id),
    add: addCategory,
    edit: editCategory,
    delete: deleteCategory,
    deleteBatch: deleteCategories,
    exportXls: exportCategories,
    importExcel: importCategories,
    checkCode,
    loadOne,
    loadTreeRoot,
    loadTreeChildren,
    loadTreeData,
    loadDictItem,
    loadAllData,
  })
}
