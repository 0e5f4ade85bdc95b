export { takeNumbers, voidNumbers } from './take-numbers.ts'
