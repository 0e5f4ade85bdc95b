import { useEffect, useRef, useState } from 'react'

const HAN = /\p{Script=Han}/u
const HOW = { toneType: 'none', type: 'array', v: true } as const

/**
 * Chinese names as people type them: pinyin and its initials. The table comes once letters are typed
 * into a list that has such names; `waits` until then.
 */
export function useSpoken(
  typed: string,
  names: readonly string[],
): { spoken: (name: string) => readonly string[]; waits: boolean } {
  const [table, setTable] = useState<typeof import('pinyin-pro') | null>(null)
  const [failed, setFailed] = useState(false)
  const known = useRef(new Map<string, readonly string[]>())
  const wanted = /[a-zü]/i.test(typed) && names.some((name) => HAN.test(name))
  useEffect(() => {
    // Without it names are found as they are written.
    if (wanted) import('pinyin-pro').then(setTable, () => setFailed(true))
  }, [wanted])
  const spoken = (name: string): readonly string[] => {
    if (!wanted || !table || !HAN.test(name)) return []
    let ways = known.current.get(name)
    if (!ways) {
      const read = [undefined, 'first'] as const
      ways = read.map((pattern) =>
        table.pinyin(name, { ...HOW, ...(pattern ? { pattern } : {}) }).join(''),
      )
      known.current.set(name, ways)
    }
    return ways
  }
  return { spoken, waits: wanted && !table && !failed }
}
