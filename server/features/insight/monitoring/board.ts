import type { Board, Fact, FigureTable, Unit } from '#contracts/insight/monitoring.ts'
import { nodeName } from '#server/kit/http/call-figures.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'

export const fact = (key: string, unit: Unit, value: Fact['value'], alarm?: boolean): Fact => ({
  key,
  unit,
  value,
  ...(alarm === undefined ? {} : { alarm }),
})

export const table = (
  key: string,
  units: Readonly<Record<string, Unit>>,
  rows: FigureTable['rows'],
): FigureTable => ({
  key,
  columns: Object.entries(units).map(([name, unit]) => ({ key: name, unit })),
  rows,
})

export const boardOf = (
  parts: Partial<Pick<Board, 'node' | 'facts' | 'tables' | 'charts'>>,
): Board => ({
  at: nowIso(),
  node: nodeName,
  facts: [],
  tables: [],
  charts: [],
  ...parts,
})
