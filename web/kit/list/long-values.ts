import { isText, storageSet, storageGet } from '../text/storage.ts'

/** Beyond this a value is not in the address: servers and mail programs cut such links. */
const LONG = 1_500
const NAME = 'LIST_LONG_'

/** A long value under a short name that this browser knows for a week; short ones as they are. */
export function toAddress(value: string): string {
  if (value.length <= LONG) return value.startsWith('~') ? `~~${value.slice(1)}` : value
  const name = nameOf(value)
  if (storageGet(NAME + name, isText) !== value) storageSet(NAME + name, value)
  return `~${name}`
}
/** Null where the value was another browser's or is gone. */
export function fromAddress(text: string | null): string | null {
  if (!text?.startsWith('~')) return text
  return text.startsWith('~~') ? text.slice(1) : storageGet(NAME + text.slice(1), isText)
}

/**
 * Two 32-bit sums (FNV-1a forwards, djb2 backwards) and the length: equal values share a name,
 * others practically never.
 */
function nameOf(value: string): string {
  let [one, two] = [0x811c9dc5, 5381]
  for (let at = 0; at < value.length; at++) {
    one = Math.imul(one ^ value.charCodeAt(at), 0x01000193)
    two = (Math.imul(two, 33) + value.charCodeAt(value.length - 1 - at)) | 0
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}${value.length.toString(36)}`
}
