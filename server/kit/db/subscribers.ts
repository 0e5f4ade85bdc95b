import type { EventType } from '#contracts/kit/events.ts'

const subscribers = new Map<EventType, string[]>()

/** Notes the job that handles an event; `subscribe` of the jobs does. */
export function noteSubscriber(event: EventType, job: string): void {
  subscribers.set(event, [...(subscribers.get(event) ?? []), job])
}

/** Names of the jobs that handle an event. */
export function subscribersOf(event: EventType): readonly string[] {
  return subscribers.get(event) ?? []
}
