const FIELD =
  'input:not([disabled]):not([readonly]):not([type="hidden"]), textarea:not([disabled]), [role="combobox"]:not([aria-disabled="true"])'

/**
 * Puts the cursor into the first field of a form that takes one (ux.md row 17). Who has gone to a
 * field while the form slid in stays there: half of what they type would end up in another.
 */
export function focusFirst(formId: string): void {
  const form = document.getElementById(formId)
  if (document.activeElement?.matches(FIELD) && form?.contains(document.activeElement)) return
  form?.querySelector<HTMLElement>(FIELD)?.focus()
}
