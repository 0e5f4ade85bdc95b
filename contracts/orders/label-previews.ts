import { z } from 'zod'
import { labelDocument } from '../commercial/labels/document.ts'
import { finding } from '../commercial/labels/findings.ts'
import { endpoints } from '../kit/endpoint.ts'
import { idText } from '../kit/envelope.ts'

const values = {
  /** Parcel, order or reference number of a parcel within the caller's reach. */
  number: z.string().trim().max(64).optional(),
  /** Without a number: everyday values, or the longest ones. */
  sample: z.enum(['usual', 'longest']).default('usual'),
  dpi: z.literal([203, 300]).optional(),
}

/**
 * Labels that are not valid: a parcel's own is marked as a test, nothing is counted, and no state
 * changes.
 */
export const labelPreviews = endpoints({
  /** One label of a document, drawn in all three ways from one layout. Nothing is stored. */
  preview: {
    method: 'POST',
    path: '/erp/labelTemplate/preview',
    perm: 'dlv:label:list',
    in: z.object({
      document: labelDocument,
      /** Whose footer and switches count. */
      templateId: idText.optional(),
      ...values,
    }),
    out: z.object({
      /** Whose values they are; null of samples. */
      parcel: z.object({ id: z.string(), number: z.string() }).nullable(),
      /** Base64. */
      pdf: z.string(),
      zpl: z.string(),
      /** The dots a printer of this resolution prints by the ZPL, PNG in base64. */
      png: z.string(),
      dpi: z.literal([203, 300]),
      /** What these values met: texts that do not fit, data the bars cannot hold. */
      findings: z.array(finding),
    }),
  },
  /**
   * The label of a stored version as a file; without `designId` as labels are printed now. A PDF
   * goes on the sheet of the template, or by a print set as other labels do.
   */
  testPrint: {
    method: 'POST',
    path: '/erp/labelTemplate/testPrint',
    perm: 'dlv:label:list',
    reply: 'file',
    in: z.object({
      id: idText,
      designId: idText.optional(),
      format: z.enum(['pdf', 'zpl']).default('pdf'),
      printSetId: idText.optional(),
      ...values,
    }),
    out: z.null(),
  },
})
