import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

/** Pools and segments of tracking numbers. */
export function numberDictionaries(): Dictionary[] {
  return [
    dictionary('number_scheme', '单号规则', 'Number scheme', [
      ['S10', 'S10 万国邮联', 'UPU S10'],
      ['SSCC', 'SSCC-18', 'GS1 SSCC-18'],
      ['SSCC20', 'SSCC 20 位 (00)', 'GS1 SSCC, 20 digits (00)'],
      ['IDENT', '德邮 Identcode', 'Deutsche Post Identcode'],
      ['LEIT', '德邮 Leitcode', 'Deutsche Post Leitcode'],
      ['DPD', 'DPD 14+1', 'DPD 14 + 1'],
      ['DPD28', 'DPD 28', 'DPD 28'],
      ['GLS', 'GLS 12', 'GLS 12'],
      ['HERMES', 'Hermes 14', 'Hermes 14'],
      ['UPS', 'UPS 1Z', 'UPS 1Z'],
      ['DHL_EXPRESS', 'DHL Express', 'DHL Express'],
      ['USPS', 'USPS 22', 'USPS 22'],
      ['FEDEX', 'FedEx 12', 'FedEx 12'],
      ['YUNEXPRESS', '云途 YT', 'YunExpress YT'],
      ['CUSTOM', '自定义', 'Custom'],
    ]),
    dictionary('check_rule', '校验规则', 'Check rule', [
      ['none', '无校验位', 'None'],
      ['mod10_31', '模10（权 3/1，GS1）', 'Mod 10, weights 3/1 (GS1)'],
      ['mod10_49', '模10（权 4/9）', 'Mod 10, weights 4/9'],
      ['mod37_36', '模37/36（字母数字）', 'Mod 37/36 (letters and digits)'],
      ['mod7', '模7', 'Mod 7'],
      ['mod11_s10', '模11（S10）', 'Mod 11 (S10)'],
    ]),
    dictionary('number_pool_status', '号码池状态', 'Number pool status', [
      ['1', '使用中', 'Active', 'success'],
      ['3', '已关闭', 'Closed', 'warning'],
    ]),
    dictionary('number_source', '单号来源', 'Number source', [
      ['1', '号段', 'Segments'],
      ['2', '号码池', 'Pools'],
      ['3', '先号码池后号段', 'Pools, then segments'],
    ]),
    dictionary('segment_status', '号段状态', 'Segment status', [
      ['0', '草稿', 'Draft', 'default'],
      ['1', '使用中', 'Active', 'success'],
      ['2', '已用完', 'Exhausted', 'error'],
      ['3', '已关闭', 'Closed', 'warning'],
    ]),
  ]
}
