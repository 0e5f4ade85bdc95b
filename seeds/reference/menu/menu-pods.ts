import type { Permission } from '../permission.ts'
import { plain, type MenuEntry } from './menu-entry.ts'

/** Proofs of delivery and what is printed. */
export const podMenu: MenuEntry[] = [
  plain('bill', 'pod-carriers', 'pod:carrier', ['签收证明承运商', 'POD carriers'], 'car', {
    component: 'pods/PodCarriers',
  }),
]

/** Codes of proofs, in the words of the permission screen. */
export const podPermissions: readonly Permission[] = []
