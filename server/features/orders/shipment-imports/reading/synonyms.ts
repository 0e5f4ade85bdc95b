import type { ImportColumn } from '#contracts/orders/imports/import-fields.ts'

const terms = (text: string): readonly string[] => text.split(',').map((term) => term.trim())

/**
 * Headings under which shops, ERP systems and customers' own sheets hold a field, in addition to its name
 * and its titles in our languages. Upper and lower case, blanks and signs do not count.
 */
export const SYNONYMS: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  reference: terms(`
    Order ID, Order No, Order Number, Order, Reference, Ref, Reference No,
    Customer Reference, Customer Order No, Sales Record Number, Bestellnummer, Bestellnr,
    Auftragsnummer, Auftragsnr, Numéro de commande, 订单号, 订单编号, 订单ID, 客户订单号, 客户单号,
    参考号, 参考编号, 平台订单号, 系统单号, 包裹号, 交易号, 子订单号, 来源单号, 原始单号,
    客户参考号`),
  service: terms(`
    Service, Service Code, Shipping Method, Channel, Channel Code, Product Code,
    Logistics Channel, Versandart, 物流服务, 物流渠道, 渠道, 渠道代码, 渠道名称, 运输方式,
    物流方式, 物流产品, 产品代码, 服务代码, 发货方式, 邮寄方式`),
  depot: terms(`
    Depot, Warehouse, Warehouse Code, Lager, 仓库, 仓库代码, 收货仓, 交货仓库, 发货仓库,
    集货仓, 发货仓, 始发仓, 入仓仓库, 集货仓库`),
  consigneeName: terms(`
    Name, Consignee, Consignee Name, Recipient, Recipient Name, Receiver, Receiver Name,
    Ship To Name, Post To Name, Ship To, Ship Name, Delivery Name, Shipping Name,
    Full Name, Customer Name, Buyer Name, Contact,
    Contact Name, Empfänger, Empfängername, Destinataire, 收件人, 收件人姓名, 收货人,
    收货人姓名, 姓名, 买家姓名, 客户姓名, 联系人, 收件方姓名, 用户姓名`),
  consigneeCompany: terms(`
    Company, Company Name, Recipient Company, Receiver Company, Shipping Company,
    Ship To Company, Delivery Company, Consignee Company, Firma, Société, 公司, 公司名, 公司名称,
    收件公司,
    收件人公司, 收件人公司名, 收货公司, 收件人公司名称`),
  phone: terms(`
    Phone, Phone Number, Phone No, Telephone, Tel, Mobile, Mobile Number, Recipient Phone,
    Recipient Phone Number, Receiver Phone, Shipping Phone, Ship Phone Number,
    Ship To Phone, Post To Phone, Delivery Phone,
    Contact Number, Telefon, Téléphone, 电话, 电话号码, 联系电话, 手机, 手机号, 手机号码,
    收件人电话, 收件人手机, 联系手机, 收货人电话, 收货人手机, 买家电话, 联系方式, 收件电话,
    收件人联系方式`),
  email: terms(`
    Email, E-mail, Email Address, Mail, Buyer Email, Recipient Email, Receiver Email,
    Customer Email, 邮箱, 电子邮箱, 电子邮件, 收件人邮箱, 买家邮箱, 邮件地址, 收货人邮箱`),
  taxNumber: terms(`
    Tax Number, Tax ID, Tax No, VAT, VAT Number, VAT ID, VAT No, Recipient Tax ID, USt-IdNr,
    税号, 收件人税号, 税务识别号, VAT号, VAT税号, 收件人税务号, 增值税号`),
  country: terms(`
    Country, Country Code, Ship Country, Shipping Country, Shipping Country Code,
    Recipient Country, Recipient Country Code, Receiver Country, Ship To Country,
    Post To Country, Ship To Country Code,
    Delivery Country,
    Destination, Destination Country, Land, Pays, 国家, 国家代码, 国家二字码, 国家简码,
    收件国家, 收件人国家, 收货国家, 目的国, 目的国家, 目的地国家, 收件人国家二字码, 买家国家,
    国家地区, 收件人国家代码, 国家中文名, 国家英文名`),
  state: terms(`
    State, Province, Region, County, State Province, Ship State, Shipping Province,
    Shipping State, Recipient State, Ship To State, Post To County, Ship To County,
    Post To State, Receiver State, Receiver Province, Bundesland, 州, 省,
    省份, 州省, 省州, 收件州省, 收件人州, 收件人省, 收件人省份, 收件人州省, 收件人省州,
    买家省份, 收货省份`),
  city: terms(`
    City, Town, Ship City, Shipping City, Recipient City, Receiver City, Ship To City,
    Post To City, Delivery City, Ort,
    Stadt, Ville, 城市, 市, 收件城市, 收件人城市, 收货城市, 买家城市, 收件人市`),
  postalCode: terms(`
    Postal Code, Postcode, Post Code, Zip, Zip Code, Zipcode, Ship Postal Code, Shipping Zip,
    Shipping Postal Code, Recipient Zip, Recipient Postal Code, Receiver Zip,
    Receiver Postcode, Ship To Zip, Ship To Postcode, Post To Postcode, Ship Zipcode, Ship Zip,
    Ship To Postal Code, Delivery Postcode, Delivery Zip, PLZ, Postleitzahl, Code Postal,
    邮编, 邮政编码, 收件邮编,
    收件人邮编, 收货邮编, 买家邮编, 收件人邮政编码, 邮编号码`),
  street: terms(`
    Street, Street Name, Address, Address 1, Address Line 1, Street Address,
    Street and House Number, Ship Address 1, Shipping Address1, Shipping Street,
    Recipient Address, Recipient Address 1, Receiver Address, Receiver Street,
    Ship To Address, Ship To Address 1, Post To Address 1, Street 1,
    Ship To Street, Ship Street, Delivery Address, Delivery Street,
    Detailed Address, Straße, Strasse, Adresse, Rue, 街道, 地址, 地址1,
    地址一, 详细地址, 收件人地址, 收件人地址1, 收件地址, 收货地址, 街道地址, 买家地址,
    收件人街道, 收件人详细地址, 收件人地址一, 收货人地址, 买家地址1`),
  addressText: terms(`
    Full Address, Whole Address, Complete Address, Vollständige Adresse, Adresse complète,
    Volledig adres, 完整地址, 地址信息, 收货信息, 收件信息`),
  house: terms(`
    House, House No, House Number, Street Number, Hausnummer, Hausnr, 门牌号, 门牌,
    收件人门牌号, 房号, 收件门牌号`),
  address2: terms(`
    Address 2, Address Line 2, Ship Address 2, Shipping Address2, Recipient Address 2,
    Receiver Address 2, Ship To Address 2, Post To Address 2, Street 2, Apartment, Suite,
    Adresszusatz, Complément d’adresse,
    地址2, 地址二, 收件人地址2, 地址补充, 补充地址, 备用地址, 收件人地址二, 买家地址2`),
  parcelReference: terms(`
    Parcel Reference, Parcel No, Package No, Box No, Carton No, Box Number, Carton Number,
    箱号, 包裹参考号, 包裹编号, 子单号, 货箱编号, 箱子编号, 外箱编号`),
  size: terms(`
    Dimensions, Size, Box Size, Carton Size, Parcel Size, L*W*H, LxWxH, 长*宽*高, 长宽高, 尺寸,
    外箱尺寸, 箱规, 包裹尺寸, 规格尺寸`),
  parcelCount: terms(`
    Cartons, Carton Count, Number of Cartons, No of Cartons, Boxes, Number of Boxes, CTNS, CTN,
    箱数, 箱子数量, 总箱数`),
  parcelNo: terms(`Parcel Sequence, Carton Sequence, Box Sequence, 箱序号, 件序号, 箱序`),
  weightKg: terms(`
    Weight, Gross Weight, Parcel Weight, Package Weight, Total Weight, Actual Weight,
    Gewicht, Poids, 重量, 毛重, 包裹重量, 实重, 预报重量, 订单重量, 总重, 总重量, 箱重,
    称重重量, 单箱重量`),
  lengthCm: terms(`Length, Parcel Length, Box Length, Länge, 长, 长度, 包裹长, 箱长, 外箱长`),
  widthCm: terms(`Width, Parcel Width, Box Width, Breite, 宽, 宽度, 包裹宽, 箱宽, 外箱宽`),
  heightCm: terms(`Height, Parcel Height, Box Height, Höhe, 高, 高度, 包裹高, 箱高, 外箱高`),
  sku: terms(`
    SKU, Item SKU, Custom Label, Lineitem SKU, Seller SKU, Product SKU, Artikelnummer,
    商品SKU, 产品SKU,
    商品编码, 货号, 商家编码, SKU货号, 平台SKU, 库存SKU, 外部系统编号, 商家SKU, 卖家SKU, 规格编码`),
  hscodeCn: terms(`
    HS Code CN, Export HS Code, China HS Code, 中国海关编码, 出口海关编码, 国内海关编码,
    报关编码, 海关编码, 出口HS编码`),
  hscodeForeign: terms(`
    HS Code, HScode, Import HS Code, Customs Code, Tariff Number, Zolltarifnummer,
    目的国海关编码, 进口海关编码, 清关编码, HS编码, 清关海关编码, 国外海关编码`),
  nameCn: terms(`
    Chinese Name, Product Name CN, Declared Name CN, 中文品名, 中文报关名, 中文申报名,
    申报中文名, 报关中文名, 产品中文名, 中文名称, 申报品名, 品名, 商品名称, 产品名称,
    中文申报品名, 宝贝标题, 商品标题, 标题, 报关中文名称, 申报中文名称, 货物名称`),
  nameEn: terms(`
    English Name, Product Name, Item Name, Item Description, Description, Title,
    Product Title, Declared Name, Declared Name EN, Lineitem Name, Item Title, Goods Description,
    Artikelbezeichnung, 英文品名, 英文报关名, 英文申报名, 申报英文名, 报关英文名, 产品英文名,
    英文名称, 商品英文名, 英文申报品名, 报关英文名称, 申报英文名称`),
  quantity: terms(`
    Quantity, Qty, Quantity Purchased, Lineitem Quantity, Quantity Shipped, Pieces, Menge,
    Anzahl, Quantité, 数量, 件数, 产品数量, 商品数量, 申报数量, 报关数量, SKU数量, 购买数量,
    应履约件数, 单箱数量, 每箱数量, 装箱数量, 箱内数量, Qty per Carton, Pcs per Carton`),
  unitWeightKg: terms(`
    Unit Weight, Item Weight, Net Weight, Product Weight, Weight per Piece, 单件重量, 单重,
    净重, 产品重量, 申报重量, 报关重量, 单个重量, 商品重量, 单品重量`),
  unitPrice: terms(`
    Unit Price, Price, Lineitem Price, Declared Value, Unit Value, Declared Price,
    Item Value, Sold For, Price per Item, Price per Unit,
    Einzelpreis, Stückpreis, Preis, Prix, 价格, 单价, 申报单价, 报关单价, 申报价值, 申报价, 报关价,
    申报金额, 报关金额, 产品单价, 商品单价, 单个申报价值`),
  currency: terms(
    `Currency, Currency Code, Währung, Devise, 币种, 货币, 申报币种, 币别, 报关币种, 货币代码`,
  ),
  remark: terms(`
    Remark, Remarks, Note, Notes, Comment, Comments, Buyer Note, Memo, Bemerkung, 备注,
    订单备注, 客服备注, 买家留言, 拣货备注, 说明, 客户备注`),
  poCode: terms(`PO, PO Number, PO No, PO Code, Purchase Order, PO号, PO单号, 采购单号`),
  fbaCode: terms(`
    FBA Shipment ID, Shipment ID, FBA ID, FBA Code, FBA No, FBA号, FBA编号, 货件编号, 货件号,
    货件ID`),
  warehouseCode: terms(`
    FBA Warehouse, FBA Warehouse Code, Amazon Warehouse, FC, Fulfillment Center, FBA仓库,
    亚马逊仓库, 亚马逊仓库代码, FBA仓库代码`),
  referenceId: terms(`Reference ID, Amazon Reference ID, 亚马逊参考号, 亚马逊内部编号`),
  shipmentResource: terms(`Shipment Resource, Order Type, Order Kind, 订单类型, 业务类型`),
  material: terms(`Material, 材质, 产品材质, 英文材质, 中文材质`),
  usage: terms(`Usage, Use, Purpose, 用途, 产品用途`),
  brand: terms(`Brand, Marke, 品牌, 产品品牌`),
  model: terms(`Model, 型号, 产品型号, 规格型号`),
  origin: terms(`Origin, Country of Origin, Ursprungsland, 原产国, 原产地, 产地`),
  unit: terms(`Unit, UOM, Einheit, 单位, 申报单位`),
  shopUrl: terms(`Product URL, Product Link, Sales Link, 销售链接, 产品链接, 商品链接`),
  photoUrl: terms(`Image URL, Picture URL, Image, 图片链接, 商品图片, 产品图片链接`),
  ioss: terms(`IOSS Number, IOSS No, IOSS号, IOSS编号, IOSS税号`),
  eori: terms(`EORI Number, EORI No, EORI号`),
  incoterm: terms(`Incoterms, Terms of Trade, Duty Type, 贸易条款, 贸易方式, 交货条款`),
  invoiceNo: terms(`Invoice No, Invoice Number, Rechnungsnummer, 发票号, 发票号码`),
  insuredAmount: terms(`Insurance, Insurance Value, Insured Amount, 保险金额, 投保金额, 保价金额`),
  codAmount: terms(`COD, COD Amount, Nachnahme, 代收货款, 代收金额, COD金额`),
  pickupPoint: terms(`Pickup Point ID, Parcel Shop, Locker ID, 自提点, 自提点编号`),
}

/** Where a file names shipments of a marketplace. */
export const FBA_WAREHOUSES: readonly string[] = terms(
  `Warehouse Code, Warehouse, 仓库代码, 仓库, 目的仓, 目的仓库, 收货仓, 收货仓库, 派送仓库`,
)

/** Parts of a consignee's name, joined in this order where there is no whole one. */
export const FIRST_NAMES: readonly string[] = terms(`
    First Name, Given Name, Shipping First Name, Recipient First Name, Vorname, Prénom, 名,
    名字`)
export const LAST_NAMES: readonly string[] = terms(`
    Last Name, Surname, Family Name, Shipping Last Name, Recipient Last Name, Nachname, Nom,
    姓, 姓氏`)

/** What the reports of Seller Central have in common; prices are of the whole line. */
const AMAZON = {
  'order-item-id': null,
  'buyer-name': null,
  'buyer-phone-number': null,
  'ship-service-level': null,
  'product-name': 'nameEn',
  'item-price': null,
  'ship-address-3': null,
} as const

/**
 * Exports whose headings mean something else than in other files; all of `known` must be there.
 * `null`: a heading of that export which is none of our fields.
 */
export const EXPORTS: readonly {
  readonly name: string
  readonly known: readonly string[]
  readonly headings: Readonly<Record<string, ImportColumn | null>>
  /** Further columns of one field, joined in this order. */
  readonly joined?: Readonly<Partial<Record<ImportColumn, readonly string[]>>>
}[] = [
  {
    name: 'Shopify',
    known: ['Lineitem name', 'Shipping Name', 'Financial Status'],
    headings: {
      Name: 'reference',
      'Shipping Name': 'consigneeName',
      'Shipping Street': null,
      'Shipping Address1': 'street',
      'Shipping Method': null,
      Phone: null,
      Id: null,
      Source: null,
      Vendor: null,
    },
  },
  {
    name: 'Temu',
    known: ['quantity purchased', 'quantity to ship', 'recipient name'],
    headings: {
      'quantity purchased': null,
      'quantity shipped': null,
      'quantity to ship': 'quantity',
    },
    joined: { address2: ['ship address 2', 'ship address 3'] },
  },
  {
    name: 'Amazon, unshipped orders',
    known: ['order-id', 'recipient-name', 'ship-address-1', 'quantity-to-ship'],
    headings: {
      ...AMAZON,
      'quantity-purchased': null,
      'quantity-shipped': null,
      'quantity-to-ship': 'quantity',
    },
    joined: { address2: ['ship-address-2', 'ship-address-3'] },
  },
  {
    name: 'Amazon, new orders',
    known: ['order-id', 'recipient-name', 'ship-address-1'],
    headings: AMAZON,
    joined: { address2: ['ship-address-2', 'ship-address-3'] },
  },
  {
    name: 'Amazon, all orders and fulfilled shipments',
    known: ['amazon-order-id', 'item-price', 'ship-city'],
    headings: {
      ...AMAZON,
      'amazon-order-id': 'reference',
      'merchant-order-id': null,
      'shipment-id': null,
      'shipment-item-id': null,
      'amazon-order-item-id': null,
      'order-channel': null,
      'sales-channel': null,
      'fulfillment-channel': null,
    },
    joined: { address2: ['ship-address-2', 'ship-address-3'] },
  },
  {
    name: 'eBay',
    known: ['Post to name', 'Buyer name', 'Item title'],
    headings: { 'Buyer name': null, 'Buyer address 1': null, 'Buyer country': null },
  },
  {
    name: 'Etsy',
    known: ['Order ID', 'Listing ID', 'Ship Name'],
    headings: { 'Order Type': null, Buyer: null },
  },
]
