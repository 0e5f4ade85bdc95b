import type { LabelRow } from '#server/features/orders/label-sources/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { readFile } from '#server/kit/files/stored-files.ts'
import { fail } from '#server/kit/http/errors.ts'
import { joinPdfs } from '#server/kit/pdf/join-pdfs.ts'
import { named, type PrintRow } from './find-printable.ts'

/** Our own labels and those of other sources in one file, in the order asked. */
export async function joinWithOthers(
  ctx: Ctx,
  rows: readonly PrintRow[],
  others: ReadonlyMap<string, LabelRow>,
  format: 'pdf' | 'zpl',
  drawOwn: (from: number, to: number) => Promise<Buffer>,
): Promise<Buffer> {
  const wrong = rows.filter(({ id }) => (others.get(id)?.format ?? format) !== format)
  if (wrong.length > 0)
    fail('label.otherFormat', { orders: named(wrong.map(({ orderNo }) => orderNo)) })
  const tenant = asSystem(ctx, ctx.principal.tenantId)
  const parts: Buffer[] = []
  for (let at = 0; at < rows.length;) {
    const other = others.get(rows[at]!.id)
    if (other) {
      parts.push((await readFile(tenant, other.fileId!)).bytes)
      at++
      continue
    }
    const from = at
    while (at < rows.length && !others.has(rows[at]!.id)) at++
    parts.push(await drawOwn(from, at))
  }
  return format === 'zpl' ? Buffer.concat(parts) : Buffer.from(await joinPdfs(parts))
}
