import type { KeyboardEvent } from 'react'

/** Backspace or Delete while the whole text is selected: the value goes, not a letter of it. */
export function emptiesField({ key, target }: KeyboardEvent<HTMLElement>): boolean {
  if ((key !== 'Backspace' && key !== 'Delete') || !(target instanceof HTMLInputElement))
    return false
  const { selectionStart, selectionEnd, value } = target
  return value !== '' && selectionStart === 0 && selectionEnd === value.length
}
