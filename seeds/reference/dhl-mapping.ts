import type { MappingRow, MappingTarget } from '#contracts/tracking/tracking.events.ts'
import { CODES, T, to } from './dhl-mapping-codes.ts'

interface TextRule {
  name: string
  codes: readonly string[]
  /** Alternatives, in the languages DHL is asked in. */
  pattern: string
  to: MappingTarget
}

const DELIVERED = ['ZU', 'DLVRD', 'delivered']
const FAILED = ['ZN', 'NTDEL', 'failure']
const TROUBLE = ['BV', 'EXPHD', 'failure', 'transit']
const MOVING = ['AA', 'EE', 'NB', 'transit', 'failure']
const SHOP = ['ZF', 'LA', 'transit', 'failure']
const CUSTOMS = ['ZO', 'transit', 'failure']

/**
 * What the words add to a code, first match first: the standard events are few, and the unified
 * statusCode alone means little more than "moving".
 */
const TEXTS: readonly TextRule[] = [
  {
    name: 'returned',
    codes: DELIVERED,
    pattern: 'back to the sender|returned to the sender|delivered to the sender|an den absender',
    to: to(T.RETURNED, 'to_sender'),
  },
  {
    name: 'return-refused',
    codes: MOVING,
    pattern: 'refus.*back to the sender|refus.*return|verweigert.*zurück',
    to: to(T.RETURNING, 'refused'),
  },
  {
    name: 'return-unclaimed',
    codes: MOVING,
    pattern: 'not collected.*back to the sender|not collected.*return|nicht abgeholt.*zurück',
    to: to(T.RETURNING, 'unclaimed'),
  },
  {
    name: 'return',
    codes: MOVING,
    pattern:
      'back to the sender|return to sender|returned to sender|return shipment|rücksendung|zurückgesandt',
    to: to(T.RETURNING, 'undeliverable'),
  },

  {
    name: 'neighbour',
    codes: DELIVERED,
    pattern: 'neighbou?r|nachbar',
    to: to(T.DELIVERED, 'neighbour'),
  },
  {
    name: 'collected',
    codes: DELIVERED,
    pattern: 'collected|picked up|abgeholt',
    to: to(T.DELIVERED, 'shop_collected'),
  },
  {
    name: 'safe-place',
    codes: DELIVERED,
    pattern: 'drop-off location|safe place|agreed place|ablageort|wunschort',
    to: to(T.DELIVERED, 'safe_place'),
  },
  {
    name: 'mailbox',
    codes: DELIVERED,
    pattern: 'letter ?box|mailbox|briefkasten',
    to: to(T.DELIVERED, 'mailbox'),
  },

  {
    name: 'refused',
    codes: FAILED,
    pattern: 'refus|verweiger',
    to: to(T.ATTEMPT_FAILED, 'refused'),
  },
  {
    name: 'address',
    codes: [...FAILED, 'transit'],
    pattern: 'address.*(incomplete|incorrect|not found|could not)|adresse.*(unvollständig|nicht)',
    to: to(T.ATTEMPT_FAILED, 'address_problem'),
  },
  {
    name: 'closed',
    codes: FAILED,
    pattern: 'business closed|was closed|geschlossen',
    to: to(T.ATTEMPT_FAILED, 'business_closed'),
  },
  {
    name: 'no-access',
    codes: FAILED,
    pattern: 'no access|kein zugang',
    to: to(T.ATTEMPT_FAILED, 'no_access'),
  },
  {
    name: 'card',
    codes: FAILED,
    pattern: 'card (was )?left|notification card|benachrichtigungskarte',
    to: to(T.ATTEMPT_FAILED, 'carded'),
  },
  {
    name: 'not-home',
    codes: ['failure', 'transit'],
    pattern: 'nobody|not at home|recipient was not|unsuccessful|nicht angetroffen|nicht zugestellt',
    to: to(T.ATTEMPT_FAILED, 'not_home'),
  },

  {
    name: 'locker',
    codes: SHOP,
    pattern: 'locker|packstation',
    to: to(T.READY_FOR_PICKUP, 'locker'),
  },
  {
    name: 'post-office',
    codes: SHOP,
    pattern: 'post office|postfiliale',
    to: to(T.READY_FOR_PICKUP, 'post_office'),
  },
  {
    name: 'shop',
    codes: ['transit', 'failure'],
    pattern:
      'ready for collection|waiting for collection|retail outlet|parcel ?shop|bereit.*abholung',
    to: to(T.READY_FOR_PICKUP, 'parcel_shop'),
  },

  {
    name: 'customs-released',
    codes: CUSTOMS,
    pattern:
      'released by customs|customs clearance (is )?complete|cleared customs|zoll.*freigegeben',
    to: to(T.CUSTOMS, 'released'),
  },
  {
    name: 'customs-docs',
    codes: CUSTOMS,
    pattern: 'customs.*(document|invoice)|(document|invoice).*customs|zoll.*unterlagen',
    to: to(T.CUSTOMS, 'docs_required'),
  },
  {
    name: 'customs-duty',
    codes: CUSTOMS,
    pattern: 'customs dut|import dut|duties|zollgebühr|einfuhrabgaben',
    to: to(T.CUSTOMS, 'duty_due'),
  },
  {
    name: 'customs-inspection',
    codes: CUSTOMS,
    pattern: 'customs inspection|inspected by customs|zollbeschau',
    to: to(T.CUSTOMS, 'inspection'),
  },
  {
    name: 'customs-held',
    codes: CUSTOMS,
    pattern: 'held.*customs|vom zoll.*angehalten',
    to: to(T.CUSTOMS, 'held'),
  },
  {
    name: 'customs',
    codes: ['transit', 'failure'],
    pattern: 'customs|verzollung|zollamt',
    to: to(T.CUSTOMS, 'processing'),
  },

  { name: 'damaged', codes: TROUBLE, pattern: 'damag|beschädigt', to: to(T.EXCEPTION, 'damaged') },
  {
    name: 'weather',
    codes: TROUBLE,
    pattern: 'weather|wetter',
    to: to(T.EXCEPTION, 'delayed_weather'),
  },
  {
    name: 'missorted',
    codes: TROUBLE,
    pattern: 'mis-?sort|fehlgeleitet',
    to: to(T.EXCEPTION, 'missorted'),
  },
  {
    name: 'lost',
    codes: TROUBLE,
    pattern: 'lost|being searched|nachforschung',
    to: to(T.EXCEPTION, 'lost'),
  },
  {
    name: 'delayed',
    codes: TROUBLE,
    pattern: 'delay|verzöger|verspät',
    to: to(T.EXCEPTION, 'delayed_carrier'),
  },
  {
    name: 'resolved',
    codes: ['NB', 'transit'],
    pattern: 'has been corrected|resolved|continues|behoben',
    to: to(T.IN_TRANSIT, 'resolved'),
  },

  {
    name: 'on-vehicle',
    codes: ['transit'],
    pattern: 'delivery vehicle|out for delivery|zustellfahrzeug',
    to: to(T.OUT_FOR_DELIVERY, 'on_vehicle'),
  },
  {
    name: 'picked-up',
    codes: ['transit'],
    pattern: 'picked up from the sender|collected from the sender|beim absender abgeholt',
    to: to(T.ACCEPTED, 'picked_up'),
  },
  {
    name: 'handed-in',
    codes: ['transit', 'pre-transit'],
    pattern: 'handed in|handed over to dhl|eingeliefert',
    to: to(T.ACCEPTED, 'dropped_off'),
  },
  {
    name: 'country',
    codes: ['EE', 'transit'],
    pattern: 'destination country|zielland',
    to: to(T.IN_TRANSIT, 'arrived_country'),
  },
  {
    name: 'delivery-depot',
    codes: ['EE', 'transit'],
    pattern: 'delivery (base|depot)|zustellbasis',
    to: to(T.IN_TRANSIT, 'at_delivery_depot'),
  },
  {
    name: 'departed',
    codes: ['transit'],
    pattern: 'has left|departed|verlassen',
    to: to(T.IN_TRANSIT, 'departed'),
  },
  {
    name: 'arrived',
    codes: ['transit'],
    pattern: 'has arrived|arrived (at|in)|eingetroffen',
    to: to(T.IN_TRANSIT, 'arrived'),
  },
]

/**
 * Our own reading of DHL's events, the start of a courier's mapping table. Staff may add rows that
 * outweigh these.
 */
export function dhlMapping(courier: string): MappingRow[] {
  const row = (
    id: string,
    rawCode: string,
    textPattern: string | null,
    weight: number,
    target: MappingTarget,
  ): MappingRow => ({
    id: `${courier}.${id}`,
    courier,
    rawCode,
    reasonCode: null,
    textPattern,
    weight,
    to: target,
  })
  const codes = Object.entries(CODES).map(([code, target]) => row(code, code, null, 0, target))
  const texts = TEXTS.flatMap((rule, index) =>
    rule.codes.map((code) =>
      row(`${code}.${rule.name}`, code, rule.pattern, TEXTS.length - index, rule.to),
    ),
  )
  // An ICE code whose standard event is more exact (domain 3.1: SRTED with PO).
  const loaded = {
    ...row('SRTED.PO', 'SRTED', null, 0, to(T.OUT_FOR_DELIVERY, 'on_vehicle')),
    reasonCode: 'PO',
  }
  return [...codes, ...texts, loaded]
}
