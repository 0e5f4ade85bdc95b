import dayjs from 'dayjs'
import { companyToday } from '../../../kit/session/company-zone.ts'

/** The month before this one, which the lists of a month's end are about where none is chosen. */
export function monthBefore(): { day_begin: string; day_end: string } {
  const first = dayjs(companyToday()).startOf('month')
  return {
    day_begin: first.subtract(1, 'month').format('YYYY-MM-DD'),
    day_end: first.subtract(1, 'day').format('YYYY-MM-DD'),
  }
}
