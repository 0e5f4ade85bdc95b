/** Charsets files come in, and that a user may choose: the most common first. */
export const CHARSETS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'gb18030',
  'windows-1250',
  'iso-8859-2',
  'shift_jis',
  'big5',
  'euc-kr',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'macintosh',
  'cp850',
  'cp852',
  'koi8-r',
  'cp866',
] as const
export type Charset = (typeof CHARSETS)[number]

/** What parts the cells of a text file. */
export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]
