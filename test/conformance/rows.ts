import { sessionRows } from './session-rows.ts'
import { userRows } from './user-rows.ts'
import { permissionRows } from './permission-rows.ts'
import { otherRows } from './other-rows.ts'
import type { Row } from './row.ts'

/** Every call of the specification's §7, in its order. */
export const rows: readonly Row[] = [...sessionRows, ...userRows, ...permissionRows, ...otherRows]
