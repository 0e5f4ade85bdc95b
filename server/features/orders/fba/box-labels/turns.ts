import { failUnavailable } from '#server/kit/http/errors.ts'

/** Files split at the same time by one server, and those that wait for it. */
const AT_ONCE = 2
const WAITING = 20
/** Of one user one is split at a time, and so many wait. */
const WAITING_OF_USER = 3
/** Of all places a tenant has at most half. */
const OF_TENANT = (AT_ONCE + WAITING) / 2

export interface Sender {
  tenantId: string
  userId: string
}
interface Waiting {
  sender: Sender
  go: () => void
}
export interface Turns {
  running: Sender[]
  waiting: Waiting[]
}
export const noTurns = (): Turns => ({ running: [], waiting: [] })

const ofTenant = (senders: readonly Sender[], { tenantId }: Sender) =>
  senders.filter((one) => one.tenantId === tenantId).length
const ofUser = (senders: readonly Sender[], { tenantId, userId }: Sender) =>
  senders.filter((one) => one.tenantId === tenantId && one.userId === userId).length

/** Waits until the file of a sender may be split, or refuses it; answers what ends its turn. */
export async function takeTurn(turns: Turns, sender: Sender): Promise<() => void> {
  const waiting = turns.waiting.map((one) => one.sender)
  if (
    waiting.length >= WAITING ||
    ofUser(waiting, sender) >= WAITING_OF_USER ||
    ofTenant([...turns.running, ...waiting], sender) >= OF_TENANT
  )
    failUnavailable('fba.pdf.busy')
  await new Promise<void>((go) => {
    turns.waiting.push({ sender, go })
    startNext(turns)
  })
  return () => {
    turns.running.splice(turns.running.indexOf(sender), 1)
    startNext(turns)
  }
}

/** The first that waits of the tenant with the fewest running, never a second of one user. */
function startNext({ running, waiting }: Turns): void {
  while (running.length < AT_ONCE) {
    const [next] = waiting
      .filter(({ sender }) => ofUser(running, sender) === 0)
      .toSorted((a, b) => ofTenant(running, a.sender) - ofTenant(running, b.sender))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    running.push(next.sender)
    next.go()
  }
}
