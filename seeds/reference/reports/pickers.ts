import { column, customer, id, picker, searched, type Column, type Report } from './shape.ts'

const address = `select id, name, company, phone, country, city, postal_code as "postalCode",
  street, house, customer_id as "customerId", customer as "customerId_dictText"`
const addressColumns: Column[] = [
  id,
  column('name', ['姓名', 'Name'], searched),
  column('country', ['国家', 'Country'], { ...searched, dictCode: 'country' }),
  column('company', ['公司', 'Company'], searched),
  column('phone', ['电话', 'Phone'], searched),
  column('city', ['城市', 'City'], searched),
  column('postalCode', ['邮编', 'Postcode'], searched),
  column('street', ['街道', 'Street'], { isOrder: false }),
  column('house', ['门牌号', 'House no.'], { isOrder: false }),
  ...customer(searched),
]

/** Rows people choose from, by the code the pickers ask for. */
export const PICKER_REPORTS: readonly Report[] = [
  picker(
    'users',
    ['用户', 'Users'],
    `select id, username, realname, work_no as "workNo", phone, email, customer_id as "customerId",
  customer as "customerId_dictText", status from users`,
    [
      id,
      column('realname', ['姓名', 'Name'], searched),
      column('username', ['账号', 'Account'], searched),
      column('workNo', ['工号', 'Staff no.'], searched),
      column('phone', ['电话', 'Phone'], searched),
      column('email', ['邮箱', 'E-mail']),
      ...customer(),
      column('status', ['状态', 'Status'], { ...searched, dictCode: 'user_status' }),
    ],
  ),
  picker(
    'customers',
    ['客户', 'Customers'],
    'select id, code, name, contact, phone, email, country, currency, status from customers',
    [
      id,
      column('code', ['代码', 'Code'], searched),
      column('name', ['名称', 'Name'], searched),
      column('contact', ['联系人', 'Contact'], searched),
      column('phone', ['电话', 'Phone']),
      column('email', ['邮箱', 'E-mail']),
      column('country', ['国家', 'Country'], { ...searched, dictCode: 'country' }),
      column('currency', ['币种', 'Currency']),
      column('status', ['状态', 'Status'], { ...searched, dictCode: 'customer_status' }),
    ],
  ),
  picker('consignees', ['收件人', 'Consignees'], `${address} from consignees`, addressColumns),
  picker(
    'shippers',
    ['发件人', 'Shippers'],
    `${address}, is_default as "izDefault" from shippers`,
    [...addressColumns, column('izDefault', ['默认', 'Default'], { fieldType: 'Boolean' })],
  ),
  picker(
    'depots',
    ['仓库', 'Depots'],
    `select id, code, name, name_en as "nameEn", depot_type as "depotType", country, city, enabled
from depots`,
    [
      id,
      column('code', ['代码', 'Code'], searched),
      column('name', ['名称', 'Name'], searched),
      column('nameEn', ['英文名称', 'English name']),
      column('depotType', ['类型', 'Type'], { ...searched, dictCode: 'depot_type' }),
      column('country', ['国家', 'Country'], { ...searched, dictCode: 'country' }),
      column('city', ['城市', 'City']),
      column('enabled', ['启用', 'Enabled'], { ...searched, fieldType: 'Boolean' }),
    ],
  ),
  picker(
    'services',
    ['配送服务', 'Delivery services'],
    `select id, code, name, name_en as "nameEn", trade_type as "tradeType",
  trans_type as "transType", enabled as "izEnable" from services`,
    [
      id,
      column('code', ['代码', 'Code'], searched),
      column('name', ['名称', 'Name'], searched),
      column('nameEn', ['英文名称', 'English name']),
      column('tradeType', ['业务类型', 'Business'], { dictCode: 'trade_type' }),
      column('transType', ['运输方式', 'Transport'], { dictCode: 'trans_type' }),
      column('izEnable', ['启用', 'Enabled'], { ...searched, fieldType: 'Boolean' }),
    ],
  ),
  picker(
    'shipments',
    ['订单', 'Orders'],
    `select id, serial_number as "serialNumber", reference, customer_id as "customerId",
  customer as "customerId_dictText", status as "shipmentStatus", consignee_name as "consigneeName",
  country, weight_kg as "shipmentWeight", created_at as "createTime" from shipments`,
    [
      id,
      column('serialNumber', ['订单号', 'Order no.'], searched),
      column('reference', ['客户单号', 'Reference'], searched),
      ...customer(),
      column('shipmentStatus', ['状态', 'Status'], { ...searched, dictCode: 'shipment_status' }),
      column('consigneeName', ['收件人', 'Consignee'], searched),
      column('country', ['国家', 'Country'], { ...searched, dictCode: 'country' }),
      column('shipmentWeight', ['重量 (kg)', 'Weight (kg)'], { fieldType: 'BigDecimal' }),
      column('createTime', ['创建时间', 'Created'], {
        ...searched,
        fieldType: 'Datetime',
        searchMode: 'group',
      }),
    ],
  ),
  picker(
    'countries',
    ['国家/地区', 'Countries'],
    'select iso2 as id, iso2 as value, name, name_en as "nameEn" from countries where enabled',
    [
      id,
      column('value', ['代码', 'Code'], searched),
      column('name', ['中文名', 'Chinese name'], searched),
      column('nameEn', ['英文名', 'English name'], searched),
    ],
  ),
]
