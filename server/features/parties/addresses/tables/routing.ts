import { luxembourgTowns, swissTowns } from './swiss.ts'

/** Towns by the first letters of Irish codes and the digits of Belgian ones, as the posts print. */
const IRISH = `A41 Ballyboughal|A42 Garristown|A45 Oldtown|A63 Greystones|A67 Wicklow|A75 Castleblayney|A81 Carrickmacross|A82 Kells|A83 Enfield|A84 Ashbourne|A85 Dunshaughlin|A86 Dunboyne|A91 Dundalk|A92 Drogheda|A94 Blackrock|A96 Glasthule|A98 Bray|C15 Navan|D01 Dublin 1|D02 Dublin 2|D03 Dublin 3|D04 Dublin 4|D05 Dublin 5|D06 Dublin 6|D6W Dublin 6W|D07 Dublin 7|D08 Dublin 8|D09 Dublin 9|D10 Dublin 10|D11 Dublin 11|D12 Dublin 12|D13 Dublin 13|D14 Dublin 14|D15 Dublin 15|D16 Dublin 16|D17 Dublin 17|D18 Dublin 18|D20 Dublin 20|D22 Dublin 22|D24 Dublin 24|E21 Cahir|E25 Cashel|E32 Carrick-on-Suir|E34 Tipperary|E41 Thurles|E45 Nenagh|E53 Roscrea|E91 Clonmel|F12 Claremorris|F23 Castlebar|F26 Ballina|F28 Westport|F31 Ballinrobe|F35 Ballyhaunis|F42 Roscommon|F45 Castlerea|F52 Boyle|F56 Ballymote|F91 Sligo|F92 Letterkenny|F93 Lifford|F94 Donegal|H12 Cavan|H14 Belturbet|H16 Cootehill|H18 Monaghan|H23 Clones|H53 Ballinasloe|H54 Tuam|H62 Loughrea|H65 Athenry|H71 Clifden|H91 Galway|K32 Balbriggan|K34 Skerries|K36 Malahide|K45 Lusk|K56 Rush|K67 Swords|K78 Lucan|N37 Athlone|N39 Longford|N41 Carrick-on-Shannon|N91 Mullingar|P12 Macroom|P14 Crookstown|P17 Kinsale|P24 Cobh|P25 Midleton|P31 Ballincollig|P32 Rylane|P36 Youghal|P43 Carrigaline|P47 Dunmanway|P51 Mallow|P56 Charleville|P61 Fermoy|P67 Mitchelstown|P72 Bandon|P75 Bantry|P81 Skibbereen|P85 Clonakilty|R14 Athy|R21 Bagenalstown|R32 Portlaoise|R35 Tullamore|R42 Birr|R45 Edenderry|R51 Kildare|R56 Curragh|R93 Carlow|R95 Kilkenny|T12 Cork|T23 Cork|T34 Carrignavar|T45 Glanmire|T56 Watergrasshill|V14 Shannon|V15 Kilrush|V23 Caherciveen|V31 Listowel|V35 Kilmallock|V42 Newcastle West|V92 Tralee|V93 Killarney|V94 Limerick|V95 Ennis|W12 Newbridge|W23 Celbridge|W34 Monasterevin|W91 Naas|X35 Dungarvan|X42 Kilmacthomas|X91 Waterford|Y14 Arklow|Y21 Enniscorthy|Y25 Gorey|Y34 New Ross|Y35 Wexford`
const BELGIAN = `1000 Bruxelles/Brussel|1020 Laeken/Laken|1030 Schaerbeek/Schaarbeek|1040 Etterbeek|1050 Ixelles/Elsene|1060 Saint-Gilles/Sint-Gillis|1070 Anderlecht|1080 Molenbeek-Saint-Jean/Sint-Jans-Molenbeek|1090 Jette|1140 Evere|1150 Woluwe-Saint-Pierre/Sint-Pieters-Woluwe|1160 Auderghem/Oudergem|1170 Watermael-Boitsfort/Watermaal-Bosvoorde|1180 Uccle/Ukkel|1190 Forest/Vorst|1200 Woluwe-Saint-Lambert/Sint-Lambrechts-Woluwe|1210 Saint-Josse-ten-Noode|1300 Wavre|1340 Ottignies|1348 Louvain-la-Neuve|1400 Nivelles|1410 Waterloo|1420 Braine-l'Alleud|1500 Halle|1600 Sint-Pieters-Leeuw|1700 Dilbeek|1730 Asse|1800 Vilvoorde|1830 Machelen|1831 Diegem|1930 Zaventem|1932 Sint-Stevens-Woluwe|2000 Antwerpen|2018 Antwerpen|2020 Antwerpen|2030 Antwerpen|2050 Antwerpen|2060 Antwerpen|2100 Deurne|2140 Borgerhout|2170 Merksem|2180 Ekeren|2200 Herentals|2300 Turnhout|2400 Mol|2440 Geel|2500 Lier|2550 Kontich|2600 Berchem|2610 Wilrijk|2640 Mortsel|2660 Hoboken|2800 Mechelen|2830 Willebroek|2850 Boom|2900 Schoten|2930 Brasschaat|2950 Kapellen|3000 Leuven|3001 Heverlee|3200 Aarschot|3290 Diest|3300 Tienen|3500 Hasselt|3530 Houthalen|3550 Heusden-Zolder|3580 Beringen|3600 Genk|3630 Maasmechelen|3700 Tongeren|3740 Bilzen|3800 Sint-Truiden|3900 Pelt|3920 Lommel|3960 Bree|4000 Liège/Luik|4020 Liège|4030 Grivegnée|4040 Herstal|4100 Seraing|4400 Flémalle|4500 Huy|4600 Visé|4700 Eupen|4800 Verviers|4900 Spa|5000 Namur/Namen|5030 Gembloux|5100 Jambes|5300 Andenne|5500 Dinant|5600 Philippeville|6000 Charleroi|6040 Jumet|6060 Gilly|6200 Châtelet|6600 Bastogne|6700 Arlon|6800 Libramont|6900 Marche-en-Famenne|7000 Mons/Bergen|7100 La Louvière|7500 Tournai|7700 Mouscron|7800 Ath|8000 Brugge|8200 Sint-Andries|8300 Knokke-Heist|8310 Assebroek|8400 Oostende|8500 Kortrijk|8530 Harelbeke|8600 Diksmuide|8630 Veurne|8700 Tielt|8790 Waregem|8800 Roeselare|8870 Izegem|8900 Ieper|9000 Gent|9030 Mariakerke|9031 Drongen|9040 Sint-Amandsberg|9050 Gentbrugge|9052 Zwijnaarde|9100 Sint-Niklaas|9120 Beveren|9160 Lokeren|9200 Dendermonde|9230 Wetteren|9300 Aalst|9400 Ninove|9500 Geraardsbergen|9600 Ronse|9700 Oudenaarde|9800 Deinze|9820 Merelbeke|9900 Eeklo|9940 Evergem`
/** Belgian provinces by where their codes begin. */
const PROVINCES: readonly (readonly [number, string])[] = [
  [1000, 'Bruxelles'],
  [1300, 'Brabant wallon'],
  [1500, 'Vlaams-Brabant'],
  [2000, 'Antwerpen'],
  [3000, 'Vlaams-Brabant'],
  [3500, 'Limburg'],
  [4000, 'Liège'],
  [5000, 'Namur'],
  [6000, 'Hainaut'],
  [6600, 'Luxembourg'],
  [7000, 'Hainaut'],
  [8000, 'West-Vlaanderen'],
  [9000, 'Oost-Vlaanderen'],
]

const table = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('|').map((entry) => {
      const at = entry.indexOf(' ')
      return [entry.slice(0, at), entry.slice(at + 1)]
    }),
  )
const irish = table(IRISH)
const belgian = table(BELGIAN)

export interface Place {
  state: string | null
  cities: readonly string[]
}

export function irishPlace(code: string): Place | null {
  const city = irish.get(code.slice(0, 3))
  return city === undefined ? null : { state: null, cities: [city] }
}

export function belgianPlace(code: string): Place | null {
  if (!/^[1-9]\d{3}$/.test(code)) return null
  const state = PROVINCES.findLast(([from]) => Number(code) >= from)?.[1] ?? null
  return { state, cities: belgian.get(code)?.split('/') ?? [] }
}

/** Municipalities whose codes are not listed above. */
const MORE_BELGIAN =
  "Aartselaar|Affligem|Alken|Alveringem|Anzegem|Ardooie|Arendonk|As|Asse|Assenede|Avelgem|Baarle-Hertog|Balen|Beernem|Beerse|Beersel|Begijnendijk|Bekkevoort|Berlaar|Berlare|Bertem|Bever|Bierbeek|Bocholt|Boechout|Bonheiden|Boom|Boortmeerbeek|Borgloon|Bornem|Borsbeek|Boutersem|Brakel|Brecht|Bree|Buggenhout|Damme|De Haan|De Panne|De Pinte|Deerlijk|Denderleeuw|Dentergem|Dessel|Destelbergen|Diepenbeek|Diksmuide|Dilsen|Duffel|Edegem|Erpe-Mere|Essen|Evergem|Gavere|Geetbets|Gingelom|Gistel|Glabbeek|Gooik|Grimbergen|Grobbendonk|Haacht|Haaltert|Halen|Ham|Hamont-Achel|Hechtel-Eksel|Heers|Heist-op-den-Berg|Hemiksem|Herent|Herenthout|Herk-de-Stad|Herne|Herselt|Herzele|Heusden-Zolder|Hoegaarden|Hoeilaart|Hoeselt|Holsbeek|Hooglede|Hoogstraten|Houthalen-Helchteren|Houthulst|Hove|Huldenberg|Hulshout|Ichtegem|Ingelmunster|Jabbeke|Kalmthout|Kampenhout|Kapelle-op-den-Bos|Kapellen|Kaprijke|Kasterlee|Keerbergen|Kinrooi|Koekelare|Koksijde|Kontich|Kortemark|Kortenaken|Kortenberg|Kortessem|Kraainem|Kruibeke|Kruisem|Kuurne|Laakdal|Laarne|Lanaken|Landen|Lebbeke|Lede|Ledegem|Lendelede|Lennik|Leopoldsburg|Liedekerke|Lievegem|Lille|Linkebeek|Lint|Linter|Lochristi|Londerzeel|Lubbeek|Lummen|Maarkedal|Maldegem|Malle|Meeuwen|Meise|Melle|Merchtem|Merelbeke|Merksplas|Meulebeke|Middelkerke|Moerbeke|Moorslede|Nazareth|Niel|Nieuwerkerken|Nieuwpoort|Nijlen|Olen|Oosterzele|Oosterzele|Opwijk|Oud-Heverlee|Oud-Turnhout|Oudenburg|Overijse|Peer|Pelt|Pepingen|Pittem|Putte|Puurs|Ranst|Ravels|Retie|Riemst|Rijkevorsel|Roosdaal|Rotselaar|Ruiselede|Rumst|Schelle|Scherpenheuvel|Schilde|Schoten|Sint-Genesius-Rode|Sint-Katelijne-Waver|Sint-Laureins|Sint-Lievens-Houtem|Spiere-Helkijn|Stabroek|Staden|Stekene|Ternat|Tervuren|Tessenderlo|Tielt-Winge|Tongerlo|Tremelo|Vilvoorde|Voeren|Vorselaar|Vosselaar|Waarschoot|Waasmunster|Wachtebeke|Wellen|Wemmel|Westerlo|Wetteren|Wevelgem|Wezembeek-Oppem|Wichelen|Wielsbeke|Wijnegem|Willebroek|Wingene|Wommelgem|Wortegem-Petegem|Wuustwezel|Zandhoven|Zaventem|Zedelgem|Zele|Zelzate|Zemst|Zoersel|Zonhoven|Zonnebeke|Zutendaal|Zuienkerke|Zwalm|Zwevegem|Zwijndrecht|Aiseau|Amay|Andenne|Anderlues|Ans|Antoing|Assesse|Aubange|Awans|Aywaille|Bassenge|Bastogne|Beauraing|Beauvechain|Beloeil|Bernissart|Bertrix|Beyne-Heusay|Binche|Blegny|Bouillon|Boussu|Braine-le-Château|Braine-le-Comte|Braives|Brugelette|Brunehaut|Bütgenbach|Büllingen|Burg-Reuland|Ath|Celles|Chapelle-lez-Herlaimont|Chastre|Châtelet|Chaudfontaine|Chaumont-Gistoux|Chièvres|Chimay|Chiny|Ciney|Colfontaine|Comblain-au-Pont|Comines-Warneton|Courcelles|Court-Saint-Étienne|Couvin|Dalhem|Dinant|Dison|Dour|Durbuy|Ecaussinnes|Eghezée|Enghien|Engis|Erquelinnes|Esneux|Eupen|Farciennes|Fernelmont|Ferrières|Fléron|Fleurus|Flobecq|Floreffe|Florennes|Florenville|Fontaine-l'Évêque|Fosses-la-Ville|Frameries|Genappe|Gembloux|Gerpinnes|Gesves|Gouvy|Grâce-Hollogne|Grez-Doiceau|Habay|Ham-sur-Heure|Hamoir|Hannut|Hastière|Havelange|Hensies|Héron|Herbeumont|Herstal|Herve|Hotton|Houffalize|Houyet|Huy|Incourt|Ittre|Jalhay|Jemeppe-sur-Sambre|Jodoigne|Juprelle|Jurbise|Kelmis|La Bruyère|La Calamine|La Hulpe|La Louvière|La Roche-en-Ardenne|Lasne|Lens|Lessines|Libramont|Lierneux|Limbourg|Lobbes|Lontzen|Malmedy|Manage|Manhay|Marche-en-Famenne|Marchin|Martelange|Merbes-le-Château|Messancy|Mettet|Modave|Momignies|Mont-Saint-Guibert|Morlanwelz|Mouscron|Musson|Nandrin|Nassogne|Neufchâteau|Neupré|Ohey|Olne|Oreye|Orp-Jauche|Oupeye|Paliseul|Pecq|Pepinster|Péruwelz|Perwez|Philippeville|Plombières|Pont-à-Celles|Profondeville|Quaregnon|Quévy|Quiévrain|Raeren|Ramillies|Rebecq|Rendeux|Rixensart|Rochefort|Rouvroy|Saint-Georges|Saint-Ghislain|Saint-Hubert|Saint-Nicolas|Saint-Vith|Sankt Vith|Sambreville|Seneffe|Seraing|Silly|Soignies|Sombreffe|Soumagne|Spa|Sprimont|Stavelot|Stoumont|Tellin|Tenneville|Theux|Thimister-Clermont|Thuin|Tintigny|Trois-Ponts|Trooz|Tubize|Vaux-sur-Sûre|Verviers|Vielsalm|Villers-la-Ville|Virton|Visé|Waimes|Walcourt|Walhain|Wanze|Waremme|Wasseiges|Wellin|Welkenraedt|Yvoir"

const OWN: Readonly<Record<string, () => readonly string[]>> = {
  BE: () => [
    ...[...belgian.values()].flatMap((names) => names.split('/')),
    ...MORE_BELGIAN.split('|'),
  ],
  IE: () => [...irish.values()],
  CH: () => swissTowns,
  LU: () => luxembourgTowns,
}
/** Towns of the countries the postal table has no rows of. */
export const ownTowns = (country: string): readonly string[] => OWN[country]?.() ?? []
