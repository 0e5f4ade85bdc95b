/** What the keyboard has to know of the fields it types into. */

export const isField = (
  target: EventTarget | null,
): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    !/^(checkbox|radio|button|submit|file|range|color)$/.test(target.type))
export const isTyping = (target: EventTarget | null): boolean =>
  isField(target) ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.getAttribute('role') === 'combobox'))

/**
 * A field with a list or calendar: its Enter accepts what is chosen there, and never sends the form
 * (ux.md row 27), whether the list is open, closed or still on its way.
 */
export const isOfPopup = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement &&
  target.closest('.ant-select, .ant-picker, .ant-cascader, [role="combobox"]') !== null

/** antd's crosses empty a field: they are for the pointer; Backspace and Delete do it by key. */
export function passClearButtons(): void {
  const crosses = '.ant-select-clear, .ant-picker-clear, .ant-input-clear-icon'
  for (const cross of document.querySelectorAll<HTMLElement>(crosses)) cross.tabIndex = -1
}

/** Sets a field's text so that React notices. */
export function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const proto =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(proto, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * A list or calendar of the page itself, in no form and no dialog: it waits for a choice, not for a
 * scan.
 */
export const isPagesList = (field: Element): boolean =>
  isOfPopup(field) && field.closest('form, .ant-modal, .ant-drawer') === null
