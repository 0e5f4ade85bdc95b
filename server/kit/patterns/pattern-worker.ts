import { parentPort } from 'node:worker_threads'
import { RE2JS } from 're2js'

export interface PatternOrder {
  pattern: string
  /** What the whole of it must match; null: the pattern is only compiled. */
  text: string | null
}

/** Size of the compiled pattern and whether the text fits; null where it does not compile. */
export type PatternReply = { size: number; fits: boolean } | null

const COMPILED_MAX = 500
const compiled = new Map<string, RE2JS>()

function compile(pattern: string): RE2JS {
  const made = compiled.get(pattern) ?? RE2JS.compile(pattern)
  compiled.delete(pattern)
  compiled.set(pattern, made)
  for (const oldest of compiled.keys()) {
    if (compiled.size <= COMPILED_MAX) break
    compiled.delete(oldest)
  }
  return made
}

function answer({ pattern, text }: PatternOrder): PatternReply {
  try {
    const made = compile(pattern)
    return { size: made.programSize(), fits: text !== null && made.matches(text) }
  } catch {
    return null
  }
}

parentPort?.on('message', (orders: readonly PatternOrder[]) =>
  parentPort?.postMessage(orders.map(answer)),
)
