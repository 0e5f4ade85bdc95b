/** The public page of parcels, by their numbers. */
export const publicPath = (numbers: readonly string[]): string =>
  `/track/result?nos=${numbers.map(encodeURIComponent).join(',')}`
export const publicLink = (numbers: readonly string[]): string =>
  `${location.origin}${publicPath(numbers)}`
