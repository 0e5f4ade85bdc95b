import { crud } from '../kit/crud.ts'
import { entity } from '../kit/entity.ts'
import { date, dict, int, ref, text } from '../kit/field.ts'

/** Which addresses lie in a zone, country by country (domain 3.5). */
export const partitionConfigs = crud(
  entity({
    name: 'partition-configs',
    table: 'partition_config',
    scope: 'tenant',
    label: 'country',
    fields: {
      partitionId: ref('partitions', { required: true, filter: 'in', width: 180 }),
      country: dict('country', { required: true, filter: 'in', sort: true, width: 130 }),
      matchType: dict('match_type', { required: true, initial: 'ALL', filter: 'in', width: 130 }),
      valueFrom: text({ max: 200, filter: 'prefix', sort: true, width: 150 }),
      valueTo: text({ max: 200, width: 150 }),
      priority: int({ min: -1000, max: 1000, initial: 0, sort: true, width: 90 }),
      validFrom: date({ filter: 'range', sort: true, width: 120 }),
      validTo: date({ filter: 'range', sort: true, width: 120 }),
    },
  }),
  {
    path: '/erp/partitionConfig',
    perm: 'dlv:partitioncfg',
  },
)
