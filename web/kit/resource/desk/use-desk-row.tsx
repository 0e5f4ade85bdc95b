import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { Crud } from '#contracts/kit/crud.ts'
import { useApi } from '../../http/query.ts'
import { ErrorNote } from '../../platform/empty.tsx'
import { PageHeader } from '../../platform/page-header.tsx'

/** The record of a desk's page; until it is there, and where it is not, what is shown instead. */
export function useDeskRow<Row>(
  of: Crud,
  id: string,
  /** Of the page, where there is no record. */
  title: string,
): { row: Row; instead: null } | { row: null; instead: ReactNode } {
  const found = useApi(of.endpoints.queryById, { id })
  if (found.data) return { row: found.data as Row, instead: null }
  if (!found.error) return { row: null, instead: <Skeleton active /> }
  return {
    row: null,
    instead: (
      <>
        <PageHeader title={title} />
        <ErrorNote error={found.error} retry={() => void found.refetch()} />
      </>
    ),
  }
}
