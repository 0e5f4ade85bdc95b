import type { RoutingMapping } from '#contracts/commercial/zones/routing.ts'

interface RoutingFile {
  csv: string
  mapping: RoutingMapping
  /** Addresses of some rows, with their sort codes. */
  probes: (readonly [country: string, postalCode: string, sortCode: string])[]
}

/**
 * A supplier's file of so many rows: Dutch codes of six characters and German ranges by turns, the
 * same for the same number.
 */
export function routingFile(rows: number): RoutingFile {
  const letters = 'ABCDEGHJKLMNPRTVWXZ'
  const lines = ['country,from,to,sort,gate,depot']
  const probes: RoutingFile['probes'] = []
  const wanted = new Set([0, 1, rows >> 1, (rows >> 1) + 1, rows - 2, rows - 1])
  for (let n = 0; n < rows; n++) {
    const sort = `S${n % 9973}`
    const half = n >> 1
    let code: string
    if (n % 2 === 0) {
      const [first, second] = [letters[half % 19]!, letters[Math.floor(half / 19) % 19]!]
      code = `${1000 + Math.floor(half / 361)} ${first}${second}`
      lines.push(`NL,${code},,${sort},G${n % 40},`)
    } else {
      // Longer than any real code, so that so many ranges lie side by side.
      code = String(10_000_000 + half * 4)
      lines.push(`DE,${code},${Number(code) + 3},${sort},G${n % 40},D${n % 70}`)
    }
    if (wanted.has(n)) probes.push([n % 2 === 0 ? 'NL' : 'DE', code, sort])
  }
  return {
    csv: lines.join('\n'),
    mapping: {
      columns: { country: 0, valueFrom: 1, valueTo: 2, sortCode: 3, gate: 4, destDepot: 5 },
      country: null,
      whole: false,
    },
    probes,
  }
}
