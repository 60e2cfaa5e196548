import * as vscode from 'vscode';
import { checkRequestPath } from '../api/model/addresses';
import type { Environment } from '../services/environmentModel';
import { literal, plainText } from '../util/plainText';
import { formatMoney } from '../ui/formats/amounts';
import { environmentTitle } from '../ui/progress';
import { shownLanguage } from '../util/text';
import { readInput, type ToolInput } from './inputs';
import type { ConfirmedTargets } from './limits/confirmed';
import { isWrite, methodOf } from './limits/requests';
import type { AgentTool } from './limits/toolNames';
import type { AgentParts } from './agentParts';
import { currentAccess } from './tools';

/** What a tool is about to do, in the user's words. */
interface ToolPlan {
  /** Beside the tool while it runs. */
  readonly running: string;
  /** The question before a write, with the button's effect in it; none before a read. */
  readonly question?: string;
  /** More about it, one a line. */
  readonly detail?: readonly string[];
  /** Where it goes; undefined where nothing is sent. */
  readonly environment?: Environment;
}

const FILES_SHOWN = 20;

/**
 * What the editor shows before and while a tool runs: what, how many, where, and with which key. A write asks; one to
 * an environment that refuses it does not, and neither does a read.
 * @param confirmed remembers what was asked
 */
export async function prepare(
  parts: Pick<AgentParts, 'environments' | 'keys' | 'limits'>,
  confirmed: ConfirmedTargets,
  tool: AgentTool,
  given: unknown,
): Promise<vscode.PreparedToolInvocation> {
  const plan = planOf(parts, tool, given);
  const { running: invocationMessage, question, detail = [], environment } = plan;
  if (question === undefined || !vscode.workspace.isTrusted) return { invocationMessage };
  if (environment !== undefined) {
    if (currentAccess(parts, environment) !== 'write') return { invocationMessage };
    confirmed.remember(tool, given, environment);
  }
  const lines = [...detail, ...(environment === undefined ? [] : await where(parts, environment))];
  const message = new vscode.MarkdownString();
  // Text, never markdown: names of files and paths come from elsewhere.
  lines.forEach((line, index) => {
    if (index > 0) message.appendMarkdown('  \n');
    message.appendText(line);
  });
  return { invocationMessage, confirmationMessages: { title: literal(question), message } };
}

async function where({ keys }: Pick<AgentParts, 'keys'>, environment: Environment): Promise<string[]> {
  const key = await keys.state(environment);
  const lastFour = 'lastFour' in key ? key.lastFour : undefined;
  const account =
    environment.type === 'local'
      ? vscode.l10n.t('Account: the Local Sandbox on this machine; no real money or documents')
      : lastFour === undefined
        ? vscode.l10n.t('Account: the API key stored for {0}', environment.name)
        : vscode.l10n.t('Account: the API key ending in {0}', lastFour);
  return [
    vscode.l10n.t('Where: {0} ({1})', environment.addresses?.apiUrl ?? environment.name, environment.type),
    account,
  ];
}

function planOf(parts: Pick<AgentParts, 'environments'>, tool: AgentTool, given: unknown): ToolPlan {
  try {
    return plan(parts, tool, given);
  } catch {
    // The tool itself reports what is wrong with it.
    return { running: vscode.l10n.t('Calling Payments API') };
  }
}

function plan(parts: Pick<AgentParts, 'environments'>, tool: AgentTool, given: unknown): ToolPlan {
  const at = (id: string | undefined) => parts.environments.get(id);
  if (tool === 'payments_upload_files') return planUpload(readInput(tool, given), at);
  if (tool === 'payments_top_up_sandbox') return planTopUp(readInput(tool, given), at);
  if (tool === 'payments_send_request') return planRequest(readInput(tool, given), at);
  if (tool === 'payments_set_sandbox_scenario') return planScenario(readInput(tool, given));
  return { running: runningText(tool) };
}

type At = (id: string | undefined) => Environment;

function planUpload(
  { files, purpose, environment: id }: ToolInput<'payments_upload_files'>,
  at: At,
): ToolPlan {
  const environment = at(id);
  const title = environmentTitle(environment);
  const names = files.slice(0, FILES_SHOWN).map((file) => plainText(file, 200));
  const more = files.length - names.length;
  return {
    running:
      files.length === 1
        ? vscode.l10n.t('Uploading 1 file to {0}', title)
        : vscode.l10n.t('Uploading {0} files to {1}', files.length, title),
    question:
      files.length === 1
        ? vscode.l10n.t('Upload 1 file to {0}?', title)
        : vscode.l10n.t('Upload {0} files to {1}?', files.length, title),
    detail: [
      ...names,
      ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : []),
      vscode.l10n.t('Purpose: {0}', purpose),
    ],
    environment,
  };
}

function planTopUp(
  { amount, currency, environment: id }: ToolInput<'payments_top_up_sandbox'>,
  at: At,
): ToolPlan {
  const environment = at(id);
  const title = environmentTitle(environment);
  const money = formatMoney(amount, plainText(currency, 10), shownLanguage());
  return {
    running: vscode.l10n.t('Adding {0} to {1}', money, title),
    question: vscode.l10n.t('Add {0} to {1}?', money, title),
    environment,
  };
}

function planScenario({ scenario }: ToolInput<'payments_set_sandbox_scenario'>): ToolPlan {
  return {
    running: vscode.l10n.t('Setting the Local Sandbox to {0}', scenario),
    question: vscode.l10n.t('Set the Local Sandbox to {0}?', scenario),
    detail: [vscode.l10n.t('Every request to it is answered that way until the scenario is changed.')],
  };
}

function planRequest(input: ToolInput<'payments_send_request'>, at: At): ToolPlan {
  const environment = at(input.environment);
  const title = environmentTitle(environment);
  const method = plainText(methodOf(input), 40);
  const path = plainText(targetOf(input), 200);
  const running = vscode.l10n.t('Sending {0} {1} to {2}', method, path, title);
  if (!isWrite(input)) return { running };
  const body = input.body === undefined ? undefined : plainText(JSON.stringify(input.body), 500);
  return {
    running,
    question: vscode.l10n.t('Send {0} {1} to {2}?', method, path, title),
    detail: body === undefined ? [] : [vscode.l10n.t('Body: {0}', body)],
    environment,
  };
}

/** Path and query as they are sent: with spaces encoded, so that a path cannot look like the rest of the question. */
function targetOf({ path, query = {} }: ToolInput<'payments_send_request'>): string {
  const check = checkRequestPath(path);
  if (!check.ok) return path;
  const search = new URLSearchParams(check.query);
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) search.append(name, String(value));
  return search.size === 0 ? check.path : `${check.path}?${search.toString()}`;
}

function runningText(tool: AgentTool): string {
  if (tool === 'payments_list_environments') return vscode.l10n.t('Listing the environments of Payments API');
  if (tool === 'payments_describe_api') return vscode.l10n.t('Describing the payments API');
  if (tool === 'payments_find_files') return vscode.l10n.t('Looking for uploaded files');
  if (tool === 'payments_get_file') return vscode.l10n.t('Reading the record of a file');
  if (tool === 'payments_next_page') return vscode.l10n.t('Reading the next page');
  return vscode.l10n.t('Looking up a request in the history');
}
