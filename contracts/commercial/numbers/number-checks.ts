/**
 * Check digits and check characters of parcel numbers, as arithmetic with its work shown.
 * Sources of the rules: UPU S10 (mod 11), GS1 General Specifications (3/1 from the right),
 * Deutsche Post Identcode/Leitcode (4/9), DPD label specification (ISO/IEC 7064 MOD 37,36),
 * GLS unit numbers (3/1 plus one), UPS 1Z (letters valued, 1/2), FedEx 12 (3 1 7, mod 11 mod 10),
 * DHL Express (the number mod 7).
 */

/** Rules a person may choose for numbers of their own. */
export const CUSTOM_CHECK_RULES = [
  'none',
  'mod10_31',
  'mod10_49',
  'mod37_36',
  'mod7',
  'mod11_s10',
] as const
export type CustomCheckRule = (typeof CUSTOM_CHECK_RULES)[number]
export type CheckRule = CustomCheckRule | 'gls' | 'ups' | 'fedex'

/** A sum of value × weight, the weights repeating from one end, closed by a modulus. */
export type WeightedRule = {
  weights: readonly number[]
  from: 'left' | 'right'
  add?: number
  modulus: 10 | 11
  finish: (remainder: number) => number
}

const toTen = (r: number) => (10 - r) % 10

const WEIGHTED = {
  mod10_31: { weights: [3, 1], from: 'right', modulus: 10, finish: toTen },
  mod10_49: { weights: [4, 9], from: 'left', modulus: 10, finish: toTen },
  gls: { weights: [3, 1], from: 'left', add: 1, modulus: 10, finish: toTen },
  ups: { weights: [1, 2], from: 'left', modulus: 10, finish: toTen },
  fedex: { weights: [3, 1, 7], from: 'left', modulus: 11, finish: (r: number) => r % 10 },
  mod11_s10: {
    weights: [8, 6, 4, 2, 3, 5, 9, 7],
    from: 'left',
    modulus: 11,
    finish: (r: number) => (r === 0 ? 5 : r === 1 ? 0 : 11 - r),
  },
} satisfies Record<string, WeightedRule>

/**
 * How a check digit came about, for the person who doubts it. `steps` are the characters left to
 * right; `result` is value × weight for weighted rules and the running value for the others
 * (`weight` null). `sum` is what goes into the modulus.
 */
export type CheckWork = {
  steps: { char: string; value: number; weight: number | null; result: number }[]
  sum: number
  modulus: number
  remainder: number
  check: string
}

/** Digits are themselves; letters count as UPS counts them, (ASCII − 3) mod 10. */
function valueOf(char: string): number {
  const code = char.charCodeAt(0)
  return code >= 48 && code <= 57 ? code - 48 : (code - 3) % 10
}

export function weightedWork(rule: WeightedRule, body: string): CheckWork {
  const steps = Array.from(body, (char, i) => {
    const at = rule.from === 'left' ? i : body.length - 1 - i
    const weight = rule.weights[at % rule.weights.length] ?? 1
    return { char, value: valueOf(char), weight, result: valueOf(char) * weight }
  })
  const sum = steps.reduce((total, step) => total + step.result, rule.add ?? 0)
  const remainder = sum % rule.modulus
  return { steps, sum, modulus: rule.modulus, remainder, check: String(rule.finish(remainder)) }
}

function mod7Work(body: string): CheckWork {
  let running = 0
  const steps = Array.from(body, (char) => {
    running = (running * 10 + valueOf(char)) % 7
    return { char, value: valueOf(char), weight: null, result: running }
  })
  return { steps, sum: running, modulus: 7, remainder: running, check: String(running) }
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function mod3736Work(body: string): CheckWork {
  let running = 36
  const steps = Array.from(body, (char) => {
    const value = ALPHABET.indexOf(char)
    running = (((running + value) % 36 || 36) * 2) % 37
    return { char, value, weight: null, result: running }
  })
  return {
    steps,
    sum: running,
    modulus: 36,
    remainder: running,
    check: ALPHABET.charAt((37 - running) % 36),
  }
}

/**
 * The work behind the check character of `body` (digits, and capitals for mod37_36 and ups), or
 * null for the rule that has none.
 */
export function checkWork(rule: CheckRule, body: string): CheckWork | null {
  if (rule === 'none') return null
  if (rule === 'mod7') return mod7Work(body)
  if (rule === 'mod37_36') return mod3736Work(body)
  return weightedWork(WEIGHTED[rule], body)
}

/** The check character alone; empty for `none`. */
export function checkCharacter(rule: CheckRule, body: string): string {
  return checkWork(rule, body)?.check ?? ''
}
