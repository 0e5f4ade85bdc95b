/**
 * Provinces with their cities as the post names them; the number before a city begins its postal
 * codes. A place of its own kind is named, the others are 市.
 */
const REGIONS = `
北京市 10:北京
上海市 20:上海
天津市 30:天津
重庆市 40:重庆
河北省 050:石家庄 063:唐山 066:秦皇岛 056:邯郸 054:邢台 071:保定 075:张家口 067:承德 061:沧州 065:廊坊 053:衡水
山西省 030:太原 037:大同 045:阳泉 046:长治 048:晋城 036:朔州 030600:晋中 044:运城 034:忻州 041:临汾 033:吕梁
内蒙古自治区 010:呼和浩特 014:包头 016:乌海 024:赤峰 028:通辽 017:鄂尔多斯 021:呼伦贝尔 015:巴彦淖尔 012:乌兰察布 137:兴安盟 026:锡林郭勒盟 750:阿拉善盟
辽宁省 110:沈阳 116:大连 114:鞍山 113:抚顺 117:本溪 118:丹东 121:锦州 115:营口 123:阜新 111:辽阳 124:盘锦 112:铁岭 122:朝阳 125:葫芦岛
吉林省 130:长春 132:吉林 136:四平 1362:辽源 134:通化 1343:白山 138:松原 137:白城 133:延边朝鲜族自治州
黑龙江省 150:哈尔滨 161:齐齐哈尔 158:鸡西 154:鹤岗 155:双鸭山 163:大庆 153:伊春 1540:佳木斯 1546:七台河 157:牡丹江 164:黑河 152:绥化 165:大兴安岭地区
江苏省 210:南京 214:无锡 221:徐州 213:常州 215:苏州 226:南通 222:连云港 223:淮安 224:盐城 225:扬州 212:镇江 2253:泰州 2238:宿迁
浙江省 310:杭州 315:宁波 325:温州 314:嘉兴 313:湖州 312:绍兴 321:金华 324:衢州 316:舟山 318:台州 323:丽水
安徽省 230:合肥 241:芜湖 233:蚌埠 232:淮南 243:马鞍山 235:淮北 244:铜陵 246:安庆 245:黄山 239:滁州 236:阜阳 234:宿州 237:六安 2368:亳州 2471:池州 242:宣城
福建省 350:福州 361:厦门 351:莆田 365:三明 362:泉州 363:漳州 353:南平 364:龙岩 352:宁德
江西省 330:南昌 333:景德镇 337:萍乡 332:九江 338:新余 335:鹰潭 341:赣州 343:吉安 336:宜春 344:抚州 334:上饶
山东省 250:济南 266:青岛 255:淄博 277:枣庄 257:东营 264:烟台 261:潍坊 272:济宁 271:泰安 2642:威海 276:日照 2760:临沂 253:德州 252:聊城 256:滨州 274:菏泽
河南省 450:郑州 475:开封 471:洛阳 467:平顶山 455:安阳 458:鹤壁 453:新乡 454:焦作 457:濮阳 461:许昌 462:漯河 472:三门峡 473:南阳 476:商丘 464:信阳 466:周口 463:驻马店
湖北省 430:武汉 435:黄石 442:十堰 443:宜昌 441:襄阳 4360:鄂州 448:荆门 432:孝感 434:荆州 438:黄冈 437:咸宁 4413:随州 445:恩施土家族苗族自治州
湖南省 410:长沙 412:株洲 411:湘潭 421:衡阳 422:邵阳 414:岳阳 415:常德 427:张家界 413:益阳 423:郴州 425:永州 418:怀化 417:娄底 416:湘西土家族苗族自治州
广东省 510:广州 511:广州 512:韶关 518:深圳 519:珠海 515:汕头 528:佛山 529:江门 524:湛江 525:茂名 526:肇庆 516:惠州 514:梅州 5166:汕尾 517:河源 5295:阳江 5115:清远 523:东莞 5284:中山 521:潮州 522:揭阳 5273:云浮
广西壮族自治区 530:南宁 545:柳州 541:桂林 543:梧州 536:北海 538:防城港 535:钦州 537:贵港 5370:玉林 533:百色 542:贺州 547:河池 546:来宾 532:崇左
海南省 570:海口 572:三亚 571:儋州
四川省 610:成都 643:自贡 617:攀枝花 646:泸州 618:德阳 621:绵阳 628:广元 629:遂宁 641:内江 614:乐山 637:南充 620:眉山 644:宜宾 638:广安 635:达州 625:雅安 636:巴中 6413:资阳 624:阿坝藏族羌族自治州 626:甘孜藏族自治州 615:凉山彝族自治州
贵州省 550:贵阳 553:六盘水 563:遵义 561:安顺 551:毕节 554:铜仁 562:黔西南布依族苗族自治州 556:黔东南苗族侗族自治州 558:黔南布依族苗族自治州
云南省 650:昆明 655:曲靖 653:玉溪 678:保山 657:昭通 674:丽江 665:普洱 677:临沧 675:楚雄彝族自治州 661:红河哈尼族彝族自治州 663:文山壮族苗族自治州 666:西双版纳傣族自治州 671:大理白族自治州 6784:德宏傣族景颇族自治州 673:怒江傈僳族自治州 6744:迪庆藏族自治州
西藏自治区 850:拉萨 857:日喀则 854:昌都 860:林芝 856:山南 852:那曲 859:阿里地区
陕西省 710:西安 727:铜川 721:宝鸡 712:咸阳 714:渭南 716:延安 723:汉中 719:榆林 725:安康 726:商洛
甘肃省 730:兰州 735:嘉峪关 737:金昌 7309:白银 741:天水 733:武威 734:张掖 744:平凉 7350:酒泉 745:庆阳 743:定西 7425:陇南 731:临夏回族自治州 747:甘南藏族自治州
青海省 810:西宁 8106:海东 812:海北藏族自治州 811:黄南藏族自治州 813:海南藏族自治州 814:果洛藏族自治州 815:玉树藏族自治州 817:海西蒙古族藏族自治州
宁夏回族自治区 750:银川 753:石嘴山 751:吴忠 756:固原 755:中卫
新疆维吾尔自治区 830:乌鲁木齐 834:克拉玛依 838:吐鲁番 839:哈密 831:昌吉回族自治州 833:博尔塔拉蒙古自治州 841:巴音郭楞蒙古自治州 843:阿克苏地区 845:克孜勒苏柯尔克孜自治州 844:喀什地区 848:和田地区 835:伊犁哈萨克自治州 8347:塔城地区 836:阿勒泰地区 832:石河子
香港特别行政区 :香港
澳门特别行政区 :澳门
台湾省 :台北
`
export interface Region {
  /** The whole name: 广东省. */
  name: string
  /** As it is label in short: 广东. */
  short: string
  cities: readonly ChineseCity[]
}
export interface ChineseCity {
  name: string
  short: string
  /** What its postal codes begin with. */
  codes: readonly string[]
}

const PROVINCE_ENDS = /(?:壮族|回族|维吾尔)?自治区$|特别行政区$|省$|市$/
const CITY_ENDS =
  /(?:(?:朝鲜|土家|苗|藏|羌|彝|布依|侗|哈尼|壮|傣|白|景颇|傈僳|回|蒙古|哈萨克|柯尔克孜)族?)*自治州$|地区$|盟$/

function cityOf(text: string): ChineseCity {
  const [code = '', label = ''] = text.split(':')
  const short = label.replace(CITY_ENDS, '')
  const own = short !== label || label === '香港' || label === '澳门'
  return { name: own ? label : `${label}市`, short, codes: code ? [code] : [] }
}

function regionOf(line: string): Region {
  const [name = '', ...cities] = line.split(' ')
  return { name, short: name.replace(PROVINCE_ENDS, ''), cities: cities.map(cityOf) }
}

export const CHINESE_REGIONS: readonly Region[] = REGIONS.trim().split('\n').map(regionOf)
/** They are province and city at once. */
export const isMunicipality = (region: Region): boolean => region.name.endsWith('市')

/** What a Chinese postal code determines: the city its first digits belong to. */
export function chinesePlace(code: string): { state: string; cities: string[] } | null {
  let best: { state: string; city: string; length: number } | null = null
  for (const region of CHINESE_REGIONS)
    for (const city of region.cities)
      for (const start of city.codes)
        if (code.startsWith(start) && start.length > (best?.length ?? 0))
          best = { state: region.name, city: city.name, length: start.length }
  return best && { state: best.state, cities: [best.city] }
}

/** What ends a name that describes where a place is or what it is, not who lives there. */
export const PLACE_ENDS =
  /[區縣鎮鄉號棟樓層廈場園廠省市区县旗镇乡村屯寨街道路巷弄里号栋幢座楼层室园苑城厦场店厂院校站库房户]/
export const STREET_ENDS =
  /[區縣鎮鄉號棟樓層廈場園廠区县旗镇乡村屯街道路巷弄里号栋幢座楼层室园苑城厦场店厂院校站库]|\d+-\d+/
