export type Greeting = 'morning' | 'lateMorning' | 'noon' | 'afternoon' | 'evening'

/**
 * Specification §9: before 9 morning, 9 to 11 late morning, 12 to 13 noon, 14 to 19 afternoon, from
 * 20 evening.
 */
export function greetingAt(hour: number): Greeting {
  if (hour < 9) return 'morning'
  if (hour < 12) return 'lateMorning'
  if (hour < 14) return 'noon'
  return hour < 20 ? 'afternoon' : 'evening'
}
