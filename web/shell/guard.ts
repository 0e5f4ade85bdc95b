import { HOME } from './layout/menu.ts'

export const LOGIN = '/user/login'
/** Paths that need no signing in (specification §2). */
export const OPEN_PATHS = [
  '/user/login',
  '/user/register',
  '/user/register-result',
  '/user/alteration',
  '/track/result',
  '/track/search',
] as const
export const isOpen = (pathname: string): boolean => OPEN_PATHS.some((path) => path === pathname)

/** Paths that lie outside the shell: sign-in, public tracking, the test page. */
export const isOutside = (pathname: string): boolean => /^\/(user|track|test)(\/|$)/.test(pathname)

/** The login page with the way back: the whole path, its query included. */
export function loginFor(full: string): string {
  return full === '/' || full === HOME ? LOGIN : `${LOGIN}?redirect=${encodeURIComponent(full)}`
}

/**
 * Where to go after signing in: the wanted page when it is one of ours. Anything a browser could
 * read as another site (`//evil`, `/\evil`, `https:…`) leads home.
 */
export function targetOf(redirect: string | null): string {
  if (
    !redirect ||
    !redirect.startsWith('/') ||
    /^\/[/\\]/.test(redirect) ||
    /[\u0000-\u001f\\]/.test(redirect)
  )
    return HOME
  return isOpen(redirect.split(/[?#]/)[0] ?? '') && redirect.startsWith('/user/') ? HOME : redirect
}
