/**
 * The cells of a copied piece of a spreadsheet. A cell with line breaks, tabs or quotes comes in
 * quotes, doubled inside; a quote that is never closed is part of its text.
 */
export function gridOf(text: string): string[][] {
  const plain = text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '')
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]*/y
  for (let at = 0; at <= plain.length; at = cell.lastIndex + 1) {
    cell.lastIndex = at
    const [whole, quoted] = cell.exec(plain) ?? ['']
    rows.at(-1)?.push((quoted === undefined ? whole : quoted.replaceAll('""', '"')).trim())
    if (plain[cell.lastIndex] === '\n') rows.push([])
  }
  return rows
}

/** As `gridOf`; null for a single value, which the field takes by itself. */
export function cellsOf(text: string): string[][] | null {
  const rows = gridOf(text)
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null
}

/**
 * A number as people write it, in the digits of the wire: full-width digits, a unit behind it, a
 * decimal comma, thousands in groups. `1,234` stays as it is: it can mean a little more than one or
 * more than a thousand.
 */
export function plainDecimal(text: string): string {
  const narrow = text
    .normalize('NFKC')
    .trim()
    .replace(/\s*(kg|g|cm|mm|公斤|千克|厘米|pcs?|件|个)$/i, (unit) =>
      /^\s*(g|mm)$/i.test(unit) ? unit : '',
    )
  if (/^\d+,(\d{1,2}|\d{4,})$/.test(narrow)) return narrow.replace(',', '.')
  if (/^\d{1,3}(?:[.\u00a0\u202f ’']\d{3})+,\d+$/.test(narrow))
    return narrow.replace(/[.\s’']/g, '').replace(',', '.')
  if (/^\d{1,3}(?:[,\u00a0\u202f ’']\d{3})+\.\d+$/.test(narrow))
    return narrow.replace(/[,\s’']/g, '')
  return narrow
}
