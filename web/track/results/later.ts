export { filterKey, StatusFilter } from './status-filter.tsx'
export { asTable } from './table-text.ts'
