export type Tone =
  | 'default'
  | 'processing'
  | 'success'
  | 'warning'
  | 'error'
  | 'cyan'
  | 'blue'
  | 'gold'
  | 'purple'

export interface DictionaryItem {
  value: string
  text: string
  textEn: string
  /** A tone, never a colour: the screens choose the shade. */
  color?: Tone
}
export interface Dictionary {
  code: string
  name: string
  nameEn: string
  items: readonly DictionaryItem[]
}

type Row = readonly [value: string, text: string, textEn: string, color?: Tone]

/** One dictionary from rows of value, Chinese, English and tone, in the order they are shown. */
export function dictionary(
  code: string,
  name: string,
  nameEn: string,
  rows: readonly Row[],
): Dictionary {
  return {
    code,
    name,
    nameEn,
    items: rows.map(([value, text, textEn, color]) => ({
      value,
      text,
      textEn,
      ...(color ? { color } : {}),
    })),
  }
}
