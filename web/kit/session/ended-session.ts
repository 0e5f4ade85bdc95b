const KEY = 'parcelyard.ended'

/**
 * The server ended a session of this window: the sign-in page shows that and knows whose it was.
 */
export function noteEndedSession(username: string): void {
  try {
    sessionStorage.setItem(KEY, username)
  } catch {
    // Storage is off: the sign-in page comes without the note.
  }
}
/** Whose session ended here; null where none did. */
export function endedSession(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
export function forgetEndedSession(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage is off: nothing was stored.
  }
}
