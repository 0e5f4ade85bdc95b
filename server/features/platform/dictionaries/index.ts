export { allDictItems, clearDictionaryCache, itemsIn } from './all-items.ts'
export { dictionaryCalls } from './calls.ts'
