import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { bool, dict, int, text, textarea } from '../kit/field.ts'

/** Visitors load it with every result. */
export const LOGO_BYTES = 100_000

/**
 * Carriers whose events we read. Their keys are set by a call of their own and never travel in a
 * row.
 */
export const couriers = crud(
  entity({
    name: 'couriers',
    table: 'courier',
    scope: 'tenant',
    label: 'name',
    fields: {
      code: text({ required: true, max: 32, unique: true, filter: 'like', sort: true, width: 120 }),
      name: text({ required: true, max: 100, filter: 'like', sort: true, width: 180 }),
      nameEn: text({ max: 100, filter: 'like', width: 180 }),
      /** Path of a picture its editor uploaded, as `/sys/common/static` answers it. */
      logo: text({ max: 120, show: ['form'] }),
      adapter: dict('adapter', { required: true, initial: 'none', filter: 'in', width: 140 }),
      /** The built-in simulator answers instead of the carrier while apiBase is empty. */
      simulated: bool({ initial: false, filter: 'eq', width: 100, show: ['form', 'detail'] }),
      apiBase: text({ max: 200, show: ['form', 'detail'] }),
      trackingUrl: text({ max: 300, width: 260 }),
      numberPattern: text({ max: 200, show: ['form'] }),
      /** A day of the built-in simulator's story passes in this many times less. */
      simulatorSpeed: int({ min: 1, max: 100000, initial: 1, show: ['form', 'detail'] }),
      /** What the carrier's plan allows; empty is what a DHL key starts with. */
      callsPerDay: int({ min: 1, max: 1000000, initial: 250, show: ['form', 'detail'] }),
      polling: bool({ initial: true, filter: 'eq', width: 100 }),
      /** Hours between two questions about a parcel, by how far it is; empty: as the rule has it. */
      pollEarlyHours: int({ min: 1, max: 168, show: ['form', 'detail'] }),
      pollMovingHours: int({ min: 1, max: 168, show: ['form', 'detail'] }),
      pollWaitingHours: int({ min: 1, max: 168, show: ['form', 'detail'] }),
      pollVanHours: int({ min: 1, max: 168, show: ['form', 'detail'] }),
      /** Days its pushes are kept as they came, to be read again. */
      keepDays: int({ required: true, min: 7, max: 730, initial: 90, show: ['form', 'detail'] }),
      enabled: bool({ initial: true, filter: 'eq', width: 90 }),
      remark: textarea({ max: 500 }),
    },
  }),
  {
    path: '/erp/courier',
    perm: 'trk:courier',
  },
)
