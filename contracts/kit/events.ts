import type { z } from 'zod'

/** An event of a feature: its name and the shape of its payload. */
export interface EventType<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly payload: S
}

/** What is emitted, before the shape's defaults. */
export type Emitted<E extends EventType> = z.input<E['payload']>

/** What a handler is given, after the shape's defaults. */
export type Payload<E extends EventType> = z.output<E['payload']>

/**
 * Declares an event, named `<thing>.<whatHappened>`. `tx.emit(declared, payload)` puts it out in
 * the transaction, `subscribe(declared, job, handler)` handles it after the commit, at least once.
 * The payload travels as JSON: ids and moments are texts, and what the shape does not name is
 * dropped.
 */
export function event<S extends z.ZodObject>(name: string, payload: S): EventType<S> {
  return { name, payload }
}
