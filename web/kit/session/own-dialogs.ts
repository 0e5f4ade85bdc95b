/** Dialogs about the signed-in user, provided by the shell and opened by pages. */
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
