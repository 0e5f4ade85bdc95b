/** How one country writes addresses. Patterns are pieces of regular expressions, case ignored. */
export interface Format {
  country: string
  /** Where the postal code stands next to the town. */
  code: 'before' | 'after'
  pattern: string
  /** A prefix the code may bear: D-, NL-. */
  prefix?: string
  /** Its shape alone identifies the country. */
  unmistakable?: true
  /** Which side of the street's name its number stands on. */
  house: 'before' | 'after'
  number: string
  /** What a street's name begins with, ends with, or is one word of. */
  starts?: string
  ends?: string
  words?: string
  /** Those that no other language has. */
  own?: string
  /** Words that belong to the street's name when they stand before it. */
  leads?: string
  /** Post boxes: they take the place of a street. */
  box: string
  /** Flats, floors, buildings. */
  unit: string
  /** What the town's name may bear behind it: Cedex 08. */
  townTail?: string
  /** States or counties by the words that name them. */
  states?: string
  phone: string
}
