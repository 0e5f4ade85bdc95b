/** Pages a file of labels may have. */
export const PAGES_MAX = 300

/** Why a file is not split; the name of a refusal. */
export type PdfFault = 'encrypted' | 'pages' | 'broken' | 'tooLarge' | 'tooSlow'
export class PdfRefusal extends Error {
  readonly fault: PdfFault
  constructor(fault: PdfFault) {
    super(fault)
    this.fault = fault
  }
}
