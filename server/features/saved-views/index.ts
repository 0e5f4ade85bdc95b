import { savedViews } from '#contracts/saved-views.ts'
import { feature } from '#server/kit/feature.ts'
import { addView, deleteView, editView } from './change-views.ts'
import { listViews } from './views-in-reach.ts'

export function savedViewCalls() {
  return feature(savedViews, { list: listViews, add: addView, edit: editView, delete: deleteView })
}
