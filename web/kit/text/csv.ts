/**
 * Text as a spreadsheet opens it: comma separated, quoted where needed, with the mark Excel wants
 * for Chinese.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
// A leading = + - @ would be run as a formula by the spreadsheet; plain numbers may keep their
// sign.
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin reading only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
export function saveCsv(rows: readonly (readonly string[])[], name: string): void {
  saveBlob(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }), name)
}
