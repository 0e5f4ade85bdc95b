import { sql } from 'kysely'
import { executorOf, makeCtx, type Ctx, type Tx } from '#server/kit/access/ctx.ts'
import { spellingsOf } from '#contracts/commercial/numbers/normalise-number.ts'
import { SCAN } from '#contracts/depot/scans.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'

/** What one scanned number turned out to be. */
export type Scanned =
  | { kind: 'one'; match: Match }
  | { kind: 'several'; count: number }
  | { kind: 'elsewhere'; depot: string }
  | { kind: 'twice'; no: string }
  /** The number of a void label; `no` is the parcel's own one now, if it has one. */
  | { kind: 'voidLabel'; no: string | null; parcel: { id: string; depotId: string } }
  | { kind: 'unknown' }

/**
 * The parcel a scanned number means. An order's number or a reference may stand for several: those
 * a scan could move go first, and where more than one is left the station asks for the parcel's own
 * number. A parcel in another depot of this tenant is reported with the depot's name, for staff
 * only.
 */
export async function findScanned(
  tx: Tx,
  no: string,
  prefer: (match: Match) => boolean,
): Promise<Scanned> {
  const [found = []] = await findParcels(tx, [no])
  const apt = found.filter(prefer)
  const only =
    found.length === 1
      ? found[0]
      : apt.length === 1
        ? apt[0]
        : apt.length === 0
          ? found[0]
          : undefined
  if (only) return { kind: 'one', match: only }
  if (apt.length > 1) return { kind: 'several', count: apt.length }
  const elsewhere = await depotOf(tx, no)
  if (elsewhere !== null) return { kind: 'elsewhere', depot: elsewhere }
  const replaced = await ofVoidLabel(tx, no)
  if (replaced) {
    const { trackNo, id, depotId } = replaced
    return { kind: 'voidLabel', no: trackNo, parcel: { id, depotId } }
  }
  const half = no.slice(0, no.length / 2)
  if (half.length > 3 && no === half + half && (await findParcels(tx, [half]))[0]?.length)
    return { kind: 'twice', no: half }
  return { kind: 'unknown' }
}

/** The answer to a number that means no parcel or several; null where it means one. */
export function notOne(
  found: Scanned,
): { code: number; words: string; data: Record<string, unknown> } | null {
  if (found.kind === 'several')
    return { code: SCAN.status, words: 'scan.several', data: { count: found.count } }
  if (found.kind === 'elsewhere')
    return { code: SCAN.status, words: 'scan.wrongDepot', data: { depot: found.depot } }
  if (found.kind === 'voidLabel')
    return found.no === null
      ? { code: SCAN.status, words: 'scan.voidLabel', data: {} }
      : { code: SCAN.status, words: 'scan.replacedLabel', data: { no: found.no } }
  // Two outputs of a scanner are on: it is set right, and nothing is booked by half a guess.
  if (found.kind === 'twice')
    return { code: SCAN.invalid, words: 'scan.twice', data: { no: found.no } }
  return found.kind === 'unknown'
    ? { code: SCAN.notPredicted, words: 'scan.unknown', data: {} }
    : null
}

interface OfVoidLabel {
  id: string
  depotId: string
  trackNo: string | null
}
/** The parcel that had a label with this number, which was made void. */
async function ofVoidLabel(tx: Tx, no: string): Promise<OfVoidLabel | undefined> {
  const { rows } = await sql<OfVoidLabel>`select p.id, p.depot_id, p.track_no
    from ${tx.rows('trackingNumber').as('t')} join ${tx.rows('parcel').as('p')} on p.id = t.parcel_id
    where t.number = any(${spellingsOf(no)}::text[]) and t.state = 2`.execute(tx.db)
  return rows[0]
}

async function depotOf(tx: Tx, no: string): Promise<string | null> {
  if (tx.principal.depotIds === null || tx.principal.customerId !== null) return null
  const [found = []] = await findParcels(acrossDepots(tx), [no])
  return found[0] ? depotCode(tx, found[0].depotId) : null
}

/** The same caller without the limit to depots, with tenant, owner and data rules. */
function acrossDepots(ctx: Ctx): Ctx {
  return makeCtx({
    requestId: ctx.requestId,
    lang: ctx.lang,
    log: ctx.log,
    deps: ctx.deps,
    http: ctx.http,
    executor: executorOf(ctx),
    principal: { ...ctx.principal, depotIds: null },
  })
}

export async function depotCode(ctx: Ctx, id: string): Promise<string> {
  return (
    (
      await sql<{
        code: string
      }>`select code from ${ctx.rows('depot').as('d')} where d.id = ${id}`.execute(ctx.db)
    ).rows[0]?.code ?? ''
  )
}

/** `at` is the place of the asked number in the list. */
export interface Match {
  at: number
  rank: number
  parcelId: string
  shipmentId: string
  customerId: string
  depotId: string
  parcelStatus: number
}

/**
 * Parcels a number may mean, within the caller's reach: the parcel's own numbers (track number,
 * serial) go before the order's serial, then the parcel's reference, then the order's reference.
 * Only the best kind that matches is answered, so an order's number gives all its parcels. Every
 * branch is an exact look-up in an index of its own.
 */
export async function findParcels(ctx: Ctx, nos: readonly string[]): Promise<Match[][]> {
  const requested = nos.flatMap((no, at) => spellingsOf(no).map((text) => ({ at, text })))
  const parcel = () => ctx.rows('parcel').as('p')
  const order = () => ctx.rows('shipment').as('s')
  const facts = sql`p.id as parcel_id, p.shipment_id, p.customer_id, p.depot_id, p.parcel_status`
  const found = await sql<Match>`with asked as (select *
        from unnest((select ${requested.map((one) => one.at)}::int[]),
          (select ${requested.map((one) => one.text)}::text[])) as x(at, n))
    select distinct * from (
      select a.at, 1 as rank, ${facts} from asked a join ${parcel()} on p.serial_number = a.n
      union all select a.at, 1, ${facts} from asked a join ${parcel()} on p.track_no = a.n
      union all select a.at, 1, ${facts} from asked a
      join ${ctx.rows('trackingNumber').as('t')} on t.number = a.n and t.state = 1
      join ${parcel()} on p.id = t.parcel_id
      union all select a.at, 2, ${facts} from asked a join ${order()} on s.serial_number = a.n
      join ${parcel()} on p.shipment_id = s.id
      union all select a.at, 3, ${facts} from asked a join ${parcel()} on p.reference = a.n
      union all select a.at, 4, ${facts} from asked a join ${order()} on s.reference = a.n
      join ${parcel()} on p.shipment_id = s.id
    ) as found order by at, rank, parcel_id`.execute(ctx.db)
  const best = nos.map<Match[]>(() => [])
  for (const match of found.rows) {
    const list = best[match.at]!
    if (list.length === 0 || list[0]!.rank === match.rank) list.push(match)
  }
  return best
}

export type InboundClass = 'receive' | 'status' | 'held' | 'alreadyIn' | 'alreadyOut'
export type OutboundClass = 'bag' | 'status' | 'held' | 'neverReceived' | 'bagged' | 'alreadyOut'

const P = PARCEL
const EXPECTED: readonly number[] = [P.PREDICTED, P.CONFIRMED, P.LABELLED]
const IN_STOCK: readonly number[] = [P.RECEIVED, P.SORTED, P.BAGGED]
const DEPARTED: readonly number[] = [
  P.OUTBOUND,
  P.IN_TRANSIT,
  P.EXCEPTION,
  P.RETURNING,
  P.DELIVERED,
]

/**
 * What an inbound scan means for a parcel in this state (domain §3.2). What came back or ended
 * is not ours to receive again.
 */
export function classifyInboundScan(status: number): InboundClass {
  if (EXPECTED.includes(status)) return 'receive'
  if (status === P.HELD) return 'held'
  if (IN_STOCK.includes(status)) return 'alreadyIn'
  return DEPARTED.includes(status) ? 'alreadyOut' : 'status'
}

/** What a scan into an outbound batch means for a parcel in this state. */
export function classifyOutboundScan(status: number): OutboundClass {
  if (status === P.RECEIVED || status === P.SORTED) return 'bag'
  if (status === P.BAGGED) return 'bagged'
  if (status === P.HELD) return 'held'
  if (status === P.DRAFT || EXPECTED.includes(status)) return 'neverReceived'
  return DEPARTED.includes(status) ? 'alreadyOut' : 'status'
}
