import type { Page } from '#contracts/kit/page.ts'
import { call, type Callable } from '../../../kit/http/api.ts'
import { useNotify } from '../../../kit/http/notify.tsx'
import { useScanner } from '../../../kit/platform/use-keys.ts'
import { useOpen } from '../../../kit/list/use-open.ts'

/**
 * On a list of batches a scanned batch number opens that batch; any other number is answered, not
 * ignored.
 */
export function useBatchScan(path: string, missing: (no: string) => string): void {
  const notify = useNotify()
  const { show } = useOpen()
  const list: Callable<object, Page<{ id: string }>> = { method: 'GET', path: `${path}/list` }
  useScanner((no) => {
    call(list, { no, pageNo: 1, pageSize: 1 }).then(
      ({ records: [row] }) =>
        row ? show({ kind: 'row', id: row.id }) : notify.warning(missing(no)),
      (error: unknown) => notify.failed(error),
    )
  })
}
