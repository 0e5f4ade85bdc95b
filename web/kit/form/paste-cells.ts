/**
 * Cells of a copied piece of a spreadsheet; null for a single value, which the field takes by
 * itself.
 */
export function cellsOf(text: string): string[][] | null {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1')))
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null
}

/**
 * A number as people write it, in the digits of the wire: full-width digits, a unit behind it, a
 * decimal comma. `1,234` stays as it is: it can mean a little more than one or more than a
 * thousand.
 */
export function plainDecimal(text: string): string {
  const narrow = text
    .normalize('NFKC')
    .trim()
    .replace(/\s*(kg|g|cm|mm|公斤|千克|厘米|pcs?|件|个)$/i, (unit) =>
      /^\s*(g|mm)$/i.test(unit) ? unit : '',
    )
  return /^\d+,(\d{1,2}|\d{4,})$/.test(narrow) ? narrow.replace(',', '.') : narrow
}
