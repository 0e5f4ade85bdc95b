/** 1 air, 2 sea, 3 truck, 4 rail. */
export const WAYBILL_KINDS = ['1', '2', '3', '4'] as const
export type WaybillKind = (typeof WAYBILL_KINDS)[number]

/** In the order of the way; `other` moves no status. */
export const MILESTONE = {
  departed: '1',
  arrived: '2',
  inCustoms: '3',
  released: '4',
  handedOver: '5',
  other: '9',
} as const
export const MILESTONES = ['1', '2', '3', '4', '5', '9'] as const
export type MilestoneKind = (typeof MILESTONES)[number]
export const NATURES = ['actual', 'estimated', 'planned'] as const
export type Nature = (typeof NATURES)[number]
export type MilestoneState = 'copying' | 'done' | 'takingBack' | 'takenBack'

interface Mark {
  kind: string
  nature: string
  state: string
}
const counts = ({ nature, state, kind }: Mark): boolean =>
  nature === 'actual' && (state === 'copying' || state === 'done') && kind !== MILESTONE.other

/** The furthest milestone that has happened and was not taken back; `0` before the first. */
export const waybillStatus = (milestones: readonly Mark[]): string =>
  milestones.filter(counts).reduce((status, { kind }) => (kind > status ? kind : status), '0')

/** Milestones before this one of which none has happened: they are not made up, the caller sees them. */
export const skipped = (kind: MilestoneKind, milestones: readonly Mark[]): MilestoneKind[] =>
  kind === MILESTONE.other
    ? []
    : MILESTONES.filter(
        (one) =>
          one < kind &&
          one !== MILESTONE.inCustoms &&
          !milestones.some((mark) => counts(mark) && mark.kind === one),
      )
