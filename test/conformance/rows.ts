import { sessionRows } from './session-rows.ts'
import { userRows } from './user-rows.ts'
import { permissionRows } from './permission-rows.ts'
import { otherRows } from './other-rows.ts'
import { orderRows } from './order-rows.ts'
import { fileRows } from './file-rows.ts'
import type { Row } from './row.ts'

/** Every call of the specification's §7, in its order, and those named elsewhere by their path. */
export const rows: readonly Row[] = [
  ...sessionRows,
  ...userRows,
  ...permissionRows,
  ...otherRows,
  ...orderRows,
  ...fileRows,
]
