import { afterEach, expect, it } from 'vitest'
import { provideFeedback, withFeedback, type Feedback } from './feedback.ts'

afterEach(() => provideFeedback(null))

const hostThatNotes = (shown: unknown[]) =>
  ({ message: { success: (words: unknown) => shown.push(words) } }) as unknown as Feedback

it('shows what waited for a host as soon as one is there, once', () => {
  const shown: unknown[] = []
  withFeedback(({ message }) => void message.success('saved'))
  provideFeedback(hostThatNotes(shown))
  provideFeedback(hostThatNotes(shown))
  expect(shown).toEqual(['saved'])
})
it('what waits is forgotten with the page it was for: the next one does not show it', () => {
  const shown: unknown[] = []
  withFeedback(({ message }) => void message.success('saved'))
  provideFeedback(null)
  provideFeedback(hostThatNotes(shown))
  expect(shown).toEqual([])
})
