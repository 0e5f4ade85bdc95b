import { CODES } from '#contracts/kit/envelope.ts'
import { Refusal } from '#server/kit/http/errors.ts'

/** Why a label cannot be drawn; the words are `error.<code>` in locales/…/label-printing.json. */
export class LabelError extends Refusal {
  override readonly code:
    | 'label.numberEmpty'
    | 'label.numberInvalid'
    | 'label.numberTooLong'
    | 'label.textTooLong'
    | 'label.pictureMissing'

  constructor(code: LabelError['code'], data: Record<string, string | number>) {
    super(code, { body: CODES.rule, data })
    this.code = code
    this.message = `${code} ${JSON.stringify(data)}`
  }
}
