/** What a report's statement may be made of. Whatever is not named here is refused. */

const list = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/).filter(Boolean))

/**
 * Kinds of nodes of the parsed tree, each with the parts it may have. Places in the text and empty
 * parts are not parts.
 */
const parts: Readonly<Record<string, string>> = {
  SelectStmt: `distinctClause targetList fromClause whereClause groupClause groupDistinct
    havingClause windowClause valuesLists sortClause limitOffset limitCount limitOption withClause
    op all larg rarg`,
  WithClause: 'ctes',
  CommonTableExpr: 'ctename aliascolnames ctematerialized ctequery',
  ResTarget: 'name val',
  ColumnRef: 'fields',
  A_Star: '',
  String: 'sval',
  Integer: 'ival',
  A_Const: 'ival fval boolval sval isnull',
  ParamRef: 'number',
  A_Expr: 'kind name lexpr rexpr',
  BoolExpr: 'boolop args',
  NullTest: 'arg nulltesttype',
  BooleanTest: 'arg booltesttype',
  CaseExpr: 'arg args defresult',
  CaseWhen: 'expr result',
  CoalesceExpr: 'args',
  MinMaxExpr: 'op args',
  FuncCall: `funcname args agg_order agg_filter over agg_within_group agg_star agg_distinct
    funcformat`,
  NamedArgExpr: 'arg name argnumber',
  SQLValueFunction: 'op typmod',
  TypeCast: 'arg typeName',
  TypeName: 'names typmods typemod arrayBounds',
  SubLink: 'subLinkType testexpr operName subselect',
  JoinExpr: 'jointype isNatural larg rarg usingClause quals alias',
  RangeVar: 'schemaname relname inh relpersistence alias',
  RangeSubselect: 'lateral subquery alias',
  RangeFunction: 'lateral ordinality functions alias',
  Alias: 'aliasname colnames',
  List: 'items',
  SortBy: 'node sortby_dir sortby_nulls',
  WindowDef: 'name refname partitionClause orderClause frameOptions startOffset endOffset',
  GroupingSet: 'kind content',
  GroupingFunc: 'args',
  RowExpr: 'args row_format',
  A_ArrayExpr: 'elements',
}

/** Parts whose node is not named in the tree, by the kind it is of. */
export const UNNAMED: Readonly<Record<string, string>> = {
  withClause: 'WithClause',
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  alias: 'Alias',
  typeName: 'TypeName',
  over: 'WindowDef',
}

export const PLACES = list(`location stmt_location stmt_len list_start list_end rexpr_list_start
  rexpr_list_end name_location type_location`)

export const NODES: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(parts).map(([kind, names]) => [kind, list(names)]),
)

/** Functions that answer by their arguments alone, in bounded time and space. */
export const FUNCTIONS = list(`
  count sum avg min max bool_and bool_or every percentile_cont percentile_disc mode
  stddev stddev_pop stddev_samp variance var_pop var_samp corr
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs ceil ceiling floor round trunc mod sign sqrt div width_bucket
  lower upper initcap length char_length character_length left right substring substr btrim ltrim
  rtrim split_part strpos position concat concat_ws starts_with reverse to_char to_number
  date_trunc date_part extract age now date_bin make_date make_interval to_date to_timestamp
  timezone justify_days justify_hours justify_interval generate_series`)

export const OPERATORS = list('+ - * / % = <> != < > <= >= || ~~ !~~ ~~* !~~*')

export const COMPARISONS = list(`AEXPR_OP AEXPR_OP_ANY AEXPR_OP_ALL AEXPR_DISTINCT
  AEXPR_NOT_DISTINCT AEXPR_NULLIF AEXPR_IN AEXPR_LIKE AEXPR_ILIKE AEXPR_BETWEEN
  AEXPR_NOT_BETWEEN AEXPR_BETWEEN_SYM AEXPR_NOT_BETWEEN_SYM`)

export const TYPES = list(`int2 int4 int8 numeric float4 float8 text varchar bpchar date time
  timestamp timestamptz interval bool`)

export const MOMENTS = list(`SVFOP_CURRENT_DATE SVFOP_CURRENT_TIMESTAMP
  SVFOP_CURRENT_TIMESTAMP_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N`)
