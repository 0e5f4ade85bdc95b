/** What a label in front of a value says it is; `address` says only that it is no name. */
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
  | 'address'

/** Words before a colon, in the languages addresses are copied in; patterns, split by "; ". */
const LABELS: Readonly<Record<LabelKind, string>> = {
  name: `收件人姓名; 收货人姓名; 收件人; 收货人; 姓名; 联系人; 名字; 收件; 收货; 客户姓名; Full name; First name; Last name; Vorname; Nachname; Name; Empfänger(?:in)?; Empf; Name des Empfängers; Naam ontvanger; Nom du destinataire; Recipient name; Ansprechpartner(?:in)?; Recipient; Consignee; Contact person; Contact name; Contact; Customer; Kunde; Destinataire; Nom et prénom; Nom complet; Prénom; Nom; Naam; Voornaam; Achternaam; Ontvanger; Geadresseerde; Contactpersoon; T\\.a\\.v\\.; Attention; Attn\\.?; FAO; An; To; À`,
  company: `公司名称; 公司名; 公司; 单位; Firmenname; Firma; Company name; Company; Organisation; Organization; Business; Raison sociale; Société; Entreprise; Bedrijfsnaam; Bedrijf`,
  phone: `收件电话; 收货电话; 收件人电话; 收货人电话; 收件手机; 收货人手机; 手机号码; 手机号; 手机; 联系电话; 联系方式; 电话号码; 电话; 座机; Telefonnummer; Telefon; Telephone; Telefoonnummer; Telefoon; Téléphone; Tél; Tel; Phone number; Phone; Handynummer; Handy; Mobilfunk; Mobilnummer; Mobil; Mobile; Mobiel; Portable; Cell phone; Cell; GSM; Fon; Rufnummer; Ph; Mob`,
  email: `电子邮箱; 电子邮件; 邮箱; E-?Mail-Adresse; E-?mail address; E-?mailadres; Adresse e-?mail; E-?mail; Courriel; Mail`,
  taxNumber: `统一社会信用代码; 纳税人识别号; 税号; USt\\.?-?Id(?:ent)?\\.?-?(?:Nr\\.?|Nummer)?; Umsatzsteuer-ID; Steuernummer; VAT(?: (?:number|no\\.?|reg(?:istration)?\\.? no\\.?|ID))?; Tax (?:ID|number); N° ?TVA; TVA(?: intracommunautaire)?; BTW(?:-?(?:nummer|nr\\.?))?; EORI; SIRET; SIREN; KVK`,
  country: `国家; 国家/地区; Country/Region; Country; Land; Pays`,
  state: `省份; 省; 州; 州/省; Bundesland; State/Province; State; Province; County; Région; Provincie`,
  city: `城市; 市; Stadt; Wohnort; Ort; City/Town; Post town; City; Town; Ville; Commune; Woonplaats; Plaats; Stad; Gemeente`,
  postalCode: `邮政编码; 邮编; PLZ; Postleitzahl; Postal code; Postcode; Post code; Zip ?code; Zip; Code postal; CP; Eircode`,
  street: `街道; 街道地址; Straße; Strasse; Str; Street address; Street; Rue; Voie; Straatnaam; Straat; Address line 1; Address 1; Adresse 1; Adresszeile 1`,
  house: `门牌号; 门牌; Hausnummer; Haus-?Nr\\.?; House (?:number|no\\.?); Huisnummer; Huisnr\\.?; Numéro; Nummer`,
  address2: `Address line 2; Address 2; Adresszeile 2; Adresszusatz; Zusatz; Complément d'adresse; Complément; Toevoeging; Apartment; Suite; Unit; Floor; 门号; 楼层`,
  address: `所在地区; 所在地; 收货地址; 收件地址; 详细地址; 收件人地址; 联系地址; 地区; 地址; 收货信息; 收件信息; 寄往; Lieferadresse; Lieferanschrift; Versandadresse; Rechnungsadresse; Postanschrift; Anschrift; Stra(?:ß|ss)e ?(?:und|u\\.|&|\\+|/) ?(?:Haus-?nummer|Haus-?nr\\.?|Nr\\.?); Straße/Nr\\.?; Straße, Nr\\.?; PLZ ?(?:/|und|,|&|\\+)? ?(?:Ort|Stadt); Postleitzahl ?(?:/|und|,|&)? ?Ort; Delivery address; Shipping address; Postal address; Mailing address; Ship to; Deliver to; Address; Adresse de livraison; Adresse postale; Code postal et ville; CP ?/ ?Ville; Adresse; Afleveradres; Bezorgadres; Verzendadres; Adres; Postcode (?:en|/) ?(?:woon)?plaats; Straat (?:en|\\+) (?:huis)?nummer`,
}

const entries = Object.entries(LABELS) as [LabelKind, string][]
/** A Chinese label also stands before a blank; one in letters needs its colon. */
const ALL = entries.map(([kind, words]) => `(?<${kind}>${longestFirst(words)})`).join('|')
/** Chinese labels are also written without a blank before them: 张三手机:138…邮编:518000. */
const GLUED =
  '收件人电话|收货人电话|收件电话|收货电话|收件人姓名|收货人姓名|收件人|收货人|联系人|姓名|手机号码|手机号|手机|联系电话|联系方式|电话|邮政编码|邮编|收货地址|收件地址|详细地址|所在地区|地址|邮箱'
/** Finds labels within a line; the group that took part names the kind. */
export const LABEL = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])|(?=(?:${GLUED})[ \\t]*[:：=]))(?:${ALL})(?:\\.?\\s*(?:\\([^()\\n]{1,20}\\))?\\s*[:：=]|(?<=\\p{Script=Han})[ \\t]+)`,
  'giu',
)
/** Before a number the colon may be missing: Tel. 030 123456, Handy 0170 1234567. */
export const PHONE_LABEL = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${longestFirst(LABELS.phone)}|T|M|P)\\.?:?|(?:手机号码|手机号|手机|联系电话|电话号码|电话)[:：]?)\\s*(?=[+(\\d])`,
  'giu',
)
/** A line that only announces what follows. */
export const ANNOUNCES = new RegExp(
  `^(?:${longestFirst(LABELS.address)}|Firma|Fa\\.|Empfänger|Recipient|Destinataire|Ontvanger|收件人信息|收货人信息|Delivery|Livraison|Lieferung an|Livrer à)[:：]?$`,
  'iu',
)

function longestFirst(words: string): string {
  return words
    .split('; ')
    .sort((a, b) => b.length - a.length)
    .join('|')
}
