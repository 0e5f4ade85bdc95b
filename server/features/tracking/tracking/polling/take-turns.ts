/** Tenants whose carriers are asked at the same time. */
const AT_ONCE = 4

/**
 * Works off a queue, several at a time. What answers true has more to do and joins the end of the
 * queue, so no tenant waits for all the work of another.
 */
export async function takeTurns<T>(
  all: readonly T[],
  turn: (one: T) => Promise<boolean>,
): Promise<void> {
  const queue = [...all]
  const worker = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift())
      if (await turn(one)) queue.push(one)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker))
}
