/** Refusals, as verbs import them; floors below this one import them from their place. */
export * from '../runtime/errors.ts'
