import { hasUnsaved, mayLeave, useUnsavedScope } from '../form/unsaved.ts'
import { useAddress } from './use-address.ts'

/** What is open next to a list; stored in the address for links and the back button. */
export type Open = { kind: 'row' | 'edit'; id: string } | { kind: 'new'; id: string | null } | null
const NAMES = { row: '_row', edit: '_edit', new: '_new' } as const

export function useOpen(): { open: Open; show(open: NonNullable<Open>): void; close(): void } {
  const [params, setParams] = useAddress()
  const tab = useUnsavedScope()
  const go = (next: Open, replace: boolean) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        for (const name of Object.values(NAMES)) changed.delete(name)
        if (next) changed.set(NAMES[next.kind], next.id ?? '1')
        return changed
      },
      { replace },
    )
  const open = read(params)
  return {
    open,
    // Paging through rows in the drawer is one step of the history, not many.
    show: (next) => go(next, open !== null),
    close: () => {
      if (!hasUnsaved(tab)) return go(null, true)
      void Promise.resolve(mayLeave(tab)).then((yes) => yes && go(null, true))
    },
  }
}

function read(params: URLSearchParams): Open {
  const [row, edit, fresh] = [params.get(NAMES.row), params.get(NAMES.edit), params.get(NAMES.new)]
  if (edit) return { kind: 'edit', id: edit }
  if (fresh) return { kind: 'new', id: fresh === '1' ? null : fresh }
  return row ? { kind: 'row', id: row } : null
}
