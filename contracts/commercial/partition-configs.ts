import { resource } from '../kit/resource.ts'
import { date, dict, int, ref, text } from '../kit/field.ts'

/** Which addresses lie in a zone, country by country (domain 3.5). */
export const partitionConfigs = resource({
  name: 'partition-configs',
  path: '/erp/partitionConfig',
  table: 'partition_config',
  perm: 'dlv:partitioncfg',
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
})
