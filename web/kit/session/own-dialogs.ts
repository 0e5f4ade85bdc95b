/** Dialogs about oneself that the shell keeps and pages ask for: one place to change a password, whoever opens it. */
export type OwnDialog = 'password' | 'depart' | 'tenant'

let show: ((name: OwnDialog) => void) | null = null

export function onOwnDialog(handler: (name: OwnDialog) => void): () => void {
  show = handler
  return () => {
    if (show === handler) show = null
  }
}
export function openOwnDialog(name: OwnDialog): void {
  show?.(name)
}
