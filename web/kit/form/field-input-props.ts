/** What a form hands to the input of a field. */
export interface FieldInputProps<V = unknown> {
  id?: string
  value?: V
  onChange?: (value: unknown) => void
  disabled?: boolean
  placeholder?: string
  /** Label of a reference's present value. */
  text?: string | null
  /** Of an amount. */
  currency?: string | null
}
