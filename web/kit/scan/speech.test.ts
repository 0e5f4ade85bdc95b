import { afterEach, expect, test, vi } from 'vitest'
import { setSound } from './sounds.ts'
import { speak } from './speech.ts'

const spoken: string[] = []
vi.stubGlobal('speechSynthesis', {
  cancel: () => undefined,
  speak: ({ words }: { words: string }) => spoken.push(words),
})
vi.stubGlobal(
  'SpeechSynthesisUtterance',
  class {
    words: string
    constructor(words: string) {
      this.words = words
    }
  },
)

afterEach(() => {
  setSound({ on: true, voice: true })
  spoken.length = 0
})

test('words are spoken until the voice is switched off; the tones stay on', () => {
  speak('Gate 7', 'en_US')
  setSound({ voice: false })
  speak('Gate 8', 'en_US')
  expect(spoken).toEqual(['Gate 7'])
})

test('where sounds are off nothing is spoken', () => {
  setSound({ on: false })
  speak('Gate 7', 'en_US')
  expect(spoken).toEqual([])
})
