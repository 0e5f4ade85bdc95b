import { joinGroups } from '#contracts/kit/number-groups.ts'

/** Most numbers one call takes. */
export const NUMBERS_MAX = 1000

/**
 * Numbers out of whatever was pasted: a column of a sheet, lines, commas. Each once, in order; the
 * first cell of a line counts.
 */
export function pastedNumbers(text: string): string[] {
  const lines = text.normalize('NFKC').split(/[\r\n]+/)
  const cells =
    lines.length > 1 && lines.some((line) => line.includes('\t'))
      ? lines.map((line) => line.split('\t')[0] ?? '')
      : lines.flatMap((line) => line.split(/[\t,;、，；]|\s{2,}/))
  return [
    ...new Set(
      cells
        .map((cell) => joined(cell.trim().replace(/^["']|["']$/g, '')))
        .filter((cell) => cell !== '' && cell.length <= 60),
    ),
  ]
}

/** A number printed in groups becomes one; a reference with blanks in it stays as it is. */
function joined(cell: string): string {
  const groups = joinGroups(cell.split(/\s+/))
  return groups.length === 1 ? (groups[0] ?? cell) : cell
}
