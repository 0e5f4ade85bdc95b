import { XMLParser } from 'fast-xml-parser'
import { z } from 'zod'
import { CarrierError, type CarrierReply } from '#server/features/carriers/carriers/index.ts'

const piece = z.looseObject({ 'piece-code': z.string() })
const pieces = z.looseObject({
  data: z.looseObject({
    code: z.string(),
    data: z.union([piece, z.array(piece)]).optional(),
  }),
})

/** The one number of a tracking answer; null where it has none. Code 5 and 6: not let in. */
export function pieceOf({ body, status }: Pick<CarrierReply, 'body' | 'status'>): string | null {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' })
  const read = pieces.safeParse(parser.parse(body))
  if (!read.success) throw new CarrierError('badReply', 'no XML we know', { status })
  const { code, data } = read.data.data
  if (code === '5' || code === '6') throw new CarrierError('auth', `code ${code}`)
  if (code === '100') return null
  if (code !== '0') throw new CarrierError('refused', `code ${code}`)
  const [first] = [data ?? []].flat()
  return first?.['piece-code'] ?? null
}
