import type { PAGE_STATUSES, RETURN_REASONS } from '#contracts/returns/return-page.ts'

type Reason = (typeof RETURN_REASONS)[number]
type Status = (typeof PAGE_STATUSES)[number]

/** The page of returns in one language: buyers read more of them than those who work here. */
export interface Words {
  name: string
  title: string
  intro: string
  orderNo: string
  postcode: string
  find: string
  unknown: string
  tooMany: string
  many: string
  failed: string
  noPage: string
  lines: string
  left: string
  nothing: string
  reason: string
  remark: string
  announce: string
  choose: string
  returns: string
  label: string
  qr: string
  pieces: string
  back: string
  reasons: Record<Reason, string>
  statuses: Record<Status, string>
}

export const WORDS = {
  'zh-CN': {
    name: '中文',
    title: '退货',
    intro: '请输入订单号和收件邮编。',
    orderNo: '订单号',
    postcode: '收件邮编',
    find: '查询订单',
    unknown: '没有与此单号和邮编相符的订单。已发出的订单才能退货。',
    tooMany: '查询次数过多，请稍后再试。',
    many: '此订单已登记多件退货，请先寄出。',
    failed: '暂时无法处理，请稍后再试。',
    noPage: '请使用店铺给您的退货链接打开本页。',
    lines: '要退哪些商品',
    left: '最多 {{left}} 件',
    nothing: '此订单的商品都已登记退货。',
    reason: '退货原因',
    remark: '备注（可不填）',
    announce: '登记退货',
    choose: '请至少选择一件商品。',
    returns: '您的退货',
    label: '下载退货面单',
    qr: '{{no}} 的二维码，交寄时出示',
    pieces: '{{count}} 件',
    back: '换一个订单',
    reasons: {
      size: '尺码不合适',
      notAsDescribed: '与描述不符',
      damaged: '破损',
      wrongItem: '发错货',
      late: '到货太晚',
      changedMind: '不想要了',
      other: '其他',
    },
    statuses: {
      announced: '已登记',
      onTheWay: '运输中',
      arrived: '已到仓',
      done: '已处理',
      cancelled: '已取消',
    },
  },
  'en-US': {
    name: 'English',
    title: 'Return',
    intro: 'Enter your order number and the postcode it was sent to.',
    orderNo: 'Order number',
    postcode: 'Postcode',
    find: 'Find the order',
    unknown: 'No order fits this number and postcode. Only orders that have left can be sent back.',
    tooMany: 'Too many attempts. Try again later.',
    many: 'Several returns of this order are announced already. Send them first.',
    failed: 'It does not work just now. Try again later.',
    noPage: 'Open this page with the link your shop gave you.',
    lines: 'What you send back',
    left: 'up to {{left}}',
    nothing: 'A return of all goods of this order is announced.',
    reason: 'Reason',
    remark: 'Remark (optional)',
    announce: 'Announce the return',
    choose: 'Choose at least one piece.',
    returns: 'Your returns',
    label: 'Download the return label',
    qr: 'QR code of {{no}}, to show where you hand it in',
    pieces: '{{count}} ×',
    back: 'Another order',
    reasons: {
      size: 'Does not fit',
      notAsDescribed: 'Not as described',
      damaged: 'Damaged',
      wrongItem: 'Wrong item',
      late: 'Came too late',
      changedMind: 'Not wanted any more',
      other: 'Other',
    },
    statuses: {
      announced: 'Announced',
      onTheWay: 'On its way',
      arrived: 'Arrived',
      done: 'Processed',
      cancelled: 'Cancelled',
    },
  },
  'de-DE': {
    name: 'Deutsch',
    title: 'Retoure',
    intro: 'Geben Sie Ihre Bestellnummer und die Postleitzahl der Lieferadresse ein.',
    orderNo: 'Bestellnummer',
    postcode: 'Postleitzahl',
    find: 'Bestellung suchen',
    unknown:
      'Zu dieser Nummer und Postleitzahl gibt es keine Bestellung. Nur versandte Bestellungen können zurückgeschickt werden.',
    tooMany: 'Zu viele Versuche. Bitte später noch einmal versuchen.',
    many: 'Für diese Bestellung sind schon mehrere Retouren angemeldet. Bitte senden Sie diese zuerst ab.',
    failed: 'Das ist zurzeit nicht möglich. Bitte später noch einmal versuchen.',
    noPage: 'Öffnen Sie diese Seite mit dem Link Ihres Händlers.',
    lines: 'Was Sie zurückschicken',
    left: 'höchstens {{left}}',
    nothing: 'Für alle Artikel dieser Bestellung ist eine Retoure angemeldet.',
    reason: 'Grund',
    remark: 'Bemerkung (freiwillig)',
    announce: 'Retoure anmelden',
    choose: 'Wählen Sie mindestens einen Artikel.',
    returns: 'Ihre Retouren',
    label: 'Retourenetikett herunterladen',
    qr: 'QR-Code von {{no}}, zum Vorzeigen bei der Abgabe',
    pieces: '{{count}} ×',
    back: 'Andere Bestellung',
    reasons: {
      size: 'Passt nicht',
      notAsDescribed: 'Nicht wie beschrieben',
      damaged: 'Beschädigt',
      wrongItem: 'Falscher Artikel',
      late: 'Kam zu spät',
      changedMind: 'Gefällt nicht',
      other: 'Sonstiges',
    },
    statuses: {
      announced: 'Angemeldet',
      onTheWay: 'Unterwegs',
      arrived: 'Eingetroffen',
      done: 'Bearbeitet',
      cancelled: 'Storniert',
    },
  },
  'fr-FR': {
    name: 'Français',
    title: 'Retour',
    intro: 'Saisissez votre numéro de commande et le code postal de livraison.',
    orderNo: 'Numéro de commande',
    postcode: 'Code postal',
    find: 'Chercher la commande',
    unknown:
      'Aucune commande ne correspond à ce numéro et à ce code postal. Seules les commandes expédiées peuvent être retournées.',
    tooMany: 'Trop de tentatives. Réessayez plus tard.',
    many: 'Plusieurs retours de cette commande sont déjà annoncés. Envoyez-les d’abord.',
    failed: 'Ce n’est pas possible pour le moment. Réessayez plus tard.',
    noPage: 'Ouvrez cette page avec le lien de votre boutique.',
    lines: 'Ce que vous retournez',
    left: '{{left}} au plus',
    nothing: 'Un retour est déjà annoncé pour tous les articles de cette commande.',
    reason: 'Motif',
    remark: 'Remarque (facultatif)',
    announce: 'Annoncer le retour',
    choose: 'Choisissez au moins un article.',
    returns: 'Vos retours',
    label: 'Télécharger l’étiquette de retour',
    qr: 'Code QR de {{no}}, à présenter au dépôt',
    pieces: '{{count}} ×',
    back: 'Autre commande',
    reasons: {
      size: 'Ne convient pas',
      notAsDescribed: 'Non conforme à la description',
      damaged: 'Endommagé',
      wrongItem: 'Mauvais article',
      late: 'Arrivé trop tard',
      changedMind: 'Ne plaît plus',
      other: 'Autre',
    },
    statuses: {
      announced: 'Annoncé',
      onTheWay: 'En route',
      arrived: 'Arrivé',
      done: 'Traité',
      cancelled: 'Annulé',
    },
  },
} satisfies Record<string, Words>

export type PageLang = keyof typeof WORDS
export const PAGE_LANGS = Object.keys(WORDS) as PageLang[]

/** The language of the address, else the browser's, else English. */
export function firstLang(search: string, browser: readonly string[]): PageLang {
  const wanted = [new URLSearchParams(search).get('lang') ?? '', ...browser]
  for (const one of wanted)
    for (const lang of PAGE_LANGS)
      if (one !== '' && lang.startsWith(one.slice(0, 2).toLowerCase())) return lang
  return 'en-US'
}

/** A text with its `{{places}}` filled. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
