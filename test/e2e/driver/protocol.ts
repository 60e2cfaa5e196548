/** Where the report is left in the workspace. */
export const REPORT_FILE = 'report.json';
/** Holds the calls of tools, where those are ordered. Their report is what each returned, as text. */
export const TOOLS_FILE = 'tools.json';
/** Holds what the user's settings are to be, where that is ordered. The report is empty. */
export const SETTINGS_FILE = 'wanted-settings.json';

export interface ToolCall {
  readonly tool: string;
  readonly input: object;
}
