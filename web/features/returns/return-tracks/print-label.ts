import { returnStation } from '#contracts/returns/return-station.ts'
import { fetchFile } from '../../../kit/http/fetch-file.ts'

/**
 * Prints a PDF without leaving the page: a hidden frame holds it until the next one comes, so that
 * hands stay on the scanner.
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
  frame.hidden = true
  frame.src = url
  frame.addEventListener('load', () => frame.contentWindow?.print())
  document.body.append(frame)
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
