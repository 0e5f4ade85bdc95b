import { joinGroups } from '#contracts/kit/number-groups.ts'

/** Most numbers one filter takes (ux: up to 500). */
export const MAX_NUMBERS = 500

/**
 * Numbers out of pasted text: lines, a column or a row of a spreadsheet, or parted by blanks,
 * commas, semicolons and their Chinese kin; each once, in their order. Groups of one printed number
 * are joined. `repeated` were there more
 * than once, `cut` did not fit any more.
 */
export function pastedNumbers(
  text: string,
  max: number = MAX_NUMBERS,
): { numbers: string[]; repeated: number; cut: number } {
  const all = text
    .normalize('NFKC')
    .split(/[\r\n\t,;，；、|]+/)
    .flatMap((line) =>
      joinGroups(
        line.split(/[\s\u200b\ufeff]+/).map((word) => word.replace(/^["'“”‘’`]+|["'“”‘’`]+$/g, '')),
      ),
    )
    .map((number) => number.slice(0, 60))
  const each = [...new Set(all)]
  return {
    numbers: each.slice(0, max),
    repeated: all.length - each.length,
    cut: Math.max(0, each.length - max),
  }
}
