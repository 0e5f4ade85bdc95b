/**
 * Larger towns of Switzerland and Luxembourg: the postal table has no rows of either. Source of most:
 * @faker-js/faker 10.6.0 (MIT).
 */
const SWISS =
  'Aarau|Adliswil|Aesch|Affoltern am Albis|Aigle|Allschwil|Altdorf|Altstätten|Amriswil|' +
  'Appenzell|Arbon|Arlesheim|Arosa|Arth|Ascona|Baar|Baden|Basel|Bassersdorf|Bellinzona|' +
  'Bellinzone|Belp|Bern|Berne|Bernex|Berthoud|Bex|Biel|Biel/Bienne|Bienne|Binn|Binningen|' +
  'Birsfelden|Brig-Glis|Brigue-Glis|Brugg|Buchs|Bulle|Burgdorf|Bussigny|Bâle|Bülach|Carouge|' +
  'Cham|Chiasso|Chur|Chêne-Bougeries|Coire|Cressier|Crissier|Cully|Davos|Delémont|Dietikon|' +
  'Dübendorf|Ebikon|Einsiedeln|Emmen|Engelberg|Ennetbaden|Estavayer-le-Lac|Flawil|Fleurier|' +
  'Frauenfeld|Freiburg|Freienbach|Fribourg|Genf|Genève|Gland|Glaris Centre|Glaris Nord|' +
  'Glarus Nord|Gossau|Gossau SG|Grandson|Granges|Grenchen|Grindelwald|Gstaad|Herisau|Hinwil|' +
  'Horgen|Horw|Huttwil|Ilanz|Illnau-Effretikon|Interlaken|Ittigen|Jegenstorf|Jona|Kerzers|' +
  'Klosters|Kloten|Kreuzlingen|Kriens|Köniz|Küsnacht|Küsnacht ZH|Küssnacht|La Chaux-de-Fonds|' +
  'La Neuveville|La Tour-de-Peilz|Lancy|Langenthal|Langnau im Emmental|Laufen|Laufenburg|' +
  'Lausanne|Le Grand-Saconnex|Le Locle|Lenzbourg|Lenzburg|Leuk|Liestal|Locarno|Lucerne|Lugano|' +
  'Lutry|Luzern|Lyss|Malters|Martigny|Meilen|Meiringen|Mendrisio|Meyrin|Monthey|Montreux|Morat|' +
  'Morges|Moudon|Moutier|Muri|Muri bei Bern|Murten|Muttenz|Männedorf|Möhlin|Münchenbuchsee|' +
  'Münchenstein|Münsingen|Neuchâtel|Neuenburg|Neuhausen am Rheinfall|Nyon|Näfels|Oberwil|' +
  'Oftringen|Olten|Onex|Opfikon|Orbe|Ostermundigen|Ouchy|Payerne|Peseux|Pfäffikon|' +
  'Plan-les-Ouates|Poliez-Pittet|Porrentruy|Poschiavo|Pratteln|Prilly|Pully|Rapperswil|' +
  'Rapperswil-Jona|Regensdorf|Reinach|Renens|Rheinfelden|Richterswil|Riehen|Risch-Rotkreuz|' +
  'Rolle|Romanshorn|Romont|Rorschach|Rothrist|Rüti|Saanen|Saas-Fee|Saint-Gall|Saint-Imier|' +
  'Saint-Moritz|Samedan|Sarnen|Schaffhausen|Schaffhouse|Schlieren|Schwytz|Schwyz|Scuol|Sempach|' +
  'Siders|Sierre|Sion|Sissach|Sitten|Soleure|Solothurn|Speicher|Spiez|Spreitenbach|St. Gallen|' +
  'St. Moritz|Stans|Steffisburg|Steinhausen|Stäfa|Suhr|Sursee|Tafers|Teufen|Thalwil|Therwil|' +
  'Thoune|Thun|Thusis|Thônex|Tramelan|Trimbach|Unterägeri|Urdorf|Uster|Uzwil|Val-de-Ruz|Verbier|' +
  'Vernier|Versoix|Vevey|Veyrier|Villars-sur-Glâne|Visp|Viège|Volketswil|Wallisellen|Wattwil|' +
  'Weinfelden|Wettingen|Wetzikon|Wil|Willisau|Winterthour|Winterthur|Wohlen|Worb|Wädenswil|' +
  'Yverdon-les-Bains|Zermatt|Zofingen|Zofingue|Zollikerberg|Zollikofen|Zollikon|Zoug|Zuchwil|' +
  'Zug|Zurich|Zürich|Écublens'
const LUXEMBOURG =
  'Luxembourg|Luxemburg|Esch-sur-Alzette|Differdange|Dudelange|Ettelbruck|Diekirch|Echternach|Remich|' +
  'Grevenmacher|Rumelange|Vianden|Wiltz|Bertrange|Strassen|Mamer|Hesperange|Mersch|Clervaux|Schifflange|' +
  'Bettembourg|Pétange|Sanem|Käerjeng|Junglinster|Howald|Bereldange|Steinfort|Belvaux|Niederanven'

/** Cantons as they stand behind a town: Horgen ZH. */
export const CANTONS =
  'AG|AR|AI|BL|BS|BE|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SZ|SO|TI|TG|UR|VD|VS|ZG|ZH'
export const swissTowns: readonly string[] = SWISS.split('|')
export const luxembourgTowns: readonly string[] = LUXEMBOURG.split('|')
