-- A change of a check rule is one of what orders are judged by.
call count_config_changes('sys_check_rule');
