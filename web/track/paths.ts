/** The address of a result; commas stay readable, as people pass these links on. */
export function resultPath(numbers: readonly string[]): string {
  return `/track/result?nos=${numbers.map(encodeURIComponent).join(',')}`
}
