import { useQuery } from '@tanstack/react-query'
import { stockNotices } from '#contracts/orders/stock/stock-notices.ts'
import { stockShortages } from '#contracts/orders/stock/stock-shortages.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { call } from '../../../kit/http/api.ts'
import { gathered } from '../../../kit/http/gathered.ts'

type NoticeCounts = Out<typeof stockNotices.counts>[string]
type Incoming = Out<typeof stockShortages.incoming>[string]

const noticeOf = gathered<NoticeCounts>((ids) =>
  call(stockNotices.counts, { ids } satisfies In<typeof stockNotices.counts>, { quiet: true }),
)
const incomingOf = gathered<Incoming>((ids) =>
  call(stockShortages.incoming, { ids } satisfies In<typeof stockShortages.incoming>, {
    quiet: true,
  }),
)

/** Pieces announced and received of a notice. */
export function useNoticeCounts(id: string): NoticeCounts | null {
  return (
    useQuery({ queryKey: [stockNotices.counts.path, id], queryFn: () => noticeOf(id) }).data ?? null
  )
}

/** What is on its way for a line that waits. */
export function useIncoming(id: string): Incoming | null {
  return (
    useQuery({ queryKey: [stockShortages.incoming.path, id], queryFn: () => incomingOf(id) })
      .data ?? null
  )
}
