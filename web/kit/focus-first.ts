/** Puts the cursor into the first field of a form that takes one (ux.md row 17). */
export function focusFirst(formId: string): void {
  document.getElementById(formId)?.querySelector<HTMLElement>('input:not([disabled]):not([readonly]):not([type="hidden"]), textarea:not([disabled]), [role="combobox"]:not([aria-disabled="true"])')?.focus()
}
