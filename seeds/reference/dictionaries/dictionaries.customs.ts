import { dictionary } from './dictionary.ts'
import type { Dictionary } from './dictionary.ts'

export function customsDictionaries(): Dictionary[] {
  return [
    dictionary('customs_export_type', '出口类型', 'Export type', [
      ['COMMERCIAL_GOODS', '商业货物', 'Sale of goods'],
      ['COMMERCIAL_SAMPLE', '商业样品', 'Commercial sample'],
      ['PRESENT', '礼品', 'Gift'],
      ['DOCUMENT', '文件', 'Documents'],
      ['RETURN_OF_GOODS', '退货', 'Returned goods'],
      ['OTHER', '其他', 'Other'],
    ]),
    dictionary('customs_incoterm', '贸易条款', 'Incoterm', [
      ['DAP', 'DAP 目的地交货（关税由收件人付）', 'DAP Delivered at place, duty unpaid'],
      ['DDP', 'DDP 完税后交货', 'DDP Delivered duty paid'],
      ['DDU', 'DDU 未完税交货', 'DDU Delivered duty unpaid'],
      ['DDX', 'DDX 完税交货（不含增值税）', 'DDX Delivered duty paid, VAT unpaid'],
      ['DXV', 'DXV 完税交货（增值税未付）', 'DXV Delivered duty paid, excluding VAT'],
      ['EXW', 'EXW 工厂交货', 'EXW Ex works'],
      ['FCA', 'FCA 货交承运人', 'FCA Free carrier'],
      ['CPT', 'CPT 运费付至', 'CPT Carriage paid to'],
      ['CIP', 'CIP 运费、保险费付至', 'CIP Carriage and insurance paid to'],
      ['FOB', 'FOB 船上交货', 'FOB Free on board'],
      ['CIF', 'CIF 成本、保险费加运费', 'CIF Cost, insurance and freight'],
    ]),
    dictionary('customs_undeliverable', '无法投递时', 'If undeliverable', [
      ['RETURN', '退回', 'Return to sender'],
      ['ABANDON', '放弃', 'Treat as abandoned'],
    ]),
    dictionary('customs_severity', '处理方式', 'Effect', [
      ['error', '拒绝', 'Refuse', 'error'],
      ['warning', '提醒', 'Warn', 'warning'],
    ]),
  ]
}
