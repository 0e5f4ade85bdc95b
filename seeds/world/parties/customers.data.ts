/**
 * Whose parcels these are. `weight` is the share of the tenant's orders, falling as it does in
 * life; `subs` are the sub-accounts in addition to the main user. The first customer of tenant 1 belongs to
 * the demo users `customer` and `sub`.
 */
export interface DemoCustomer {
  tenant: 1 | 2
  code: string
  name: string
  login: string
  contact: string
  country: 'CN' | 'DE' | 'NL' | 'FR' | 'GB' | 'PL' | 'IT' | 'ES'
  currency: 'EUR' | 'CNY'
  subs: 0 | 1 | 2 | 3
  weight: number
}

type Row = readonly [
  code: string,
  name: string,
  login: string,
  contact: string,
  country: DemoCustomer['country'],
  subs: DemoCustomer['subs'],
]

const FIRST: readonly Row[] = [
  ['C1001', '深圳蓝海跨境电商有限公司', 'lanhai', '陈海涛', 'CN', 3],
  ['C1002', '义乌市星途贸易有限公司', 'xingtu', '吴晓燕', 'CN', 2],
  ['C1003', '杭州云帆网络科技有限公司', 'yunfan', '周文博', 'CN', 3],
  ['C1004', '东莞市优品电子有限公司', 'youpin', '何志强', 'CN', 1],
  ['C1005', 'Nordlicht Handels GmbH', 'nordlicht', 'Sabine Petersen', 'DE', 2],
  ['C1006', '宁波海曙家居用品有限公司', 'haishu', '林婷婷', 'CN', 1],
  ['C1007', '广州衣之韵服饰有限公司', 'yizhiyun', '黄丽萍', 'CN', 2],
  ['C1008', 'Van Dijk Webwinkels B.V.', 'vandijk', 'Jeroen van Dijk', 'NL', 1],
  ['C1009', '厦门晨曦户外用品有限公司', 'chenxi', '郑建华', 'CN', 0],
  ['C1010', '泉州飞跃鞋业有限公司', 'feiyue', '苏明辉', 'CN', 1],
  ['C1011', '苏州精工五金有限公司', 'jinggong', '顾永刚', 'CN', 0],
  ['C1012', 'Maison Lefèvre SAS', 'lefevre', 'Aurélie Lefèvre', 'FR', 1],
  ['C1013', '青岛远航渔具有限公司', 'yuanhang', '孙玉梅', 'CN', 0],
  ['C1014', '深圳智联数码有限公司', 'zhilian', '罗俊杰', 'CN', 2],
  ['C1015', 'Radhaus Vogel e.K.', 'radhaus', 'Tobias Vogel', 'DE', 0],
  ['C1016', '上海悦妆化妆品有限公司', 'yuezhuang', '徐梦瑶', 'CN', 1],
  ['C1017', 'Harbour Books Ltd', 'harbour', 'Eleanor Wright', 'GB', 0],
  ['C1018', '佛山暖居灯饰有限公司', 'nuanju', '梁伟明', 'CN', 0],
  ['C1019', 'Hurtownia Mazur sp. z o.o.', 'mazur', 'Piotr Mazur', 'PL', 1],
  ['C1020', '中山乐童玩具有限公司', 'letong', '冯秀兰', 'CN', 0],
  ['C1021', 'Ottica Conti S.r.l.', 'conti', 'Giulia Conti', 'IT', 0],
  ['C1022', '温州锐视眼镜有限公司', 'ruishi', '叶晓东', 'CN', 0],
  ['C1023', 'Deportes Vega S.L.', 'vega', 'Álvaro Vega', 'ES', 0],
  ['C1024', '汕头喜迎门工艺品有限公司', 'xiying', '蔡美玲', 'CN', 0],
]
const SECOND: readonly Row[] = [
  ['K2001', '郑州中原优选供应链有限公司', 'zhongyuan', '马国栋', 'CN', 2],
  ['K2002', 'Rheintal Versand GmbH', 'rheintal', 'Markus Steiner', 'DE', 1],
  ['K2003', '成都天府好物商贸有限公司', 'tianfu', '唐雪梅', 'CN', 1],
  ['K2004', 'Bloemen Noord B.V.', 'bloemen', 'Fleur de Groot', 'NL', 0],
  ['K2005', '武汉江城数码科技有限公司', 'jiangcheng', '彭浩然', 'CN', 0],
  ['K2006', 'Atelier Leroy SARL', 'leroy', 'Camille Leroy', 'FR', 0],
  ['K2007', '重庆山城运动用品有限公司', 'shancheng', '曾庆红', 'CN', 0],
  ['K2008', 'Weinkontor Pfalz OHG', 'weinkontor', 'Hannah Schäfer', 'DE', 0],
]

const make = (tenant: 1 | 2, rows: readonly Row[]): DemoCustomer[] =>
  rows.map(([code, name, login, contact, country, subs], i) => ({
    tenant,
    code,
    name,
    login,
    contact,
    country,
    currency: 'EUR',
    subs,
    weight: 1 / (i + 1.5),
  }))

export const CUSTOMERS: readonly DemoCustomer[] = [...make(1, FIRST), ...make(2, SECOND)]
