import type { Perm } from '#contracts/perms.ts'
import type { QuickHit } from '#contracts/insight/quick-search.ts'
import type { useConfirm } from './confirm.tsx'
import type { T } from '../text/i18n.ts'
import type { Notify } from '../http/notify.tsx'

/** What an action may use; the palette has closed by then. */
export interface PaletteTools {
  t: T
  navigate: (path: string) => void
  confirm: ReturnType<typeof useConfirm>
  notify: Notify
}
export interface PaletteAction {
  /** Key of its words in the offer's texts. */
  title: string
  /** Any one of these codes opens it. */
  perm: Perm | readonly Perm[]
  /** A code it needs as well. */
  alsoPerm?: Perm
  /** Further words it is found by, in both languages. */
  words?: string
  run: (tools: PaletteTools) => void | Promise<void>
  /** Whether there is something to do now (a last label). */
  ready?: () => boolean
}
/**
 * What a feature adds to the palette: default export of `web/features/<feature>/palette.ts`,
 * fetched when the palette first opens. `open` decides where a hit of the quick search is shown.
 */
export interface PaletteOffer {
  /** Namespace of the texts. */
  texts: string
  actions?: readonly PaletteAction[]
  open?: Partial<Record<QuickHit['kind'], (hit: QuickHit) => string>>
}
