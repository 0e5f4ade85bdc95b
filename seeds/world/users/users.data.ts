/** Names and streets as they stand on parcels; invented combinations of common ones. */
export interface Locals {
  first: readonly string[]
  last: readonly string[]
  streets: readonly string[]
  companies: readonly string[]
  /** `#` is a digit: mobile numbers of a valid shape. */
  phone: string
}

const list = (text: string): string[] => text.split(' | ')

const german: Locals = {
  first: list(
    'Anna | Lukas | Marie-Luise | Jonas | Sophie | Felix | Katharina | Maximilian | Hannah | Paul | Jürgen | Sabine | Björn | Ulrike | Mehmet | Aylin | Käthe | Tobias | Nele | Günter',
  ),
  last: list(
    'Müller | Schmidt | Schneider | Fischer | Weber | Meyer | Wagner | Becker | Schulz | Hoffmann | Schäfer | Koch | Bauer | Richter | Klein | Wolf | Schröder | Neumann | Özdemir | Groß',
  ),
  streets: list(
    'Hauptstraße | Bahnhofstraße | Gartenweg | Schulstraße | Lindenallee | Am Markt | Goethestraße | Mühlenweg | Rosenstraße | Kirchplatz | Dorfstraße | Berliner Straße | Ringstraße | Am Sportplatz',
  ),
  companies: list(
    'Becker & Söhne GmbH | Nordlicht Handels GmbH | Café Zeitgeist | Radhaus Vogel e.K. | Büroservice Lang GmbH | Apotheke am Dom | Weinkontor Pfalz',
  ),
  phone: '+491512#######',
}

export const LOCALS: Readonly<Record<string, Locals>> = {
  DE: german,
  AT: {
    ...german,
    streets: list(
      'Hauptstraße | Wiener Straße | Kirchengasse | Mühlgasse | Bahnstraße | Feldgasse | Am Anger | Schulgasse',
    ),
    companies: list('Gasthof Zur Post | Tischlerei Huber | Alpin Sport OG | Hofer & Partner KG'),
    phone: '+43664#######',
  },
  FR: {
    first: list(
      'Léon | Inès | Camille | Hugo | Chloé | Lucas | Zoé | Gabriel | Manon | Jules | Élodie | Théo | Margaux | Noël | Aurélie | François | Océane | Benoît | Amélie | Yanis',
    ),
    last: list(
      "Martin | Bernard | Dubois | Thomas | Robert | Richard | Petit | Durand | Leroy | Moreau | Simon | Laurent | Lefèvre | Michel | Garcia | David | Bertrand | Le Goff | Hervé | D'Aubigné",
    ),
    streets: list(
      "Rue de la République | Avenue Jean Jaurès | Boulevard Saint-Michel | Chemin des Écoliers | Rue de l'Église | Place du Marché | Rue Victor Hugo | Allée des Tilleuls | Impasse du Moulin | Quai de la Loire",
    ),
    companies: list(
      'Boulangerie Petit | Atelier Leroy SARL | Fleurs & Cie | Librairie du Pont | Cyclo Océan SAS',
    ),
    phone: '+3361#######',
  },
  NL: {
    first: list(
      'Daan | Emma | Sem | Tess | Lotte | Bram | Fleur | Thijs | Sanne | Jeroen | Anouk | Ruben | Femke | Joost | Maud | Koen | Iris | Sjoerd | Noor | Willem',
    ),
    last: list(
      'de Jong | Jansen | de Vries | van den Berg | Bakker | van Dijk | Visser | Smit | Meijer | de Boer | Mulder | de Groot | Bos | Vos | Peters | Hendriks | van Leeuwen | Dekker | Brouwer | Kuipers',
    ),
    streets: list(
      'Dorpsstraat | Kerkstraat | Molenweg | Stationsplein | Julianalaan | Wilhelminastraat | Industrieweg | Havenkade | Beatrixlaan | Lindelaan',
    ),
    companies: list(
      'Bakkerij Visser | Fietsenwinkel De Boer | Van Dijk Techniek B.V. | Bloemen Noord B.V. | Havenlicht V.O.F.',
    ),
    phone: '+3161#######',
  },
  IT: {
    first: list(
      'Giulia | Marco | Francesca | Alessandro | Chiara | Matteo | Sara | Lorenzo | Elena | Davide | Niccolò | Martina | Simone | Beatrice | Andrea | Luca | Ginevra | Pietro | Alice | Tommaso',
    ),
    last: list(
      "Rossi | Russo | Ferrari | Esposito | Bianchi | Romano | Colombo | Ricci | Marino | Greco | Bruno | Gallo | Conti | De Luca | Costa | Giordano | Mancini | Rizzo | D'Angelo | Moretti",
    ),
    streets: list(
      'Via Roma | Via Garibaldi | Corso Italia | Via Dante | Piazza Verdi | Via Mazzini | Viale Europa | Via dei Mille | Via Cavour | Vicolo Stretto',
    ),
    companies: list(
      'Ottica Conti S.r.l. | Bar Centrale | Ferramenta Gallo | Cartoleria Greco S.a.s.',
    ),
    phone: '+39347#######',
  },
  ES: {
    first: list(
      'Lucía | Hugo | Martina | Álvaro | Sofía | Pablo | Paula | Iñigo | Carmen | Javier | Nuria | Sergio | Begoña | Adrián | Rocío | Andrés | Elena | Raúl | Marta | Iván',
    ),
    last: list(
      'García López | Martínez Ruiz | Sánchez Gil | Pérez Moreno | Gómez Díaz | Fernández Núñez | Jiménez Vega | Álvarez Soto | Romero Ortiz | Navarro Peña | Torres Rubio | Domínguez Sanz | Gil Castro | Serrano Mora | Molina Ibáñez',
    ),
    streets: list(
      'Calle Mayor | Avenida de la Constitución | Calle del Sol | Plaza de España | Calle San Juan | Paseo Marítimo | Calle Real | Avenida de Andalucía | Calle Nueva | Ronda Norte',
    ),
    companies: list('Deportes Vega S.L. | Papelería Sol | Talleres Ortiz S.L. | Floristería Rocío'),
    phone: '+34612######',
  },
  PL: {
    first: list(
      'Anna | Piotr | Katarzyna | Krzysztof | Małgorzata | Paweł | Agnieszka | Tomasz | Zofia | Michał | Łukasz | Ewa | Jakub | Joanna | Wojciech | Magdalena | Stanisław | Oliwia | Grzegorz | Żaneta',
    ),
    last: list(
      'Nowak | Kowalska | Wiśniewski | Wójcik | Kamiński | Lewandowska | Zieliński | Szymański | Woźniak | Dąbrowski | Kozłowska | Mazur | Jankowski | Kwiatkowska | Krawczyk | Piotrowski | Grabowska | Pawlak | Michalski | Król',
    ),
    streets: list(
      'ul. Kwiatowa | ul. Polna | ul. Leśna | ul. Słoneczna | ul. Krótka | ul. Szkolna | ul. Ogrodowa | al. Jana Pawła II | ul. Lipowa | ul. Brzozowa',
    ),
    companies: list(
      'Hurtownia Mazur sp. z o.o. | Księgarnia Pod Lipą | Auto-Serwis Król | Kwiaciarnia Róża',
    ),
    phone: '+48501######',
  },
  GB: {
    first: list(
      'Oliver | Amelia | George | Isla | Harry | Ava | Noah | Siobhán | Jack | Emily | Arthur | Freya | Muhammad | Grace | Oscar | Poppy | Rhys | Niamh | Callum | Eleanor',
    ),
    last: list(
      "Smith | Jones | Williams | Taylor | Brown | Davies | Evans | Wilson | Thomas | Roberts | O'Connor | Khan | Patel | Wright | Thompson | Walker | White | Green | Hall | Smith-Jones",
    ),
    streets: list(
      'High Street | Station Road | Church Lane | Victoria Road | Mill Lane | The Green | Park Avenue | Queens Road | Orchard Close | Kings Way',
    ),
    companies: list('Harbour Books Ltd | Green & Hall Ltd | The Corner Bakery | Walker Cycles Ltd'),
    phone: '+447400######',
  },
  US: {
    first: list(
      'Liam | Olivia | Noah | Emma | Mateo | Charlotte | Elijah | Sophia | James | Mia | Ethan | Harper | Daniel | Evelyn | Henry | Aaliyah | Jackson | Luna | Owen | Zoe',
    ),
    last: list(
      "Johnson | Williams | Brown | Jones | Garcia | Miller | Davis | Rodriguez | Martinez | Hernandez | Nguyen | Wilson | Anderson | Taylor | O'Brien | Lee | Perez | Thompson | White | Clark",
    ),
    streets: list(
      'Main St | Oak Ave | Maple Dr | Washington Blvd | 2nd St | Cedar Ln | Lakeview Rd | Elm St | Sunset Blvd | Park Pl',
    ),
    companies: list(
      'Blue Ridge Outfitters LLC | Lakeside Pharmacy | Maple Street Books | Garcia Auto Parts Inc',
    ),
    phone: '+1212555####',
  },
  AU: {
    first: list(
      'Jack | Charlotte | Oliver | Matilda | William | Ruby | Cooper | Isla | Lachlan | Sienna',
    ),
    last: list(
      'Smith | Nguyen | Williams | Brown | Wilson | Taylor | Kelly | Martin | Campbell | Singh',
    ),
    streets: list(
      'George St | Victoria St | Beach Rd | Bay St | Railway Pde | Ocean Dr | Wattle Ave | Murray St',
    ),
    companies: list('Harbour Cafe Pty Ltd | Coastal Cycles Pty Ltd | Outback Supplies Pty Ltd'),
    phone: '+61412######',
  },
  CN: {
    first: list(
      '伟 | 芳 | 娜 | 敏 | 静 | 磊 | 洋 | 艳 | 勇 | 军 | 杰 | 娟 | 涛 | 明 | 超 | 秀兰 | 霞 | 平 | 刚 | 桂英',
    ),
    last: list(
      '王 | 李 | 张 | 刘 | 陈 | 杨 | 黄 | 赵 | 吴 | 周 | 徐 | 孙 | 马 | 朱 | 胡 | 林 | 郭 | 何 | 高 | 罗',
    ),
    streets: list('人民路 | 中山路 | 建设路 | 解放路 | 科技园路 | 工业大道 | 新华路 | 南山大道'),
    companies: list('星辰贸易有限公司 | 远方电子有限公司 | 晨光文具店'),
    phone: '+86138########',
  },
}

/** Chinese towns goods come from: city, province, postal code, district and road. */
export const CHINESE_ORIGINS = [
  ['深圳市', '广东省', '518057', '南山区科技园科苑路'],
  ['深圳市', '广东省', '518131', '龙华区民治大道'],
  ['广州市', '广东省', '510440', '白云区机场路'],
  ['东莞市', '广东省', '523808', '松山湖科技二路'],
  ['义乌市', '浙江省', '322000', '稠州北路'],
  ['杭州市', '浙江省', '311100', '余杭区文一西路'],
  ['宁波市', '浙江省', '315100', '鄞州区首南中路'],
  ['厦门市', '福建省', '361008', '思明区软件园二期'],
  ['泉州市', '福建省', '362200', '晋江世纪大道'],
  ['苏州市', '江苏省', '215123', '工业园区星湖街'],
  ['上海市', '上海市', '201100', '闵行区莘庄工业区'],
  ['青岛市', '山东省', '266100', '崂山区株洲路'],
  ['佛山市', '广东省', '528000', '禅城区张槎一路'],
  ['中山市', '广东省', '528415', '小榄镇工业大道'],
  ['汕头市', '广东省', '515800', '澄海区莱美工业区'],
  ['温州市', '浙江省', '325028', '瓯海区娄桥工业园'],
  ['郑州市', '河南省', '450001', '高新区科学大道'],
  ['成都市', '四川省', '610041', '高新区天府大道'],
  ['武汉市', '湖北省', '430074', '洪山区光谷大道'],
  ['重庆市', '重庆市', '401120', '渝北区金开大道'],
] as const
