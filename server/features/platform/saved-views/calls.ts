import { savedViews } from '#contracts/platform/people/saved-views.ts'
import { bindEndpoints } from '#server/kit/http/bind-endpoints.ts'
import { addView, deleteView, editView } from './change-views.ts'
import { listAccessibleViews } from './accessible-views.ts'

export function savedViewCalls() {
  return bindEndpoints(savedViews, {
    list: listAccessibleViews,
    add: addView,
    edit: editView,
    delete: deleteView,
  })
}
