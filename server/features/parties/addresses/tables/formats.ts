import { BENELUX } from './formats.benelux.ts'
import { FRENCH } from './formats.french.ts'
import { ENGLISH } from './formats.english.ts'
import { GERMAN } from './formats.german.ts'
import { OTHERS } from './formats.others.ts'
import type { Format } from './format.ts'

export const FORMATS: readonly Format[] = [...GERMAN, ...FRENCH, ...ENGLISH, ...BENELUX, ...OTHERS]
