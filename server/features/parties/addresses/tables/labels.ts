/** What a label in front of a value announces; `address`: only that it is no name. */
export type LabelKind =
  | 'name'
  | 'company'
  | 'phone'
  | 'email'
  | 'taxNumber'
  | 'country'
  | 'state'
  | 'city'
  | 'postalCode'
  | 'street'
  | 'house'
  | 'address2'
  | 'remark'
  | 'address'

/** Words before a colon, in the languages addresses are copied in; patterns, split by "; ". */
const LABELS: Readonly<Record<LabelKind, string>> = {
  name: `收件者; Klantnaam; Kundenname; Customer name; Client name; Nom (?:du|de la) client(?:e)?; Nom client; Client; Klant; Naam klant; Besteller(?:in)?; Name des Kunden; Bestemmeling; Addressee; 聯絡人; 收貨人; 收件人姓名; 收货人姓名; 收件人; 收货人; 姓名; 联系人; 名字; 收件; 收货; 客户姓名; Full name; First name; Last name; Vorname; Nachname; Name; Empfänger(?:in)?; Empf; Name des Empfängers; Naam ontvanger; Nom du destinataire; Recipient name; Ansprechpartner(?:in)?; Recipient; Consignee; Contact person; Contact name; Contact; Customer; Kunde; Destinataire; Nom et prénom; Nom complet; Prénom; Nom; Naam; Voornaam; Achternaam; Ontvanger; Geadresseerde; Contactpersoon; T\\.a\\.v\\.; Attention; Attn\\.?; FAO; An; To; À`,
  company: `Point de livraison; Point relais; Point de retrait; Afleverpunt; Afhaalpunt; Ophaalpunt; Lieferstelle; Abholstelle; Abholpunkt; Pickup point; Pick-up point; Collection point; Business name; Nom de l['’]entreprise; Naam bedrijf; Unternehmen; Geschäft; Enseigne; Zaak; 收货单位; 收件单位; 公司名称; 公司名; 公司; 单位; Firmenname; Firma; Company name; Company; Organisation; Organization; Business; Raison sociale; Société; Entreprise; Bedrijfsnaam; Bedrijf`,
  phone: `聯絡電話; 連絡電話; 行動電話; 手機號碼; 手機; 電話; 联系手机号码; 联系手机号; 联系手机; 联系人手机; 联系人电话; 收件人手机号; 收件人手机; 收货手机; 手机电话; 固定电话; 固话; 办公电话; 办公室电话; 收件电话; 收货电话; 收件人电话; 收货人电话; 收件手机; 收货人手机; 手机号码; 手机号; 手机; 联系电话; 联系方式; 电话号码; 电话; 座机; Telefonnummer; Telefon; Telephone; Telefoonnummer; Telefoon; Téléphone; Tél; Tel; Phone number; Phone; Handynummer; Handy; Mobilfunk; Mobilnummer; Mobil; Mobile; Mobiel; Portable; Cell phone; Cell; GSM; Fon; Rufnummer; Natel; Whats ?app; Port; Handynr; Handy-Nr; Telefonnr; Telefon-Nr; Telnr; Tel-Nr; Tel\\.-Nr; Mobilnr; Mobil-Nr; Telefoonnr; Telnummer; Gsm-nr; Gsmnr; Mobiel nummer; Festnetz; Festnetznummer; Festnetznr; Fixe; Ligne fixe; Tél fixe; Téléphone fixe; Vaste lijn; Vast nummer; Landline; Home phone; Work phone; Daytime phone; Contact number; Contactnummer; Mobilfunknummer; Mobiele telefoon; Téléphone portable; Téléphone mobile; Durchwahl; Direct line; Rückrufnummer; N° de tél; N° tél; N° de téléphone; N° portable; Numéro de téléphone; Ph; Mob`,
  email: `电子邮箱; 电子邮件; 邮箱; E-?Mail-Adresse; E-?mail address; E-?mailadres; Adresse e-?mail; E-?mail; Courriel; Mail`,
  taxNumber: `统一社会信用代码; 纳税人识别号; 税号; USt\\.?-?Id(?:ent)?\\.?-?(?:Nr\\.?|Nummer)?; Umsatzsteuer-ID; Steuernummer; VAT(?: (?:number|no\\.?|reg(?:istration)?\\.? no\\.?|ID))?; Tax (?:ID|number); N° ?TVA; TVA(?: intracommunautaire)?; BTW(?:-?(?:nummer|nr\\.?))?; EORI; SIRET; SIREN; KVK`,
  country: `国家; 国家/地区; Country/Region; Country; Land; Pays`,
  state: `省份; 省; 州; 州/省; Bundesland; State/Province; State; Province; County; Région; Provincie`,
  city: `Localité; Lieu; Ortschaft; 城市; 市; Stadt; Wohnort; Ort; City/Town; Post town; City; Town; Ville; Commune; Woonplaats; Plaats; Stad; Gemeente`,
  postalCode: `郵遞區號; 郵政編碼; 郵編; NPA; 邮政编码; 邮编; PLZ; Postleitzahl; Postal code; Postcode; Post code; Zip ?code; Zip; Code postal; CP; PC; P\\.C\\.; P\\.code; Eircode; Code`,
  street: `街道; 街道地址; Straße; Strasse; Str; Street address; Street; Rue; Voie; Straatnaam; Straat; Address line 1; Address 1; Adresregel 1; Adreslijn 1; Adres 1; Ligne d['’]adresse 1; Ligne 1; Adresse 1; Adresszeile 1`,
  house: `Bus; Bte; Boîte; (?<=(?:^|[\\n,;|])[ \\t]*)N(?:r|o|°|º|um)\\.?; Haus; Huis; House; Housenumber; Building number; Street number; Street no\\.?; Numéro de (?:rue|voie|maison); N° (?:de )?(?:rue|voie|maison); Huis-?nr\\.?; Straatnummer; 门牌号; 门牌; Hausnummer; Haus-?Nr\\.?; House (?:number|no\\.?); Huisnummer; Huisnr\\.?; Numéro; Nummer`,
  address2: `地址2; 地址二; 地址行2; 地址栏2; Address line 2; Address 2; Adresregel 2; Adreslijn 2; Adres 2; Adresse 2; Ligne d['’]adresse 2; Ligne 2; Adresszeile 2; Adresszusatz; Zusatz; Complément d'adresse; Complément; Toevoeging; Apartment; Suite; Unit; Floor; Étage; Etage; Stock; Stockwerk; Wohnung; Appartement; Bâtiment; Escalier; Verdieping; Gebäude; Gebouw; 门号; 楼层`,
  remark: `Name on (?:the )?(?:bell|door|doorbell|buzzer); Klingelschild; Name an der Klingel; Nom sur (?:la sonnette|l['’]interphone|la boîte); Naam op (?:de )?(?:bel|deur|deurbel); Bem\\.?; Anm\\.?; N\\.?B\\.?; Opm\\.?; Rem\\.?; Info; Zustellhinweis; Consigne; Consignes; Bijzonderheden; 买家留言; 备注信息; 备注; 留言; 附言; 配送说明; Bemerkung(?:en)?; Hinweis(?:e)?; Lieferhinweis; Anmerkung; Notes?; Remarks?; Comments?; (?:Delivery |Special )?Instructions?; Remarque(?:s)?; Instructions de livraison; Opmerking(?:en)?; Leveringsinstructies; Bestell(?:nummer|nr\\.?|-Nr\\.?); Auftrags(?:nummer|nr\\.?); Order (?:no\\.?|number|ID|nr\\.?); Order; Ref(?:erence|erenz|erentie)?\\.?; Référence; N° (?:de )?commande; Commande; Bestelnummer; Ordernummer; Klantnummer; Kundennummer; Kunden-?[Nn]r\\.?; N° client; Customer (?:no\\.?|number); Zahlung; Betaling; Payment; Paiement; Fax(?:nummer)?; Telefax; Website; Web; Homepage; Site web; 订单号; 订单编号; 单号; 快递单号; 数量; 商品; 物品; 品名; 货物; 重量; 身份证号; 身份证; 微信; 微信号; QQ; 传真; 网址`,
  address: `地址1; 地址一; 地址行1; 地址栏1; Addr; Add; 省市区县; 省市区; 省\\/市\\/区; 所在省市; 地址信息; 收貨地址; 詳細地址; 所在地区; 所在地; 收货地址; 收件地址; 详细地址; 收件人地址; 联系地址; 地区; 地址; 收货信息; 收件信息; 寄往; Lieferadresse; Lieferanschrift; Versandadresse; Rechnungsadresse; Postanschrift; Anschrift; Stra(?:ß|ss)e ?(?:und|u\\.|&|\\+|/) ?(?:Haus-?nummer|Haus-?nr\\.?|Nr\\.?); Straße/Nr\\.?; Straße, Nr\\.?; PLZ ?(?:/|und|,|&|\\+)? ?(?:Ort|Stadt); Postleitzahl ?(?:/|und|,|&)? ?Ort; Delivery address; Shipping address; Postal address; Mailing address; Ship to; Deliver to; Address; Adresse de livraison; Adresse postale; Code postal et ville; CP ?/ ?Ville; Adresse; Afleveradres; Bezorgadres; Verzendadres; Adres; Postcode (?:en|/) ?(?:woon)?plaats; Straat (?:en|\\+) (?:huis)?nummer`,
}

const entries = Object.entries(LABELS) as [LabelKind, string][]
/** Other words that labels are made of: "Straat en nr", "Delivery town". */
const FILLERS = new Set(
  'en et und and u or ou of de la le du des der die das your my our meine mein unsere unser mijn onze mon ma notre nos new neue neuer nieuwe nouvelle ligne regel zeile fixe fix vast for für voor pour bestelling order naam full famille familie family given bestell zustell first last delivery shipping billing complete volledige contact line 1 2 nr no n° n num code postal post e mail livraison lieferung'.split(
    ' ',
  ),
)
/** Single words of labels that the lists below have only in phrases, or not at all. */
const WORDS: Readonly<Record<string, LabelKind>> = {
  receiver: 'name',
  surname: 'name',
  forename: 'name',
  familienname: 'name',
  familienaam: 'name',
  recipient: 'name',
  empfänger: 'name',
  destinataire: 'name',
  ontvanger: 'name',
  receptor: 'name',
  suburb: 'city',
  locality: 'city',
  village: 'city',
  dorp: 'city',
  plz: 'postalCode',
  postleitzahl: 'postalCode',
  postcode: 'postalCode',
  cp: 'postalCode',
  st: 'state',
  apt: 'address2',
  appt: 'address2',
  flat: 'address2',
  pc: 'postalCode',
  zip: 'postalCode',
  nr: 'house',
  numéro: 'house',
  huisnummer: 'house',
  hausnummer: 'house',
  pour: 'name',
  aan: 'name',
  an: 'name',
  to: 'name',
  für: 'name',
  voor: 'name',
  mobiele: 'phone',
  port: 'phone',
  fixe: 'phone',
  vast: 'phone',
  add: 'address',
  addr: 'address',
  prefecture: 'state',
  region: 'state',
  territory: 'state',
  canton: 'state',
  kanton: 'state',
}

const isFiller = (word: string): boolean => FILLERS.has(word.toLowerCase())

let wordKinds: ReadonlyMap<string, LabelKind> | undefined
function kindOfWord(word: string): LabelKind | undefined {
  wordKinds ??= new Map([
    ...entries.flatMap(([kind, words]) =>
      words
        .split('; ')
        .filter((one) => /^\p{L}+$/u.test(one))
        .map((one): [string, LabelKind] => [one.toLowerCase(), kind]),
    ),
    ...Object.entries(WORDS),
  ])
  return wordKinds.get(word.toLowerCase())
}

/**
 * What a label of several words asks for: "Town/City" a city, "Postcode + plaats" an address in one
 * field. Null where a word of it is no label.
 */
export function kindOfPhrase(phrase: string): LabelKind | null {
  const words = phrase.split(/[\s/+&,.()-]+/).filter(Boolean)
  const kinds = new Set<LabelKind>()
  for (const word of words) {
    const kind = kindOfWord(word)
    if (kind) kinds.add(kind)
    else if (!isFiller(word)) return null
  }
  // "Mobiele nummer" is no house number.
  if (kinds.size === 2 && !kinds.has('street')) kinds.delete('house')
  if (kinds.size === 2) kinds.delete('name')
  const [only, ...more] = kinds
  if (only === undefined) return null
  if (more.length === 0 && phrase.endsWith(' 2') && (only === 'address' || only === 'street'))
    return 'address2'
  if (more.length === 0) return only === 'house' ? null : only
  return kinds.has('street') && kinds.has('house') && kinds.size === 2 ? 'street' : 'address'
}

/** A Chinese label also stands before a blank; one in letters needs its colon. */
const ALL = entries.map(([kind, words]) => `(?<${kind}>${longestFirst(words)})`).join('|')
/** Chinese labels are also written without a blank before them: 张三手机:138…邮编:518000. */
const GLUED =
  '收件人电话|收货人电话|收件电话|收货电话|收件人姓名|收货人姓名|收件人|收货人|联系人|姓名|手机号码|手机号|手机|联系电话|联系方式|电话|邮政编码|邮编|收货地址|收件地址|详细地址|所在地区|地址|邮箱'
/** Finds labels within a line; the group that took part names the kind. */
export const LABEL = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])|(?=(?:${GLUED})[ \\t]{0,9}[:：=]))(?:${ALL})(?:\\.?\\s{0,9}(?:\\([^()\\n]{1,20}\\))?\\s{0,9}[:：=]|(?<=\\p{Script=Han})[ \\t]+)`,
  'giu',
)
/**
 * A Chinese label by the noun it ends with: 收件姓名, 店主, 下单地址, 省/市/区. A country before it (英国客户)
 * is part of the label.
 */
export const HAN_LABEL =
  /(?<![\p{Script=Han}/])(?:[\p{Script=Han}/]{0,6}?)(?:(?<name>姓名|名字|收|叫|收件人|收货人|联系人|客户|店主|买家|老板|收方|人)|(?<address>地址|省\/市\/区|省市区|省市区县|所在地区|所在地|地区|区域|区|县|街道地址)|(?<phone>电话|手机|手机号|手机号码|电话号码|联系方式|号码)|(?<postalCode>邮编|邮政编码)|(?<email>邮箱|邮件)|(?<company>公司|单位|企业|公司名称|店名|店铺|抬头|发票抬头)|(?<street>街道门牌|街道门牌号)|(?<remark>备注|留言|说明|要求|附言)|(?<none>信息|如下))\s*:/gu

/** What may stand before the noun of a Chinese label. */
export const HAN_PREFIX =
  /^(?:收件|收货|送货|发货|邮寄|快递|配送|送|发票|寄件|寄送|下单|买家|客户|收货人|收件人|联系|详细|所在|备用|家庭|公司|单位|省|市|区|县|街道|国家|海外|国外|新|\/|(?:英|德|法|美)国|荷兰|比利时|加拿大|澳大利亚|爱尔兰|奥地利|瑞士)+$/u

/** Any other Chinese words before a colon: 寄美国. */
export const HAN_PHRASE = /(?<=^|[,;|。 ])\p{Script=Han}{1,8}\s*:/gu

/** Before a number the colon may be missing: Tel. 030 123456, Handy 0170 1234567. */
export const PHONE_LABEL = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:(?:mon|my|mein|meine|mijn|notre|onze|unser|son|sa|his|her)\\s+)?(?:${longestFirst(LABELS.phone)}|T|M|P)\\.?(?:\\s+(?:privat|geschäftlich|dienstlich|tagsüber|abends|perso|pro|privé|bureau|werk|home|work|day|evening|overdag|mobil|mobile|fixe|fix|vast))? ?:?|(?:手机号码|手机号|手机|联系电话|电话号码|电话)[:：]?)\\s*(?=[+(\\d])`,
  'giu',
)
/** A line that only announces what follows. */
export const ANNOUNCES = new RegExp(
  `^(?:\\p{L}*[- ]?(?:adresse|anschrift|adres|address)|${longestFirst(LABELS.address)}|Firma|Fa\\.|Empfänger|Recipient|Destinataire|Ontvanger|收件人信息|收货人信息|Delivery|Livraison|Lieferung an|Livrer à)[:：]?$`,
  'iu',
)

function longestFirst(words: string): string {
  return words
    .split('; ')
    .sort((a, b) => b.length - a.length)
    .join('|')
}
