import { sql } from 'kysely'
import type { PrintKind } from '#contracts/billing/print-jobs.ts'
import { joinBehind } from '#server/features/billing/pods/index.ts'
import { statementFile } from '#server/features/money/accounts/index.ts'
import { invoicePdf } from '#server/features/money/invoices/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { bytesOf, filesOf, type StoredFile } from '#server/kit/files/stored-files.ts'
import { Refusal } from '#server/kit/http/errors.ts'

interface Span {
  kind: PrintKind
  fromDay: string
  toDay: string
}

/** The paper of a record as a PDF; null where there is none. */
export async function paperOf(ctx: Ctx, span: Span, id: string): Promise<Buffer | null> {
  try {
    switch (span.kind) {
      case 'pods':
        return await podPaper(ctx, id)
      case 'invoices':
        return (await invoicePdf(ctx, { id })).content as Buffer
      case 'statements': {
        const { fromDay: from, toDay: to } = span
        return (await statementFile(ctx, { id, from, to, format: 'pdf' })).content as Buffer
      }
      case 'manifests':
        return await firstPdf(ctx, await filesOf(ctx, 'carrier_batch', [id]))
    }
  } catch (error) {
    // What a record refuses leaves it without a paper, and the others with theirs.
    if (error instanceof Refusal) return null
    throw error
  }
}

async function podPaper(ctx: Ctx, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ fileId: string | null }>`select p.file_id
    from ${ctx.rows('pod').as('p')} where p.id = ${id}`.execute(ctx.db)
  const file = (await filesOf(ctx, 'pod', [id])).find((one) => one.id === rows[0]?.fileId)
  if (!file) return null
  const bytes = await bytesOf(ctx, file)
  return file.type === 'application/pdf' ? bytes : joinBehind(ctx, [bytes])
}

async function firstPdf(ctx: Ctx, files: readonly StoredFile[]): Promise<Buffer | null> {
  const file = files.find(({ type }) => type === 'application/pdf')
  return file ? bytesOf(ctx, file) : null
}
