import type { ComponentType } from 'react'
import {
  AccountBookOutlined, ApartmentOutlined, ApiOutlined, AppstoreOutlined, AuditOutlined, BankOutlined, BarChartOutlined, BarcodeOutlined, BellOutlined,
  BookOutlined, BranchesOutlined, CalendarOutlined, CarOutlined, CheckCircleOutlined, CloudServerOutlined, CodeOutlined, ContactsOutlined,
  ContainerOutlined, CreditCardOutlined, CrownOutlined, DashboardOutlined, DatabaseOutlined, DeploymentUnitOutlined, DesktopOutlined, DollarOutlined,
  EnvironmentOutlined, ExportOutlined, FileSearchOutlined, FileTextOutlined, FolderOutlined, FormOutlined, GatewayOutlined, GlobalOutlined,
  HddOutlined, HistoryOutlined, HomeOutlined, IdcardOutlined, ImportOutlined, InboxOutlined, KeyOutlined, LinkOutlined, LockOutlined, MailOutlined,
  MessageOutlined, NumberOutlined, PartitionOutlined, PlusCircleOutlined, PrinterOutlined, ProfileOutlined, QuestionCircleOutlined, RocketOutlined,
  RollbackOutlined, SafetyOutlined, ScanOutlined, ScheduleOutlined, SearchOutlined, SendOutlined, SettingOutlined, ShopOutlined, ShoppingCartOutlined,
  ShoppingOutlined, SolutionOutlined, SwapOutlined, TableOutlined, TagsOutlined, TeamOutlined, ToolOutlined, TransactionOutlined,
  UnorderedListOutlined, UserOutlined, WalletOutlined, WarningOutlined,
} from '@ant-design/icons'

// The names menus are written with; an unknown one draws the plain entry, never nothing.
const ICONS: Record<string, ComponentType> = {
  home: HomeOutlined, dashboard: DashboardOutlined, shopping: ShoppingOutlined, 'shopping-cart': ShoppingCartOutlined,
  'unordered-list': UnorderedListOutlined, import: ImportOutlined, export: ExportOutlined, contacts: ContactsOutlined, inbox: InboxOutlined,
  scan: ScanOutlined, schedule: ScheduleOutlined, container: ContainerOutlined, environment: EnvironmentOutlined, search: SearchOutlined,
  car: CarOutlined, 'question-circle': QuestionCircleOutlined, swap: SwapOutlined, 'deployment-unit': DeploymentUnitOutlined, team: TeamOutlined,
  rocket: RocketOutlined, safety: SafetyOutlined, branches: BranchesOutlined, shop: ShopOutlined, bank: BankOutlined, solution: SolutionOutlined,
  partition: PartitionOutlined, global: GlobalOutlined, dollar: DollarOutlined, table: TableOutlined, 'plus-circle': PlusCircleOutlined,
  number: NumberOutlined, barcode: BarcodeOutlined, mail: MailOutlined, setting: SettingOutlined, api: ApiOutlined, user: UserOutlined,
  apartment: ApartmentOutlined, book: BookOutlined, bell: BellOutlined, 'file-text': FileTextOutlined, 'file-search': FileSearchOutlined,
  folder: FolderOutlined, 'cloud-server': CloudServerOutlined, desktop: DesktopOutlined, database: DatabaseOutlined, message: MessageOutlined,
  lock: LockOutlined, key: KeyOutlined, tool: ToolOutlined, printer: PrinterOutlined, calendar: CalendarOutlined, audit: AuditOutlined,
  'account-book': AccountBookOutlined, wallet: WalletOutlined, transaction: TransactionOutlined, 'bar-chart': BarChartOutlined, tags: TagsOutlined,
  rollback: RollbackOutlined, profile: ProfileOutlined, idcard: IdcardOutlined, code: CodeOutlined, hdd: HddOutlined, history: HistoryOutlined,
  appstore: AppstoreOutlined, link: LinkOutlined, form: FormOutlined, send: SendOutlined, warning: WarningOutlined,
  'check-circle': CheckCircleOutlined, 'credit-card': CreditCardOutlined, gateway: GatewayOutlined, crown: CrownOutlined,
}

/** For choosing one. */
export const iconNames: readonly string[] = Object.keys(ICONS)

export default function NamedIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined
  return <Icon />
}
