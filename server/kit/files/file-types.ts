import { fileTypeFromBuffer } from 'file-type'
import { fail } from '../http/errors.ts'

/** What a file is, found from its content, and its name made to agree with it. */
export interface TypedFile {
  type: string
  ending: string
  name: string
}

export const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
const TEXT = 'text/plain'
const OPEN_XML = 'application/vnd.openxmlformats-officedocument'

/** Types that are taken, and the endings a name may have for each; the first is given to others. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  [`${OPEN_XML}.spreadsheetml.sheet`]: ['xlsx'],
  [`${OPEN_XML}.wordprocessingml.document`]: ['docx'],
  [`${OPEN_XML}.presentationml.presentation`]: ['pptx'],
  // Some programs write office files that only look like the zip they are.
  'application/zip': ['zip', 'xlsx', 'docx', 'pptx', 'ods', 'odt'],
  'application/x-cfb': ['xls', 'doc', 'ppt', 'msg'],
  [TEXT]: ['txt', 'csv', 'tsv', 'json', 'xml', 'edi', 'zpl', 'log', 'md'],
}
const KNOWN = new Set(Object.values(ENDINGS).flat())
const PICTURE_ENDINGS = new Set(PICTURES.flatMap((type) => ENDINGS[type] ?? []))

/**
 * The type by the bytes themselves. Refuses what is empty, of no type that is taken, or named as
 * something else. The name loses its path and every character that could mislead.
 */
export async function typedFile(bytes: Buffer, sent: string): Promise<TypedFile> {
  if (bytes.length === 0) fail('file.empty')
  const { stem, ending } = splitName(sent)
  const type = await typeOf(bytes, ending)
  const endings = type === null ? undefined : ENDINGS[type]
  if (type === null || !endings) fail('file.type')
  if (endings.includes(ending)) return { type, ending, name: `${stem}.${ending}` }
  const found = endings[0] ?? ''
  // A PNG called .jpg is renamed. A zip called .jpg is not what it claims to be.
  const isMisnamed = PICTURES.includes(type) && PICTURE_ENDINGS.has(ending)
  if (KNOWN.has(ending) && !isMisnamed)
    fail('file.mismatch', { found: found.toUpperCase(), named: ending.toUpperCase() })
  return { type, ending: found, name: `${stem}.${found}` }
}

async function typeOf(bytes: Buffer, ending: string): Promise<string | null> {
  const found = (await fileTypeFromBuffer(bytes))?.mime
  if (found !== undefined && found !== 'application/xml') return found
  return ENDINGS[TEXT]?.includes(ending) && isPlainText(bytes) ? TEXT : null
}

/** Text in any encoding that is no page and no drawing a browser would run. */
function isPlainText(bytes: Buffer): boolean {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = bytes.toString(isWide ? 'utf16le' : 'latin1')
  return (
    !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) && !/<(!doctype\s+html|html|svg|script)\b/i.test(text)
  )
}

const NAME_MAX = 100
/** Controls, marks that turn the direction of writing, and what a file system reads as its own. */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]/gu
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

function splitName(sent: string): { stem: string; ending: string } {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(MISLEADING, '').replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
  const [, stem = '', ending = ''] = /^(.*?)(?:\.([A-Za-z0-9]{1,5}))?$/s.exec(plain) ?? []
  const short = [...stem].slice(0, NAME_MAX).join('').trim()
  return {
    stem: short === '' || RESERVED.test(short) ? `file${short}` : short,
    ending: ending.toLowerCase(),
  }
}
