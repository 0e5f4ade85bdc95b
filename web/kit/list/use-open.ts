import { hasUnsaved, mayLeave, useUnsavedScope } from '../platform/unsaved.ts'
import { useAddress } from './use-address.ts'

/** What is open next to a list; stored in the address for links and the back button. */
export type Open = { kind: 'row' | 'edit'; id: string } | { kind: 'new'; id: string | null } | null
const NAMES = { row: '_row', edit: '_edit', new: '_new' } as const

/** `within`: of a list inside another screen, whose drawer has the plain names. */
export function useOpen(within = ''): {
  open: Open
  show(open: NonNullable<Open>): void
  close(): void
} {
  const [params, setParams] = useAddress()
  const tab = useUnsavedScope()
  const prefix = within && `${within}.`
  const go = (next: Open, replace: boolean) =>
    setParams(
      (now) => {
        const changed = new URLSearchParams(now)
        for (const name of now.keys()) if (isOpenOf(name, within)) changed.delete(name)
        if (next) changed.set(prefix + NAMES[next.kind], next.id ?? '1')
        return changed
      },
      { replace },
    )
  const open = read(params, prefix)
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

/** What is open in a drawer goes with it. */
function isOpenOf(name: string, within: string): boolean {
  const [, outer = '', own = ''] = /^(?:(.*)\.)?(_\w+)$/.exec(name) ?? []
  return (within === '' || outer === within) && Object.values<string>(NAMES).includes(own)
}

function read(params: URLSearchParams, prefix: string): Open {
  const at = (name: string) => params.get(prefix + name)
  const [row, edit, fresh] = [at(NAMES.row), at(NAMES.edit), at(NAMES.new)]
  if (edit) return { kind: 'edit', id: edit }
  if (fresh) return { kind: 'new', id: fresh === '1' ? null : fresh }
  return row ? { kind: 'row', id: row } : null
}
