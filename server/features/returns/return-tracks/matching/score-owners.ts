import { SCORE } from '#contracts/returns/return-tracks.states.ts'

/** What points to an owner. Each alone is worth so much; see `scoreOwners` for several. */
export const EVIDENCE = {
  /** The scanned number was announced. */
  announced: 100,
  /** We sent it out under this number. */
  outbound: 96,
  /** The return number on the box. */
  rma: 94,
  /** A serial number that was announced. */
  serial: 92,
  /** The code in the address: "c/o DE1034". */
  addressCode: 88,
  /** An order number or reference on the label. */
  orderNo: 84,
  /** The customer's own code on the label. */
  customerCode: 76,
  /** A code of goods only one customer has. */
  sku: 72,
  /** Last six of one of our numbers, sent to the sender's postcode. */
  lastSix: 66,
} as const
export type EvidenceKind = keyof typeof EVIDENCE

export interface Evidence {
  customerId: string
  kind: EvidenceKind
  /** What was found, as it is shown. */
  found: string
  shipmentId?: string | null
  predictedId?: string | null
}

export interface Candidate {
  customerId: string
  score: number
  evidence: Evidence[]
  shipmentId: string | null
  predictedId: string | null
}

/** What each further kind of evidence for the same customer adds. */
const MORE = 6

/**
 * Customers a return may belong to, best first. The strongest evidence counts whole, every other
 * kind adds a little; the same kind twice adds nothing. One kind that points to several customers
 * proves none of them: it is worth less than what decides by itself.
 */
export function scoreOwners(evidence: readonly Evidence[]): Candidate[] {
  const owners = new Map<EvidenceKind, Set<string>>()
  for (const { kind, customerId } of evidence)
    owners.set(kind, (owners.get(kind) ?? new Set()).add(customerId))
  const worth = ({ kind }: Evidence) =>
    owners.get(kind)!.size > 1 ? Math.min(EVIDENCE[kind], SCORE.auto - 10) : EVIDENCE[kind]
  return [...Map.groupBy(evidence, ({ customerId }) => customerId)]
    .map(([customerId, own]) => {
      const sorted = own.toSorted((a, b) => worth(b) - worth(a) || (a.kind < b.kind ? -1 : 1))
      const kinds = new Set(sorted.map(({ kind }) => kind))
      return {
        customerId,
        score: Math.min(100, worth(sorted[0]!) + MORE * (kinds.size - 1)),
        evidence: sorted.filter((one, at) => sorted.findIndex((two) => same(one, two)) === at),
        shipmentId: sorted.find((one) => one.shipmentId)?.shipmentId ?? null,
        predictedId: sorted.find((one) => one.predictedId)?.predictedId ?? null,
      }
    })
    .toSorted((a, b) => b.score - a.score || compareIds(a.customerId, b.customerId))
}

const same = (one: Evidence, two: Evidence) => one.kind === two.kind && one.found === two.found
const compareIds = (a: string, b: string): number => Number(BigInt(a) - BigInt(b))

/**
 * Who it is given to without asking: the only one with a score that decides. With two such a
 * person decides.
 */
export function certainOwner(candidates: readonly Candidate[]): Candidate | null {
  const certain = candidates.filter(({ score }) => score >= SCORE.auto)
  return certain.length === 1 ? certain[0]! : null
}

/** Who is offered to staff. */
export const suggested = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ score }) => score >= SCORE.suggest).slice(0, 5)
