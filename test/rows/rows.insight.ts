import { savedReport } from '#server/features/insight/reports/reports.fixture.ts'
import type { Client, World } from '../harness.ts'

/** A report with all a list shows of it. */
export const reportRow = (_world: World, client: Client): Promise<string> =>
  savedReport(client, {
    sql: 'select id from customers',
    fields: ['id'],
    head: {
      nameEn: 'Catalogue',
      chart: 'bar',
      chartX: 'id',
      chartY: 'id',
      inMenu: true,
      cron: '0 8 * * *',
      receivers: 'a@catalogue.example',
      content: 'Catalogue',
    },
  })
