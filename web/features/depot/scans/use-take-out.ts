import type { Callable } from '../../../kit/http/api.ts'
import { useAction, type ActionOptions } from '../../../kit/http/use-action.ts'
import type { ScanStation } from '../../../kit/scan/use-scan-queue.ts'

/** Takes out again what was scanned in; what the band has is of a scan before. */
export function useTakeOut<I, O>(
  endpoint: Callable<I, O>,
  station: Pick<ScanStation, 'clear'>,
  box: { focus: () => void },
  options: ActionOptions<O, NoInfer<I>> = {},
): { takeOut: (input: I) => void; busy: boolean } {
  const { run, busy } = useAction(endpoint, options)
  const takeOut = async (input: I) => {
    if ((await run(input)).ok) station.clear()
    box.focus()
  }
  return { takeOut: (input) => void takeOut(input), busy }
}
