import { returnStation } from '#contracts/returns/return-station.ts'
import { fetchFile } from '../../../kit/http/fetch-file.ts'
import { openTab } from '../../../kit/platform/open-tab.ts'

/**
 * Prints a PDF without leaving the page: a frame out of sight holds it until the next one comes, so
 * that hands stay on the scanner. A browser that lets no page print it opens it.
 */
export async function printLabel(id: string, ownLabel: string | null = null): Promise<void> {
  const blob = ownLabel
    ? await (await fetch(ownLabel)).blob()
    : (await fetchFile(returnStation.label, { id })).blob
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
  document.querySelector('iframe[data-print]')?.remove()
  const frame = document.createElement('iframe')
  frame.dataset.print = 'label'
  frame.title = 'label'
  // Not `hidden`: what is not laid out prints empty.
  frame.className = 'ret-print'
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.src = url
  frame.addEventListener('load', () => {
    try {
      frame.contentWindow?.print()
    } catch {
      void openTab(url)
    }
  })
  document.body.append(frame)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
