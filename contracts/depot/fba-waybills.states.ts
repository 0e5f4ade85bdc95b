export const FBA_WAYBILL = {
  open: '0',
  dispatched: '1',
  arrived: '2',
  delivered: '3',
  refused: '4',
} as const

/** From which states each action is open. A refused truck is booked again, and is open then. */
const FROM = {
  edit: ['0', '1', '2'],
  load: ['0', '4'],
  book: ['0', '4'],
  dispatch: ['0'],
  arrive: ['1'],
  deliver: ['1', '2'],
  refuse: ['1', '2'],
} as const satisfies Record<string, readonly string[]>
export type FbaWaybillAction = keyof typeof FROM

export const isOpenFor = (action: FbaWaybillAction, status: string): boolean =>
  (FROM[action] as readonly string[]).includes(status)

/** What a warehouse's gate asks for: the words of the missing, in the order of the paper. */
export const GATE = ['appointmentNo', 'slotFrom', 'bolNo', 'proNos', 'plate', 'pallets'] as const
export const missingAtGate = (
  row: Readonly<Record<(typeof GATE)[number], unknown>>,
): (typeof GATE)[number][] =>
  GATE.filter((key) => row[key] === null || row[key] === undefined || row[key] === '')
