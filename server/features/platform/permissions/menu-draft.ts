import type { MenuDraft } from '#contracts/platform/access/permissions.menus.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'

const PLAIN = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/
const CODE = /^[A-Za-z0-9_]+([:.][A-Za-z0-9_-]+)*$/
const FRAME = 'layouts/IframePageView'

/**
 * The address of an entry as it is kept: a path of our own with its slash, a web address, or `{{
 * domain }}/…`, which the client replaces by our own. Null for anything a browser would run or take
 * somewhere unexpected.
 */
export function normalUrl(url: string): string | null {
  const text = url.trim()
  if (/[\s\\\p{Cc}]/u.test(text.replace(/^\{\{[^{}]*\}\}/, ''))) return null
  if (text.startsWith('{{')) return /^\{\{[^{}<>"]*\}\}(\/.*)?$/.test(text) ? text : null
  if (/^https?:/i.test(text)) {
    // `${token}` is filled in by the client, for our own house only.
    const address = URL.parse(text.replaceAll('${token}', 'token'))
    return address &&
      /^https?:\/\//i.test(text) &&
      address.username === '' &&
      address.password === ''
      ? text
      : null
  }
  // A scheme needs a colon before the first slash; `//host` leads elsewhere.
  if (/^[^/]*:/.test(text) || text.startsWith('//')) return null
  return text.startsWith('/') ? text : `/${text}`
}

/**
 * A component's name without the parts the family's clients may send along:
 * `/src/views/system/UserList.vue` is `system/UserList`.
 */
export function normalComponent(component: string): string | null {
  const name = component
    .trim()
    .replace(/^\/+/, '')
    .replace(/^src\//, '')
    .replace(/^views\//, '')
    .replace(/\.vue$/, '')
  return PLAIN.test(name) ? name : null
}

/** Checks and completes an entry (wire.md §5.3). What does not belong to its type is dropped. */
export function normalMenu(draft: MenuDraft): MenuDraft {
  const issues: RawIssue[] = []
  const need = (path: keyof MenuDraft) => void issues.push({ path, code: 'field.required' })
  const clean: MenuDraft = { ...draft }
  if (clean.perms && !CODE.test(clean.perms))
    issues.push({ path: 'perms', code: 'permission.code' })
  if (draft.menuType === 0) clean.parentId = null
  else if (!draft.parentId) need('parentId')
  if (draft.menuType === 2) {
    if (!clean.perms) need('perms')
    Object.assign(clean, {
      url: null,
      component: null,
      componentName: null,
      redirect: null,
      icon: null,
      route: false,
      keepAlive: false,
      hidden: false,
      alwaysShow: false,
      internalOrExternal: false,
    })
  } else {
    const url = draft.url ? normalUrl(draft.url) : null
    if (!draft.url) need('url')
    else if (url === null) issues.push({ path: 'url', code: 'permission.url' })
    clean.url = url
    const outside = url !== null && !url.startsWith('/')
    const component = draft.component
      ? normalComponent(draft.component)
      : draft.menuType === 0 && !outside
        ? 'layouts/RouteView'
        : outside
          ? FRAME
          : null
    if (component === null)
      issues.push({
        path: 'component',
        code: draft.component ? 'permission.component' : 'field.required',
      })
    clean.component = component
    if (draft.redirect) {
      const redirect = normalUrl(draft.redirect)
      if (redirect === null || !redirect.startsWith('/'))
        issues.push({ path: 'redirect', code: 'permission.redirect' })
      clean.redirect = redirect
    }
    if (clean.componentName && !/^[A-Za-z0-9_@-]+$/.test(clean.componentName))
      issues.push({ path: 'componentName', code: 'field.invalid' })
    if (clean.icon && !/^[a-z0-9-]+$/.test(clean.icon))
      issues.push({ path: 'icon', code: 'field.invalid' })
    // An entry that opens a window of its own needs somewhere to go.
    if (clean.internalOrExternal && !outside && issues.length === 0)
      issues.push({ path: 'url', code: 'permission.externalUrl' })
  }
  if (issues.length > 0) failFields(issues)
  return clean
}
