import type { ComponentType } from 'react'
import {
  AccountBookOutlined, AimOutlined, ApartmentOutlined, ApiOutlined, AppstoreOutlined, AreaChartOutlined, AuditOutlined, BankOutlined, BarChartOutlined,
  BarcodeOutlined, BellOutlined, BlockOutlined, BookOutlined, BorderOuterOutlined, BranchesOutlined, BugOutlined, BuildOutlined, CalculatorOutlined,
  CalendarOutlined, CarOutlined, CheckCircleOutlined, ClockCircleOutlined, CloudOutlined, CloudServerOutlined, ClusterOutlined, CodeOutlined,
  CommentOutlined, CompassOutlined, ConsoleSqlOutlined, ContactsOutlined, ContainerOutlined, ControlOutlined, CreditCardOutlined, CrownOutlined,
  CustomerServiceOutlined, DashboardOutlined, DatabaseOutlined, DeleteOutlined, DeploymentUnitOutlined, DesktopOutlined, DisconnectOutlined,
  DollarOutlined, DotChartOutlined, EditOutlined, EnvironmentOutlined, ExclamationCircleOutlined, ExportOutlined, EyeOutlined, FieldTimeOutlined,
  FileDoneOutlined, FileOutlined, FileSearchOutlined, FileTextOutlined, FilterOutlined, FlagOutlined, FolderOpenOutlined, FolderOutlined, ForkOutlined,
  FormOutlined, FundOutlined, GatewayOutlined, GiftOutlined, GlobalOutlined, GoldOutlined, HddOutlined, HeartOutlined, HistoryOutlined, HomeOutlined,
  IdcardOutlined, ImportOutlined, InboxOutlined, InsuranceOutlined, InteractionOutlined, KeyOutlined, LayoutOutlined, LineChartOutlined, LinkOutlined,
  LockOutlined, MailOutlined, MergeCellsOutlined, MessageOutlined, MobileOutlined, MonitorOutlined, NodeIndexOutlined, NotificationOutlined,
  NumberOutlined, OrderedListOutlined, PartitionOutlined, PayCircleOutlined, PercentageOutlined, PhoneOutlined, PictureOutlined, PieChartOutlined,
  PlusCircleOutlined, PrinterOutlined, ProfileOutlined, QrcodeOutlined, QuestionCircleOutlined, ReadOutlined, ReconciliationOutlined, ReloadOutlined,
  RobotOutlined, RocketOutlined, RollbackOutlined, SafetyCertificateOutlined, SafetyOutlined, ScanOutlined, ScheduleOutlined, SearchOutlined,
  SendOutlined, SettingOutlined, ShopOutlined, ShoppingCartOutlined, ShoppingOutlined, SkinOutlined, SolutionOutlined, StarOutlined, StopOutlined,
  SwapOutlined, SyncOutlined, TableOutlined, TabletOutlined, TagOutlined, TagsOutlined, TeamOutlined, ThunderboltOutlined, ToolOutlined,
  TransactionOutlined, UndoOutlined, UnorderedListOutlined, UserAddOutlined, UserOutlined, UsergroupAddOutlined, WalletOutlined, WarningOutlined,
} from '@ant-design/icons'

// The names menus are written with; an unknown one draws the plain entry, never nothing.
const ICONS: Record<string, ComponentType> = {
  home: HomeOutlined, dashboard: DashboardOutlined, shopping: ShoppingOutlined, 'shopping-cart': ShoppingCartOutlined,
  'unordered-list': UnorderedListOutlined, 'ordered-list': OrderedListOutlined, import: ImportOutlined, export: ExportOutlined,
  contacts: ContactsOutlined, inbox: InboxOutlined, scan: ScanOutlined, schedule: ScheduleOutlined, container: ContainerOutlined,
  environment: EnvironmentOutlined, search: SearchOutlined, car: CarOutlined, 'question-circle': QuestionCircleOutlined, swap: SwapOutlined,
  'deployment-unit': DeploymentUnitOutlined, team: TeamOutlined, rocket: RocketOutlined, safety: SafetyOutlined,
  'safety-certificate': SafetyCertificateOutlined, branches: BranchesOutlined, shop: ShopOutlined, bank: BankOutlined, solution: SolutionOutlined,
  partition: PartitionOutlined, global: GlobalOutlined, dollar: DollarOutlined, table: TableOutlined, 'plus-circle': PlusCircleOutlined,
  number: NumberOutlined, barcode: BarcodeOutlined, qrcode: QrcodeOutlined, mail: MailOutlined, setting: SettingOutlined, api: ApiOutlined,
  user: UserOutlined, 'user-add': UserAddOutlined, 'usergroup-add': UsergroupAddOutlined, apartment: ApartmentOutlined, cluster: ClusterOutlined,
  book: BookOutlined, bell: BellOutlined, notification: NotificationOutlined, file: FileOutlined, 'file-text': FileTextOutlined,
  'file-search': FileSearchOutlined, 'file-done': FileDoneOutlined, folder: FolderOutlined, 'folder-open': FolderOpenOutlined, cloud: CloudOutlined,
  'cloud-server': CloudServerOutlined, desktop: DesktopOutlined, monitor: MonitorOutlined, database: DatabaseOutlined, message: MessageOutlined,
  lock: LockOutlined, key: KeyOutlined, tool: ToolOutlined, printer: PrinterOutlined, calendar: CalendarOutlined, audit: AuditOutlined,
  'account-book': AccountBookOutlined, wallet: WalletOutlined, transaction: TransactionOutlined, 'pie-chart': PieChartOutlined,
  'bar-chart': BarChartOutlined, 'line-chart': LineChartOutlined, fund: FundOutlined, tags: TagsOutlined, tag: TagOutlined, gift: GiftOutlined,
  rollback: RollbackOutlined, undo: UndoOutlined, profile: ProfileOutlined, idcard: IdcardOutlined, code: CodeOutlined, hdd: HddOutlined,
  thunderbolt: ThunderboltOutlined, history: HistoryOutlined, 'clock-circle': ClockCircleOutlined, picture: PictureOutlined,
  appstore: AppstoreOutlined, link: LinkOutlined, layout: LayoutOutlined, block: BlockOutlined, build: BuildOutlined, control: ControlOutlined,
  form: FormOutlined, edit: EditOutlined, delete: DeleteOutlined, send: SendOutlined, compass: CompassOutlined, flag: FlagOutlined,
  warning: WarningOutlined, 'exclamation-circle': ExclamationCircleOutlined, 'check-circle': CheckCircleOutlined, stop: StopOutlined,
  sync: SyncOutlined, reload: ReloadOutlined, filter: FilterOutlined, eye: EyeOutlined, star: StarOutlined, heart: HeartOutlined,
  phone: PhoneOutlined, mobile: MobileOutlined, tablet: TabletOutlined, crown: CrownOutlined, insurance: InsuranceOutlined,
  reconciliation: ReconciliationOutlined, 'pay-circle': PayCircleOutlined, 'credit-card': CreditCardOutlined, percentage: PercentageOutlined,
  calculator: CalculatorOutlined, interaction: InteractionOutlined, 'node-index': NodeIndexOutlined, fork: ForkOutlined, gateway: GatewayOutlined,
  'dot-chart': DotChartOutlined, 'area-chart': AreaChartOutlined, read: ReadOutlined, comment: CommentOutlined,
  'customer-service': CustomerServiceOutlined, aim: AimOutlined, 'border-outer': BorderOuterOutlined, 'merge-cells': MergeCellsOutlined,
  gold: GoldOutlined, skin: SkinOutlined, bug: BugOutlined, 'console-sql': ConsoleSqlOutlined, 'field-time': FieldTimeOutlined,
  disconnect: DisconnectOutlined, robot: RobotOutlined,
}

export default function NamedIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined
  return <Icon />
}
