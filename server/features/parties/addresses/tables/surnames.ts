import { simplified } from './hongkong-taiwan.ts'

/** Chinese surnames, those of two signs first. */
const DOUBLE =
  '欧阳|司马|上官|诸葛|夏侯|皇甫|尉迟|公孙|慕容|令狐|司徒|司空|东方|独孤|南宫|宇文|长孙|闻人|轩辕|端木|百里|呼延|拓跋|澹台|公冶|宗政|濮阳|淳于|单于|太叔|申屠|仲孙|钟离|鲜于|闾丘|赫连|第五|西门|东郭|南门|羊舌|梁丘|左丘'
const SINGLE =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜谢邹章苏潘葛范彭鲁韦马苗方袁柳史唐费薛雷贺倪汤罗郝于傅齐康伍余顾孟黄萧尹姚邵汪毛戴宋茅庞熊纪舒屈项祝董梁杜阮蓝季贾江郭梅林徐邱骆高夏蔡田樊胡凌霍万柯卢莫房丁邓' +
  '石崔龚程邢裴陆翁段侯武刘景龙叶黎白蒲卓蒙池乔谭冉牛温庄柴瞿阎习艾容向古易廖耿欧聂曾关赖缪逄阚晏符鲍俞任廉岑滕殷毕邬卞皮元卜穆狄臧伏麻娄危童颜盛刁钟虞支昝管裘解应宗宣郁单杭洪包左吉钮嵇荣荀甄曲封芮储靳糜巫焦谷宓班仲伊宁仇栾甘' +
  '厉戎祖詹束幸韶郜印宿怀鄂索籍屠胥闻莘党翟贡劳姬申扶宰雍璩桑桂寿边燕冀浦尚农慕茹宦鱼慎戈庾暨居衡满匡寇禄阙沃蔚越隆师巩晁敖訾辛那简饶蒯查荆游竺权盖桓付仝佟商牟佘苟岳帅亢闫鄢涂钦苑卿邸冼练粟漆邝肖佀覃揭由原郎车代丛初隋门喻窦云'
const FIRST = new RegExp(`^(?:${DOUBLE}|[${SINGLE}])`, 'u')

/** The surname a text begins with, or ''. */
export const surnameOf = (text: string): string => {
  const [first = ''] = FIRST.exec(simplified(text)) ?? []
  return text.slice(0, first.length)
}
