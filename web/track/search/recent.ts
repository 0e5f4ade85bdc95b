export type Recent = { numbers: string[]; at: number }

const STORED_AS = 'track_recent'
const RECENT_MAX = 6

/** Earlier searches of this device, newest first. They never leave it. */
export function readRecent(): Recent[] {
  try {
    const stored: (Partial<Recent> | null)[] = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, RECENT_MAX) : []
  } catch {
    return []
  }
}

export function addRecent(numbers: string[]): void {
  const same = numbers.join()
  write([
    { numbers, at: Date.now() },
    ...readRecent().filter((recent) => recent.numbers.join() !== same),
  ])
}

export function clearRecent(): void {
  write([])
}

function write(list: Recent[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, JSON.stringify(list.slice(0, RECENT_MAX)))
  } catch {
    // Storage is off or full: the list is a convenience, the search goes on.
  }
}

function isRecent(value: Partial<Recent> | null): value is Recent {
  const { numbers, at } = value ?? {}
  return (
    Array.isArray(numbers) &&
    numbers.length > 0 &&
    numbers.every((no) => typeof no === 'string') &&
    typeof at === 'number'
  )
}
