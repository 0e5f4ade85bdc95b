/** Why a label cannot be drawn; `code` is the key of the text a person sees. */
export class LabelError extends Error {
  readonly code: 'label.numberEmpty' | 'label.numberInvalid' | 'label.numberTooLong'
  readonly data: Record<string, string | number>

  constructor(code: LabelError['code'], data: Record<string, string | number>) {
    super(`${code} ${JSON.stringify(data)}`)
    this.name = 'LabelError'
    this.code = code
    this.data = data
  }
}
