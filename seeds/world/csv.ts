/** Rows of a CSV of our own (quotes doubled, no line breaks in fields), the header left out. */
export function csvRows(text: string): string[][] {
  return text.split('\n').slice(1).filter(Boolean).map(fieldsOf)
}

function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',')
  return Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}
