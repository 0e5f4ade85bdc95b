import { dictionary, type Dictionary } from './dictionary.ts'

/** What makes the chargeable weight. */
export const weightDictionaries = (): Dictionary[] => [
  dictionary('volume_when', '何时计抛', 'Volume counts', [
    ['ALWAYS', '总是', 'Always'],
    ['SIDE_OVER', '任一边超过设定值', 'Above a side'],
    ['RATIO_OVER', '体积重超过实重的倍数', 'Above a multiple of the actual weight'],
  ]),
]
