import { createInstance } from 'i18next'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import en_US from '#locales/en_US/platform/scheduled-jobs.json' with { type: 'json' }
import zh_CN from '#locales/zh_CN/platform/scheduled-jobs.json' with { type: 'json' }
import type { T } from '../../../kit/text/i18n.ts'
import { cronText } from './cron-text.ts'

const texts = { zh_CN, en_US }
function speaker(lang: 'zh_CN' | 'en_US'): T {
  const instance = createInstance()
  void instance.init({
    lng: lang,
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { [lang]: { translation: texts[lang] } },
  })
  return Object.assign(
    (key: string, values?: Record<string, unknown>) => instance.t(key, { ...values }),
    { has: (key: string) => instance.exists(key) },
  ) as unknown as T
}
const [zh, en] = [speaker('zh_CN'), speaker('en_US')]

describe('an expression in words', () => {
  test.each([
    ['*/5 * * * *', '每 5 分钟', 'Every 5 minutes'],
    ['0 0/1 * * * ?', '每 1 分钟', 'Every minute'],
    [
      '0 0/15 8-18 ? * MON-FRI',
      '工作日，8 点至 18 点每 15 分钟',
      'Weekdays: Every 15 minutes from 8 to 18 o’clock',
    ],
    ['15 * * * *', '每小时的第 15 分', 'Every hour at minute 15'],
    ['0 0 0/6 * * ?', '每 6 小时的第 00 分', 'Every 6 hours at minute 00'],
    ['0 30 3 * * ?', '每天 03:30', 'Every day at 03:30'],
    ['30 3,15 * * *', '每天 03:30、15:30', 'Every day at 03:30, 15:30'],
    ['0 8 * * 1-5', '工作日 08:00', 'Weekdays at 08:00'],
    ['0 0 8 ? * 2-6', '工作日 08:00', 'Weekdays at 08:00'],
    ['0 0 8 ? * MON-FRI', '工作日 08:00', 'Weekdays at 08:00'],
    ['0 0 6 ? * MON', '每星期一 06:00', 'Every Monday at 06:00'],
    ['0 6 * * 0', '每星期日 06:00', 'Every Sunday at 06:00'],
    ['0 6 * * 7', '每星期日 06:00', 'Every Sunday at 06:00'],
    ['0 0 4 1 * ?', '每月 1 日 04:00', 'On day 1 of the month at 04:00'],
    ['0 0 4 L * ?', '每月 最后一天 04:00', 'On the last day of the month at 04:00'],
    [
      '0 0 4 1 1,7 ?',
      '一月、七月，每月 1 日 04:00',
      'In January, July: On day 1 of the month at 04:00',
    ],
    [
      '0 0 4 1 1 ? 2030',
      '2030 年，一月，每月 1 日 04:00',
      'In 2030: In January: On day 1 of the month at 04:00',
    ],
    ['0 0 10 ? * 6#3', '自定义周期', 'Custom schedule'],
    ['*/10 * * * * ?', '自定义周期', 'Custom schedule'],
    ['nonsense', '自定义周期', 'Custom schedule'],
  ])('%s', (expression, chinese, english) => {
    expect([cronText(expression, zh, 'zh_CN'), cronText(expression, en, 'en_US')]).toEqual([
      chinese,
      english,
    ])
  })

  test('never fails, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(
              fc.constantFrom(
                '*',
                '?',
                '1',
                '0/5',
                'L',
                '1-5',
                '5-1',
                'MON',
                '99',
                ',',
                '-',
                '1,2',
              ),
              { minLength: 4, maxLength: 8 },
            )
            .map((parts) => parts.join(' ')),
        ),
        (text) => {
          expect(cronText(text, en, 'en_US')).not.toMatch(/undefined|NaN|\{\{/)
        },
      ),
    )
  })
})
