import { saveBlob } from '../text/csv.ts'

/** A dialog that is closed begins to leave within these frames. */
const FRAMES = 4
/** The longest of what leaves takes less. */
const MOST_MS = 600

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const frame = (): Promise<void> =>
  Promise.race([new Promise<void>((resolve) => requestAnimationFrame(() => resolve())), wait(100)])

/** Until what closes on this page is gone. */
async function settled(): Promise<void> {
  for (let at = 0; at < FRAMES; at++) await frame()
  const moving = document.getAnimations().filter(({ playState }) => playState === 'running')
  await Promise.race([Promise.allSettled(moving.map(({ finished }) => finished)), wait(MOST_MS)])
  await frame()
}

/**
 * Opens an address in a tab of its own, once no dialog is leaving: a page out of sight does not hear
 * the end of an animation, and the dialog would lie over it unseen for ever. Null where the browser
 * does not allow it, and for `noopener`.
 */
export async function openTab(
  url: string,
  features?: 'noopener,noreferrer',
): Promise<Window | null> {
  if (document.querySelector('[role="dialog"]')) await settled()
  return window.open(url, '_blank', features)
}

/** A PDF in a tab of its own, `atOnce` with the printer asked for; saved where tabs are not allowed. */
export async function openPdf(blob: Blob, name: string, atOnce = false): Promise<void> {
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
  const opened = await openTab(url)
  if (!opened) saveBlob(blob, name)
  else if (atOnce) opened.addEventListener('load', () => opened.print())
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
