import { hasUnsaved } from '../kit/platform/unsaved.ts'

/** As the browsers word it: Chromium, Firefox, Safari, and Vite for a style file. */
export const isMissingFile = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|module script failed|Unable to preload CSS/i.test(
    error.message,
  )

const RELOADED_FOR = 'pro__RELOADED_FOR'
const MESSAGE_MS = 1500
const entryOf = (html: Document): string | null =>
  html.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

/**
 * The start file of the version the server has now, when it is not the one running here; null also
 * when it cannot be asked.
 */
export async function isNewBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    if (!answer.ok) return null
    const there = entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    return there === entryOf(document) ? null : there
  } catch {
    return null
  }
}

/**
 * What to do about a file that could not be had. `reloading`: there is a new version and the page
 * goes to it, once for each version; `reload`: there is one, but the page has been reloaded for it
 * before or holds unsaved entries, so the user decides; `unreachable`: the version is
 * ours and the line is broken.
 */
export async function handleMissingFile(
  reload: () => void = () => window.location.reload(),
): Promise<'reloading' | 'reload' | 'unreachable'> {
  const version = await isNewBuild()
  if (version === null) return 'unreachable'
  if (hasUnsaved() || !remember(version)) return 'reload'
  setTimeout(reload, MESSAGE_MS)
  return 'reloading'
}

/**
 * False when this window has reloaded for that version already, or could not remember that it does:
 * never in a circle.
 */
function remember(version: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_FOR) === version) return false
    sessionStorage.setItem(RELOADED_FOR, version)
    return true
  } catch {
    return false
  }
}
