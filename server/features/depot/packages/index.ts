export { packageCalls } from './calls.ts'
export { bagsOn, dropFromBags, parcelsIn, setLoaded, setShipped } from './load-package.ts'
export { signedKg } from './read-package.ts'
export { bagOf, isLoaded, lockPackages, packageByNo } from './lock-package.ts'
