import { percentOf } from '#contracts/kit/percent.ts'
import type { PriceSheet, SheetRow } from '#contracts/commercial/fee-versions.ts'
import { newLineKey, type Line } from '../../../kit/form/lines/lines.ts'
import type { GridColumn } from '../../../kit/table/row-grid/grid-types.ts'
import type { T } from '../../../kit/text/i18n.ts'

/** A weight with its prices: `upTo`, `step`, `p:<zone id>` and `s:<zone id>`. */
export type PriceLine = Line & Readonly<Record<string, string>>
type Mode = PriceSheet['fee']['stepMode']
type Zones = PriceSheet['zones']

const priceKey = (zoneId: string) => `p:${zoneId}`
const secondKey = (zoneId: string) => `s:${zoneId}`
export const isAmount = (key: string): boolean => key.startsWith('p:') || key.startsWith('s:')

export const blankLine = (): PriceLine => ({ lineKey: newLineKey() })

export function linesOf({ rows, zones }: Pick<PriceSheet, 'rows' | 'zones'>): PriceLine[] {
  return rows.map((row) => ({
    lineKey: newLineKey(),
    upTo: row.upTo ?? '',
    step: row.step ?? '',
    ...Object.fromEntries(
      zones.flatMap(({ id }, at) => [
        [priceKey(id), row.prices[at] ?? ''],
        [secondKey(id), row.seconds[at] ?? ''],
      ]),
    ),
  }))
}

const orNull = (text: string | undefined): string | null => (text ? text : null)

export function rowsOf(lines: readonly PriceLine[], zones: Zones, mode: Mode): SheetRow[] {
  return lines.map((line) => ({
    upTo: orNull(line.upTo),
    step: mode === 'B' ? orNull(line.step) : null,
    prices: zones.map(({ id }) => orNull(line[priceKey(id)])),
    seconds: mode === 'A' ? [] : zones.map(({ id }) => orNull(line[secondKey(id)])),
  }))
}

/** What a row is called at its left edge: its weight, in sight however far the sheet goes. */
export const weightOf = (line: PriceLine): string => line.upTo || '∞'

export function columnsOf(zones: Zones, mode: Mode, t: T): GridColumn<PriceLine>[] {
  const shared = new Set(zones.map(({ service }) => service)).size > 1
  return [
    {
      key: 'upTo',
      title: t(mode === 'B' ? 'sheet.first' : 'sheet.upTo'),
      width: 96,
      numeric: true,
    },
    ...(mode === 'B'
      ? [{ key: 'step', title: t('sheet.step'), width: 96, numeric: true } as const]
      : []),
    ...zones.flatMap(({ id, code, service }): GridColumn<PriceLine>[] => {
      const title = shared ? `${service} ${code}` : code
      const first = { key: priceKey(id), title, width: 88, numeric: true, aliases: [code] }
      return mode === 'A'
        ? [first]
        : [
            { ...first, title: `${title} ${t(`part.${mode}.price`)}`, width: 112 },
            {
              key: secondKey(id),
              title: `${title} ${t(`part.${mode}.second`)}`,
              width: 112,
              numeric: true,
              aliases: [`${code} +`],
            },
          ]
    }),
  ]
}

/** Places of the server (`rows.3.prices.5`) as those of the grid (`3.p:17`). */
export function placesOf(
  issues: readonly { path: string; message: string }[],
  zones: Zones,
): Record<string, string> {
  return Object.fromEntries(
    issues.flatMap(({ path, message }) => {
      const [head, row, part, at] = path.split('.')
      if (head !== 'rows') return []
      const zone = zones[Number(at)]?.id ?? ''
      const key = part === 'prices' ? priceKey(zone) : part === 'seconds' ? secondKey(zone) : part
      return [[`${row}.${key}`, message]]
    }),
  )
}

/** Warnings of a saved sheet in their cells. */
export function warningsOf(sheet: Pick<PriceSheet, 'issues' | 'zones'>): Record<string, string> {
  return Object.fromEntries(
    sheet.issues.flatMap(({ level, row, zone, message }) =>
      level === 'warning' && row !== null
        ? [[`${row}.${priceKey(sheet.zones[zone]?.id ?? '')}`, message]]
        : [],
    ),
  )
}

/**
 * An amount raised by hundredths of a percent and brought to a multiple of `stepMinor`, half up;
 * whole numbers throughout. What is no amount stays as it is.
 */
export function raisedText(
  text: string,
  { percentBp, stepMinor, decimals }: { percentBp: number; stepMinor: number; decimals: number },
): string {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || part.length > decimals) return text
  const minor = BigInt(whole + part.padEnd(decimals, '0'))
  const over = minor * BigInt(10_000 + percentBp)
  const unit = 10_000n * BigInt(Math.max(1, stepMinor))
  const steps = (2n * over + unit) / (2n * unit)
  const digits = (steps * BigInt(Math.max(1, stepMinor))).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** "3", "-2.5" or "3,5" percent in hundredths; null where it is no such number. */
export function raiseOf(text: string): number | null {
  const bp = percentOf(text)
  return bp !== null && bp > -10_000 ? bp : null
}
