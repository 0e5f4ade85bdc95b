/** The second part of `word-rules.ts`: delivered, the van, the hand-over, the road. */
export const ROAD_RULES: readonly (readonly [meaning: string, ...words: string[]])[] = [
  [
    '80 delayed_carrier',
    '\\bdelay|verzöger|verspät|arriving late|retard|vertraag|high volume|later date|延误',
  ],
  // Handed over to the recipient.
  [
    '50 on_vehicle',
    'wird (heute |morgen )?(im laufe des tages )?(zugestellt|ausgeliefert)',
    'will be delivered (today|tomorrow)|wordt (vandaag )?bezorgd',
  ],
  ['70 signed', 'proof of delivery|handtekening voor|signed (for )?by'],
  ['70 partial', '(delivered|zugestellt).*(incomplete|partial|unvollständig)|partially delivered'],
  [
    '70 neighbour',
    '(delivered|left|zugestellt|übergeben|abgegeben|bezorgd|livré|remis).*(neighbou?r|nachbar|buren|voisin)',
    '(bei|an)( den| einem?| ihren?)* nachbar',
  ],
  ['70 mailbox', '(mail ?box|letter ?box|briefkasten|brievenbus|boîte aux lettres|paketkasten)'],
  [
    '70 safe_place',
    '(front door|porch|garage|back door|reception)\\b',
    'delivered.*(safe ?place|agreed place|drop ?off location|preferred location)',
    '(ablageort|wunschort|abstellort).*(zugestellt|abgelegt)',
    '(zugestellt|abgelegt).*(ablageort|wunschort|abstellort)',
  ],
  [
    '55 parcel_shop',
    '(zugestellt|übergeben|delivered|remis).{0,40}(paket ?shop|parcel ?shop|access point|retail outlet)',
  ],
  [
    '40 departed',
    'will be transported to the destination|wird ins zielland|in the next step .*handed over',
  ],
  [
    '70 to_recipient',
    'left with individual|delivery successful|successfully delivered|\\bdelivered\\b',
    '\\bzugestellt\\b|\\bausgeliefert\\b|zustellung erfolgreich|livraison effectuée|\\bbezorgd\\b',
    '\\blivrée?s?( |$|[.,])|doręczona|consegnat|\\bentregad|签收|妥投|派送成功|已送达',
  ],
  // The van.
  [
    '50 appointment_set',
    'scheduled for delivery|appointment (has been |was )?(set|made|booked)',
    'zustelltermin vereinbart|预约派送',
  ],
  [
    '50 on_vehicle',
    'out for delivery|(delivery|zustell) ?(vehicle|fahrzeug)|\\bin zustellung\\b|zustellprozess',
    'zustelltour|in delivery\\b|with (the )?delivery courier|over to courier|hand terminal',
    'bezorger is onderweg|en cours de livraison|en livraison|in consegna|en reparto',
    'loaded for delivery|正在投递|安排投递|派送中|派件|外出派送',
  ],
  ['40 handed_to_partner', 'partner carrier'],
  // Posted and fetched from the sender.
  [
    '30 dropped_off',
    'posted by the sender|handed in (at|by)|vom absender .*eingeliefert|eingeliefert',
    'abgegeben worden|dropped off',
    '(handed over|handed) to (the )?(carrier|dhl|gls|dpd|ups|hermes)\\b',
    'an (dhl|gls|dpd|ups|hermes|das gls system)( system)? übergeben|affidato a|ontvangen door',
    'remis à (gls|dpd|dhl)|einlieferung',
  ],
  [
    '30 picked_up',
    '\\bpicked up\\b|shipment pick ?up|pick ?up successful|(has been|was) collected',
    '\\babgeholt\\b|abholung|pris en charge|left the clients? warehouse|accept or pick ?up',
    'acceptance|opgehaald',
    '收取|揽收|收寄|已收件',
  ],
  // The road.
  ['40 arrived', 'arrived in the region|in der region des empfängers'],
  [
    '40 arrived_country',
    '(arrived|arrival) (in|at) (the )?destination (country|area)',
    '(im|in das) zielland( zielgebiet)? (ein|an)getroffen|zielland .*(eingetroffen|angekommen)',
    'aus dem ausland .*eingetroffen|import paketzentrum eingetroffen|in het land van bestemming',
    '到达(寄达地|目的国)|arrived in the country',
  ],
  [
    '40 at_delivery_depot',
    '(arrived|arrival|is) (at|in) (the )?(local |delivery )(depot|location|base|facility|cent)',
    'at delivery cent|paketzustellzentrum|zustellbasis (gelagert|eingetroffen)',
    '(in der |in die )zustellbasis|sorting.{0,20} complete|in (the )?warehouse|being kept',
    'aufbewahrt|stored in the (parcel|delivery)|ziel paketzentrum eingetroffen',
  ],
  [
    '40 departed',
    'will be transported|\\bleft\\b|\\bdeparted\\b|\\bdeparture\\b|gated out|verlassen',
    '\\babgang\\b|vertrokken|a quitté|partito|出口直封|已出口|启运|起飞|离开|发往',
  ],
  [
    '40 handed_to_partner',
    'partner|airline|hand ?off|hand ?over to (a |the )?(airline|carrier|partner)|inselspediteur',
    'spediteur|overgedragen aan|航空公司接收|交航|handed over to the delivery organi[sz]ation',
  ],
  [
    '40 rerouted',
    're ?direct|re ?rout|umgeleitet|umleitung|divert|delivery change|desired address',
    'change completed|wunschadresse|ersatzadresse',
  ],
  ['40 forwarded', 'nächsten .*weitergeleitet|\\bforwarded\\b|nachsendung|doorgestuurd'],
  [
    '40 arrived',
    '\\barriv(ed|al)\\b|received (at|in) (the )?(depot|facility|hub|warehouse)|eingetroffen',
    'angekommen|\\breached\\b|aangekomen|arrivé|arrivat|进港|到达|抵达|\\beingang\\b',
    'destination parcel cent',
  ],
  [
    '40 in_transit',
    '\\btransit\\b|\\bprocess(ed|ing)\\b|bearbeit|\\bsort(ed|iert|ing)\\b|sortierung|gesorteerd',
    'unterwegs|on (the|its) way|en route|weitergeleitet|weitertransport|acheminement|verzending',
    'klaar voor|运输|转运|in progress',
  ],
]
