/** The tools, as the manifest declares them. */
export const AGENT_TOOLS = [
  'payments_list_environments',
  'payments_describe_api',
  'payments_find_operations',
  'payments_describe_operation',
  'payments_upload_files',
  'payments_get_file',
  'payments_find_files',
  'payments_top_up_sandbox',
  'payments_send_request',
  'payments_next_page',
  'payments_find_request',
  'payments_support_report',
  'payments_copy_as_code',
  'payments_set_sandbox_scenario',
] as const;

export type AgentTool = (typeof AGENT_TOOLS)[number];
