import { savedViews } from '#contracts/platform/saved-views.ts'
import { feature } from '#server/kit/http/feature.ts'
import { addView, deleteView, editView } from './change-views.ts'
import { listViews } from './views-in-reach.ts'

export function savedViewCalls() {
  return feature(savedViews, { list: listViews, add: addView, edit: editView, delete: deleteView })
}
