/** What people and programs write without end: runs of one kind, and kinds that take turns. */
export const TEXT_CLASSES: Readonly<Record<string, string>> = {
  'letters without a blank': 'abcdefghij',
  capitals: 'A',
  digits: '1234567890',
  'Chinese signs': '汉字',
  'Chinese signs and digits': '路1',
  'Chinese parts': '张三，北京市，',
  dots: '.',
  commas: ',',
  'opening brackets': '(',
  'brackets with a word': '(a',
  'square brackets': '[',
  blanks: ' ',
  words: 'ab ',
  lines: 'a\n',
  columns: 'a\t',
  labels: 'a: ',
  'hyphens and slashes': 'a-/',
  'mixed scripts': 'aж汉1',
  'letters with accents': 'äe\u0301',
  'signs without width': '\u200b',
  kana: 'カ',
  'emoji and at signs': '😀@',
  codes: '12345 Town ',
  amounts: '1.000,00 ',
}

export const longText = (unit: string, length: number): string =>
  unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .toWellFormed()

/** Whether the other's answer came before the last of those that were asked before it. */
export async function answeredBefore(asked: Promise<unknown>[], other: () => Promise<unknown>) {
  const order: string[] = []
  const all = asked.map((one) => one.then(() => order.push('asked')))
  await Promise.all([...all, other().then(() => order.push('other'))])
  return order.indexOf('other') < order.lastIndexOf('asked')
}
