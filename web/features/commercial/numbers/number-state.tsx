import type { PoolState } from '#contracts/commercial/numbers/number-pools.ts'
import { StatusTag, type Tone } from '../../../kit/platform/status-tag.tsx'
import { useT } from '../../../kit/text/i18n.ts'

const TONES: Record<PoolState, Tone> = {
  free: 'done',
  reserved: 'waiting',
  used: 'idle',
  void: 'bad',
}

export function NumberState({ state }: { state: PoolState }) {
  const t = useT('numbers')
  return <StatusTag tone={TONES[state]}>{t(`state.${state}`)}</StatusTag>
}
