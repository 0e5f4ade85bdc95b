import type { Design, labelDesigns } from '#contracts/commercial/labels/designs.ts'
import { labelDocument, type LabelDocument } from '#contracts/commercial/labels/document.ts'
import type { Out } from '#contracts/kit/endpoint.ts'

type Answer = Out<typeof labelDesigns.design>
export type Desk = Omit<Answer, 'document'> & { document: LabelDocument }

/** An answer with every value of its elements, also those left to their defaults. */
export const deskOf = (answer: Answer): Desk => ({
  ...answer,
  document: labelDocument.parse(answer.document),
})

/** The draft as it is stored by now; null where there is none. */
export const draftOf = ({ designs }: Pick<Desk, 'designs'>): Design | null =>
  designs.find(({ state }) => state === 'draft') ?? null
