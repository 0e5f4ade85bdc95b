/** What an item may be coloured with. */
export const COLOURS = [
  'default',
  'processing',
  'success',
  'warning',
  'error',
  'cyan',
  'blue',
  'gold',
  'purple',
] as const
