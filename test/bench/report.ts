import type { Comparison } from './rounds.ts'

/** One line of the table. */
export interface Line {
  name: string
  what: string
  /** How the bar reads: `≥ 0.70`. */
  bar: string
  /** The figure the bar is about, as printed. */
  figure: string
  verdict: 'reached' | 'short' | 'no verdict' | 'reported'
  /**
   * The figure for a comparison with other runs; missing where there is none. `spread`: how far
   * apart rounds lay, as a share.
   */
  value?: { number: number; better: 'more' | 'less'; spread: number }
  /** Everything else worth knowing, one sentence each. */
  notes: string[]
  /** Raw figures for --json. */
  data: unknown
}

/**
 * Above this share of the machine used by others, or of spread between rounds, a run proves
 * nothing.
 */
const FOREIGN_MAX = 0.08
const SPREAD_MAX = 0.35

export const shown = (value: number, digits = 2) =>
  Number.isNaN(value) ? '–' : value.toFixed(digits)
export const percent = (share: number) => `${Math.round(share * 100)} %`

/** Why a comparison gives no verdict; null where it does. */
export function disturbance(result: Comparison): string | null {
  const errors = result.limit.errors + result.product.errors
  if (errors > 0)
    return `${errors} errors (${result.product.firstError ?? result.limit.firstError})`
  if (result.foreign !== null && result.foreign > FOREIGN_MAX)
    return `others used ${percent(result.foreign)} of the machine`
  if (result.ratioSpread > SPREAD_MAX) return `rounds lie ${percent(result.ratioSpread)} apart`
  return null
}

/** A comparison as a line: the ratio against its bar, and its details. */
export function ratioLine(name: string, what: string, atLeast: number, result: Comparison): Line {
  const { limit, product } = result
  const disturbed = disturbance(result)
  const cpu = (side: Comparison['limit']) =>
    `${side.cpu === null ? '–' : shown(side.cpu * 1000, 0)} µs server + ${shown(side.dbCpu * 1000, 0)} µs database`
  return {
    name,
    what,
    bar: `≥ ${shown(atLeast)} of bare`,
    figure: shown(result.ratio),
    verdict: disturbed ? 'no verdict' : result.ratio >= atLeast ? 'reached' : 'short',
    value: { number: result.ratio, better: 'more', spread: result.ratioSpread },
    notes: [
      `per second ${shown(product.rate, 0)} of ${shown(limit.rate, 0)}, spread of the ratio ${percent(result.ratioSpread)}, samples ${product.done} and ${limit.done}`,
      `p50 ${shown(product.p50, 1)} of ${shown(limit.p50, 1)} ms, p99 ${shown(product.p99, 1)} of ${shown(limit.p99, 1)} ms`,
      `CPU each: ${cpu(product)}, bare ${cpu(limit)}; CPU ratio of the servers ${result.cpuRatio === null ? '–' : shown(result.cpuRatio)}`,
      ...(product.overloaded > 0 ? [`refused as overload ${product.overloaded}`] : []),
      ...(disturbed ? [`disturbed: ${disturbed}`] : []),
    ],
    data: result,
  }
}

/** A row whose measuring broke, with the reason. */
export function brokenLine(name: string, error: unknown): Line {
  const reason = error instanceof Error ? error.message : String(error)
  return {
    name,
    what: 'could not be measured',
    bar: '',
    figure: '–',
    verdict: 'no verdict',
    notes: [reason],
    data: { error: reason },
  }
}

/** The table as text, aligned for a terminal. */
export function table(lines: readonly Line[]): string {
  const head = ['row', 'figure', 'bar', 'verdict', 'what']
  const cells = lines.map((line) => [
    line.name,
    line.figure,
    line.bar,
    line.verdict === 'reported' ? '' : line.verdict,
    line.what,
  ])
  const widths = head.map((title, at) =>
    Math.max(title.length, ...cells.map((row) => row[at]!.length)),
  )
  const print = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at]!))).join(' | ')}`.trimEnd()
  return [
    print(head),
    print(widths.map((width) => '-'.repeat(width))),
    ...cells.flatMap((row, at) => [print(row), ...lines[at]!.notes.map((note) => `    ${note}`)]),
  ].join('\n')
}
