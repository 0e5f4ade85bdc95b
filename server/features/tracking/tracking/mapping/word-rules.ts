/**
 * Words of carriers in the languages they are asked in, first match first: what takes back, wishes
 * and forecasts, ways back, customs, trouble, the shop, attempts. `road-rules.ts` goes on.
 * A rule is what it means, then its alternatives (RE2) over small letters; signs between words are
 * blanks.
 */
const SHOP =
  '(packstation|parcel ?shop|paket ?shop|parcel ?station|retail outlet|filiale|access point|locker|post office|afhaallocatie|postnl punt|pick ?up point)'
const CUSTOMS =
  '(\\bcustoms\\b|\\bclearance\\b|\\bzoll\\b|\\bzoll(amt|abfertigung|freigabe|beschau|papiere|gebühr|unterlagen)|verzoll|einfuhrabgaben|import dut|douane|ingeklaard|inklar|海关|清关)'

export const TROUBLE_RULES: readonly (readonly [meaning: string, ...words: string[]])[] = [
  [
    'cancel',
    'last status was (cancelled|canceled|corrected)',
    'letzte status .*(storniert|korrigiert)',
    'previous event was deleted|vorheriges ereignis .*gelöscht',
    'incorrect scan has been corrected|fehlerhafter scan wurde korrigiert',
  ],
  ['55 locker', 'notification for parcel ?station collection'],
  ['55 reminder', '\\breminder\\b|reminderservice|erinnerung an die abholung'],
  [
    'note',
    'estimated time of|\\beta (gewijzigd|changed|updated)',
    'information on delivery transmitted|email delivery notification|consignee contacted',
    'empfangsoption vorgemerkt|hinweis zur zustellung|produktprüfung|has been measured',
    'wurde vermessen',
    'preferred ?(parcel ?shop|address|neighbour|storage ?place|delivery ?date|date)',
    'wunsch(paketshop|ersatzadresse|ablageort|tag|termin|nachbar)\\w* .*(gewählt|storniert)',
    'signature confirmed|\\bcod data\\b|parcel history closed|address correction was carried out',
    'geld transfer|datendienst',
  ],
  // On the way back: what the sender has in hand, then why, then that it is.
  [
    '90 to_sender',
    'delivered,? (back )?(at|to) (the )?(original )?(sender|shipper|client)\\b',
    'sender has received it|back to the sender and delivered',
    '(an den|dem) absender (zugestellt|übergeben|ausgehändigt)',
    'livré à l.expéditeur|bezorgd bij (de )?afzender|退回妥投|已退回寄件人',
  ],
  ['60 refused', 'not accepted when delivery was attempted'],
  ['85 recalled', 'delivery was stopped|delivery of the shipment will not be continued'],
  [
    '40 at_delivery_depot',
    'shipment is back |shipment is .* again|befindet sich wieder',
    'keepsafe|on the way back to the (parcel cent|depot)',
  ],
  ['40 in_transit', 'way back to the nearest|rückweg ins nächste|ready for return to hub'],
  [
    '85 refused',
    '(refus|verweiger|not accepted|declined).*(return|back to the (sender|shipper)|zurück|rück)',
    'retourné .*refus|拒收.*退',
  ],
  [
    '85 unclaimed',
    '(not (been )?(picked up|collected|claimed)|nicht .{0,60}abgeholt|unclaimed|storage period).*(return|back to the (sender|shipper)|zurück|rück)',
    'rückweg .*nicht abgeholt',
    '(return|on its way back).*(not (been )?(picked up|collected)|unclaimed)',
  ],
  [
    '85 recalled',
    '\\brecall(ed)?\\b|\\bintercepted\\b',
    'zustellung .*(gestoppt|nicht fortgesetzt)',
    'return(ed)? (to (the )?sender )?at (the )?(sender|shipper).?s? request|拦截',
  ],
  ['60 not_home', '4(th|\\.) (time|mal)\\b'],
  ['80 damaged', 'beschädigt.*nachverpack|schadens? geht die sendung zurück zum depot'],
  [
    '85 undeliverable',
    '(returned|return|returning|sent back|on its way back|way back|brought back) to (the )?(original )?(sender|shipper|client|origin)\\b',
    'back to the (sender|shipper|client)\\b|return (has been )?initiated|on route to shipper',
    'prepared for return',
    '\\brücksendung\\b|an den absender zurück|zurück an den absender|zum absender zurück',
    'rück(versand|weg) zum (auftraggeber|absender)',
    'für den rückversand|retour(né|ner)? à l.expéditeur|teruggestuurd|retourzending',
    'retour (naar )?afzender',
    'zwrot do nadawcy|restituito al mittente|devuelto al remitente|退回|退件|forward expired',
    'dead letter',
  ],
  ['92 by_customs', '(destroyed|disposed).*customs|vom zoll vernichtet'],
  ['92 by_request', '(destroyed|disposed).*request|auf wunsch .*vernichtet'],
  ['92 by_carrier', '\\b(disposed|destroyed)\\b|\\bvernicht|\\bentsorgt\\b|détruit|销毁'],
  [
    '95 by_customer',
    '^void$|cancelled by (the )?(client|sender|customer|shipper)|sendung wurde storniert',
  ],
  [
    '95 by_carrier',
    '(shipment|order|pickup request|pick and ship|ship return|label|parcel|item)( has been| was)? (cancelled|canceled|voided)\\b',
    '\\breturn cancelled\\b|订单取消|已取消',
  ],
  [
    '80 prohibited',
    'confiscated|beschlagnahm|versandbedingungen|prohibited|dangerous goods check failed|违禁',
  ],
  // Customs, the outcome before the process.
  ['45 inspection', `${CUSTOMS}.*(inspect|beschau)|inspected by customs|查验|待验`],
  [
    '45 duty_due',
    `${CUSTOMS}.*(dut(y|ies)|fees?\\b|charges|gebühr|abgaben|kosten)|import dut|betaling kosten`,
    `einfuhrabgaben|关税`,
  ],
  [
    '45 docs_required',
    `${CUSTOMS}.*(phone|invoice|missing|incomplete|documents? (are |is )?(required|needed|missing|incomplete)|more information|unterlagen (fehlen|erforderlich))`,
    '(documents?|invoice|information) .*(required|missing|needed).*customs|等待清关资料',
    'zollunterlagen fehlen',
  ],
  [
    '45 held',
    `${CUSTOMS}.*(\\bheld\\b|\\bhold\\b|delay|refus|reject|zurückgewiesen|angehalten|aufbewahrt|verzöger|abgelehnt|vastgehouden)`,
    `(\\bheld\\b|delay|rejected|verzögerung|zurückgewiesen|angehalten|aufbewahrt).*${CUSTOMS}|留存`,
  ],
  [
    '45 released',
    `${CUSTOMS}.*(released|complet|cleared|success|freigegeben|abgeschlossen|erfolgt\\b|vrijgegeven|finish)`,
    'released (by|from) customs|cleared customs|vrijgegeven|放行|清关完成|customs parcel can be sent',
  ],
  ['45 processing', CUSTOMS],
  // Trouble.
  [
    '80 data_no_piece',
    'not yet arrived at the expected|noch nicht im erwarteten|keine einlieferung',
    'data,? but no piece',
  ],
  ['80 no_data', 'without advice data|ohne avisdaten|piece,? but no data|ohne sendungsdaten'],
  ['80 held_payment', 'held .*payment|awaiting payment'],
  [
    '80 missorted',
    'mis ?rout|mis ?sort|\\bmissent\\b|wrong (route|tour|location|depot|facility)|sorting error',
    'being redirected\\. delivery is delayed',
    'fehlgeleitet|falsche tour|falschen? standort|umgeleitet .*verzögert|错分|错发',
  ],
  ['80 damaged', '\\bdamag|beschädigt|\\bschaden|\\bschadens\\b|endommagé|beschadigd|破损'],
  [
    '80 lost',
    '\\blost\\b|search(ed|ing) for|being searched|\\bverlust\\b|not to locate|cannot be located',
    'under investigation|again unable to be found|whereabouts|verbleib|nachforschung',
    'nicht im .*gefunden werden|enquête est ouverte|丢失|遗失',
  ],
  ['80 delayed_weather', '\\bweather\\b|\\bwetter|unwetter|schneefall|hochwasser'],
  [
    '80 delayed_carrier',
    'unable to be picked up by the driver|zurückgestellt|capacity bottleneck',
    'unable to deliver the parcel as planned',
  ],
  [
    '80 delayed_other',
    'höherer gewalt|force majeure?|consignment is not complete|not available at the hermes',
  ],
  [
    '60 pickup_failed',
    '(pick ?up|abholung) .*(not successful|unsuccessful|failed|nicht erfolgreich)',
    'could not be picked up|konnte nicht abgeholt werden|nicht abgeholt werden',
  ],
  // The shop: what has been fetched, what cannot be fetched any more, what is only on its way.
  [
    '70 shop_collected',
    '(recipient|consignee|customer) has (picked up|collected)',
    '(picked up|collected) by the (recipient|consignee|customer)',
    'taken out by the recipient|packstation entnommen|empfänger .{0,80}\\babgeholt',
    'collected (at|from) (the |a )?(parcel ?station|parcel ?shop|locker|post office)\\b',
    'item was collected|^afgehaald bij|udleveret fra|retiré (au|en|par)|用户自提|已自提',
  ],
  [
    '80 unclaimed',
    'not (been )?(picked up|collected|claimed)|nicht .{0,60}\\babgeholt|maximum storage time',
    'storage period|unclaimed|niet afgehaald|逾期未取',
  ],
  [
    '60 carded',
    'could not be delivered.*(notified|informed)|nicht zugestellt werden.*benachrichtigt',
  ],
  [
    '40 rerouted',
    `system intervention|forwarded to the desired address|was vol;|ander(e)? postnl punt`,
    `(full|voll)\\b.*${SHOP}`,
  ],
  [
    '40 forwarded',
    `(on (its|the) way to|being brought to|brought to|forwarded to|transported to|will be delivered to|will deliver to|auf dem weg (zu|zum|zur|in)|verwacht bij|wordt bezorgd op|onderweg naar) (the |a |an |nearby |ups |dhl |zur |der |einem?r? |ein )*${SHOP}`,
    `${SHOP}.{0,60}(weitergeleitet|transportiert wird)|wird .{0,40}${SHOP} .{0,20}gebracht`,
    `sera livré en (relais|consigne)`,
    'picked up at parcelshop',
  ],
  [
    '55 locker',
    '(packstation|parcel ?station|parcel ?box|locker|paketautomat|pakketautomaat).{0,80}(abholung|abholbereit|pick ?up|collect)',
    '(ready|available|waiting|can be|delivered|placed|kan worden|klaar|deposited).{0,60}(packstation|parcel ?station|parcel ?box|locker|pakketautomaat)',
    'en consigne|packstation eingelegt|已入柜|快递柜',
  ],
  [
    '55 post_office',
    '(in der |postal? ?)filiale .{0,40}(abholung|bereit)',
    '(held|available|ready|stored) .{0,40}(post office|parcel cent(er|re)).{0,60}(pick|collect|customer|himself)',
    'held at post office|available for pick ?up at post office|collect the goods himself',
    '到达.*邮局.*自取',
  ],
  [
    '55 parcel_shop',
    'ready (for|to be) (pick ?up|picked up|collect)|available for (pick ?up|collection)',
    '(can|may) (now )?be (picked up|collected)|waiting (for|to be) (pick ?up|picked up|collect)',
    'waiting for pick ?up',
    '(zur abholung|abhol)bereit|zur abholung bereit|bereit .{0,20}abholung|paketshop bereit',
    'disponible (en|au|dans)|ligt klaar|klaar om (af|opge)haald|待自提|待取|可自提',
    '(delivered|stored|arrived|deposited) (at|in|to) (a |the |your |gls |hermes |ups |dhl |dpd )*(parcel ?shop|paket ?shop|access point|pick ?up point)',
    'access point zugestellt|beim ups access point',
    'im (dpd |gls |hermes |pickup )*paket ?shop (hinterlegt|zugestellt)',
    'agency.{0,20}postal office',
  ],
  // Nothing handed over yet.
  [
    '10 data_sent_to_carrier',
    'not yet (been )?(handed|received|in the)|noch nicht (an|vom|bei|eingetroffen|übergeben)',
    'nog niet ontvangen|pas encore|awaiting item',
    'will be (picked up|collected)|wird abgeholt|provided by the sender for collection',
    'paketinfo an|sender despatching|en route to dhl ecommerce',
  ],
  ['10 data_rejected', 'data (was |were )?rejected|announcement rejected'],
  ['10 order_created', 'booking received|order placed'],
  [
    '10 label_created',
    'label (has been |was |for .{0,30}has been )?(created|produced|printed)|waybill generated',
    'etikett (erstellt|gedruckt)',
  ],
  [
    '10 data_sent_to_carrier',
    'pre ?advi|pre ?notif|pre ?alert|electronic|elektronisch|notified to|avisiert|angekündigt',
    'vorankündigung|auftragsdaten|aangemeld',
    'information received|info received|data (for|was|were|has been|have been) ',
    '\\bdaten (zur|wurden|liegen)|paketdaten|sendungsdaten|manifest acknowledg|shipment confirmed',
    'order created|données',
    '已预报|电子信息|信息已收到',
  ],
  // What an attempt failed on; the next try does not undo it.
  [
    '40 resolved',
    'transport of the shipment continues',
    '(address|problem|error) has been (corrected|resolved|clarified)|adresse wurde korrigiert',
    'behoben',
  ],
  [
    '80 address_correction',
    '(attempting to )?obtain a new (delivery )?address',
    'address (is being|will be) (clarified|checked|corrected)|adresse wird (geklärt|ermittelt)',
  ],
  [
    '60 check_failed',
    'identif\\w* (failed|ist fehlgeschlagen|fehlgeschlagen)',
    '(incorrect|wrong|missing|invalid) (or incorrect )?(tan|pin|id)\\b|falschen? (tan|pin)\\b',
    'age (check|verification) failed|altersprüfung',
  ],
  [
    '60 address_problem',
    'address.{0,40}(incomplete|incorrect|wrong|insufficient|not found|not be found|unable to be found|unknown|problem|not legible|could not)',
    '(incomplete|incorrect|insufficient|wrong|bad) (delivery )?address',
    'further address information',
    'adressfehler|adresse.{0,40}(unvollständig|nicht|falsch|unbekannt)',
    'anschrift.{0,40}(nicht|unvollständig)|identify the delivery address',
    'undeliverable as addressed|addressee unknown|no such number|moved,? left no|verzogen',
    '(recipient|addressee) (has )?moved|adres (onjuist|onvolledig)|地址(不|错|有误)',
  ],
  ['60 business_closed', '\\bclosed\\b|geschlossen|on holidays?|betriebsferien|fermé\\b|gesloten'],
  [
    '60 not_home',
    '\\bnot (present|at home|in)\\b|was absent|\\babsent\\b|nobody|no one|anyone in',
    'not available (when|at the time)|wasn.t (in|available|at home)|unavailable',
    'nicht (angetroffen|zu hause|anwesend)|nie było|niet thuis|non presente|ausente',
    'recipient not reached|不在|无人',
  ],
  [
    '60 refused',
    '\\brefus|verweiger|not accepted when|\\brejected\\b|no cash|weigert|geweigerd|odmówi',
    'rifiutat|rechazad|拒收|拒签',
  ],
  ['60 no_access', 'no access|kein zugang|\\banimal\\b|receptacle blocked|unable to access'],
  ['55 parcel_shop', 'picked up can be found on the notification card'],
  [
    '60 carded',
    '(card|notice) (was |has been )?left\\b|notice left|notification card|benachrichtigungskarte',
    'wurde benachrichtigt|avis de passage',
  ],
  [
    '50 on_vehicle',
    '(attempt|try) at delivery is being made|loaded onto the (delivery )?vehicle',
    '(expected|due) (to be delivered|for delivery)( today| during)?|wird heute zugestellt',
    'delivered (today|during the day)\\b|voraussichtlich heute|zustellung im laufe',
  ],
  [
    '60 rescheduled',
    'could not be delivered|couldn.t be delivered|not (been )?(successfully )?delivered',
    'unable to (be )?deliver|been unable to|unsuccessful',
    '(delivery|zustellversuch) .{0,10}(failed|not successful|nicht erfolgreich)',
    'nicht (erfolgreich )?zugestellt|konnte nicht|erfolgloser zustellversuch',
    'another (delivery )?attempt|weiteren zustellversuch|redelivery|re ?scheduled|final attempt',
    'lack of time|new delivery date|delivery (failed|exception|attempt)',
    'nicht erfolgreich|niepowodzeniem|non consegnat|投递未|未妥投|投递失败|派送失败',
  ],
]
