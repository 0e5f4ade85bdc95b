/**
 * Remembers which numbers of a file came before, in sixteen bytes each instead of the text: two
 * hashes of 32 bits. Of two million numbers, two that differ are taken for the same in one of
 * some five million files.
 */
export class SeenNumbers {
  #size = 1 << 12
  #slots = new Uint32Array(this.#size * 2)
  #count = 0

  /** False where it was there before. */
  add(number: string): boolean {
    const [a, b] = hashesOf(number)
    if (!this.#put(this.#slots, this.#size, a, b)) return false
    if (++this.#count * 2 > this.#size) this.#grow()
    return true
  }

  #put(slots: Uint32Array, size: number, a: number, b: number): boolean {
    for (let at = a & (size - 1); ; at = (at + 1) & (size - 1)) {
      const [x, y] = [slots[at * 2], slots[at * 2 + 1]]
      if (x === 0 && y === 0) {
        slots[at * 2] = a
        slots[at * 2 + 1] = b
        return true
      }
      if (x === a && y === b) return false
    }
  }

  #grow(): void {
    const size = this.#size * 2
    const slots = new Uint32Array(size * 2)
    for (let at = 0; at < this.#size; at++) {
      const [a, b] = [this.#slots[at * 2]!, this.#slots[at * 2 + 1]!]
      if (a !== 0 || b !== 0) this.#put(slots, size, a, b)
    }
    this.#size = size
    this.#slots = slots
  }
}

/** Never both zero: that is an empty slot. */
function hashesOf(text: string): [number, number] {
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ (code + at), 0x85ebca6b)
    b = (b << 13) | (b >>> 19)
  }
  a ^= a >>> 16
  a = Math.imul(a, 0x7feb352d)
  a ^= a >>> 15
  b ^= b >>> 16
  b = Math.imul(b, 0xc2b2ae35)
  b ^= b >>> 13
  return [a >>> 0, (b | 1) >>> 0]
}
