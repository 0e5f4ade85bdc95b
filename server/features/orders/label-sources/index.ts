export type {
  CalledSource,
  DrawnSource,
  FindAnswer,
  LabelAddress,
  LabelField,
  LabelLimits,
  LabelService,
  MakeAnswer,
  VoidAnswer,
  WantedLabel,
} from './label-source.ts'
export { calledSource, chooseSources, labelSources } from './sources.ts'
export { checkLimits } from './check-limits.ts'
export {
  askAgain,
  claimLabels,
  keyOf,
  labelsByKey,
  lastLabels,
  liveLabels,
  setAside,
  storeAnswers,
  wantAgain,
  wantLabels,
  type LabelRow,
  type StoredAnswer,
} from './label-rows.ts'
export { claimVoids, forceVoids, keepLabels, storeVoids, wantVoids } from './void-rows.ts'
