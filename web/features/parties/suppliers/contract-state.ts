/** Whether a contract is over or ends within the days of its notice; null where neither. */
export function contractState(
  { contractTo, noticeDays }: { contractTo: string | null; noticeDays: number | null },
  today: string,
): { key: 'over' | 'ends'; days: number } | null {
  if (!contractTo) return null
  const days = Math.round((Date.parse(contractTo) - Date.parse(today)) / 86_400_000)
  if (days < 0) return { key: 'over', days: -days }
  return days <= (noticeDays ?? 0) ? { key: 'ends', days } : null
}
