import * as vscode from 'vscode';
import { writeHash } from '../api/call/writeHash';
import type { RequestPlan } from '../api/model/requestPlan';
import { isRead } from '../api/rules/methods';
import { planRequest, planTopUp } from '../api/rules/plan';
import type { Environment } from '../services/environments/environmentModel';
import type { Services } from '../services/services';
import { literal, plainText } from '../util/plainText';
import { describeEarlier, wholeWrite } from '../ui/consent';
import { accountLines } from '../ui/questions/confirm';
import { formatMoney } from '../ui/formats/amounts';
import { environmentTitle } from '../ui/environmentTitle';
import type { Service } from '../api/model/exchange';
import type { ConfirmedTargets } from './limits/confirmed';
import { demandAccess, demandTrust } from './limits/access';
import { checkAgentRequest, checkTopUp, checkUploads, methodOf } from './limits/requests';
import { type AgentTool, readInput, type ToolInput } from './limits/inputs';
import { BY_HAND, currentAccess, findFiles } from './tools';
import { t } from '../util/text';

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
  readonly service?: Service;
  /** What the files that were named lead to. */
  readonly files?: readonly string[];
  /** Why it is not done: what cannot be put into a question, or is above a limit. Nobody is asked about that. */
  readonly refusal?: Error;
}

/**
 * What the editor shows before and while a tool runs: what, how many, where, and with which key. A write asks; one to
 * an environment that refuses it does not, and neither does a read.
 * @param confirmed remembers what was asked
 */
export async function prepare(
  services: Services,
  confirmed: ConfirmedTargets,
  tool: AgentTool,
  given: unknown,
): Promise<vscode.PreparedToolInvocation> {
  const plan = await planCall(services, tool, given);
  confirmed.remember(tool, given, plan);
  const { running: invocationMessage, question, detail = [], environment, service = 'api' } = plan;
  if (question === undefined) return { invocationMessage };
  const lines = [
    ...detail,
    ...(environment === undefined
      ? []
      : accountLines(environment, await services.keys.state(environment), service)),
  ];
  const message = new vscode.MarkdownString();
  // Text, never markdown: names of files and paths come from elsewhere.
  lines.forEach((line, index) => {
    if (index > 0) message.appendMarkdown('  \n');
    message.appendText(line);
  });
  return { invocationMessage, confirmationMessages: { title: literal(question), message } };
}

/** The editor names the tool beside it. */
const calling = () => t('Calling Payments API');

/** What a call is about to do, by the settings as they are now. Never throws. */
export async function planCall(services: Services, tool: AgentTool, given: unknown): Promise<ToolPlan> {
  try {
    demandTrust(tool, vscode.workspace.isTrusted);
    const plan = await planWhole(services, tool, given);
    const { running, environment, service = 'api' } = plan;
    const asks = environment === undefined || currentAccess(services, environment, service) === 'write';
    // The tool itself refuses what it may not do there.
    return asks ? plan : { running };
  } catch (error) {
    return { running: calling(), refusal: error as Error };
  }
}

async function planWhole(services: Services, tool: AgentTool, given: unknown): Promise<ToolPlan> {
  if (tool === 'payments_upload_files') return planUpload(services, readInput(tool, given));
  if (tool === 'payments_top_up_sandbox') return planAddition(services, readInput(tool, given));
  if (tool === 'payments_send_request') return planWrite(services, readInput(tool, given));
  if (tool === 'payments_set_sandbox_scenario') return planScenario(readInput(tool, given));
  return { running: calling() };
}

async function planUpload(
  services: Services,
  { files, purpose, environment: id }: ToolInput<'payments_upload_files'>,
): Promise<ToolPlan> {
  checkUploads(files.length, services.settings.values.agents.maxUploads);
  const environment = services.environments.get(id);
  demandAccess(environment, currentAccess(services, environment, 'files'), 'write', BY_HAND.upload);
  const title = environmentTitle(environment);
  const found = await findFiles(files);
  return {
    running:
      files.length === 1
        ? t('Uploading to {0}', title)
        : t('Uploading {0} files to {1}', files.length, title),
    question:
      files.length === 1
        ? t('Upload 1 file to {0}?', title)
        : t('Upload {0} files to {1}?', files.length, title),
    detail: [
      // All, and whole: the user agrees to nothing else.
      ...found.map(({ shown }) => plainText(shown, shown.length)),
      t('Purpose: {0}', purpose),
    ],
    environment,
    service: 'files',
    files: found.map(({ real }) => real),
  };
}

async function planAddition(
  services: Services,
  { amount, currency, environment: id }: ToolInput<'payments_top_up_sandbox'>,
): Promise<ToolPlan> {
  checkTopUp(amount, services.settings.values.agents.maxTopUp);
  const environment = services.environments.get(id);
  const title = environmentTitle(environment);
  const money = formatMoney(amount, plainText(currency, 10));
  return {
    running: t('Adding {0} to {1}', money, title),
    question: t('Add {0} to {1}?', money, title),
    detail: await warnings(services, planTopUp({ amount, currency }), environment),
    environment,
  };
}

function planScenario({ scenario }: ToolInput<'payments_set_sandbox_scenario'>): ToolPlan {
  return {
    running: t('Setting the Local Sandbox to {0}', scenario),
    question: t('Set the Local Sandbox to {0}?', scenario),
    detail: [t('Every request to it is answered that way until the scenario is changed.')],
  };
}

/** The whole request, as it will be sent: nothing of it is cut. */
async function planWrite(services: Services, input: ToolInput<'payments_send_request'>): Promise<ToolPlan> {
  const environment = services.environments.get(input.environment);
  const title = environmentTitle(environment);
  const { path, query, headers = {}, body } = input;
  const request = planRequest({
    method: methodOf(input),
    path,
    body,
    headers: Object.entries(headers),
    ...(query && { query }),
  });
  const { method, target, service } = request;
  checkAgentRequest(input, target, currentAccess(services, environment, service));
  const running = t('Sending {0} {1} to {2}', method, plainText(target, 200), title);
  if (isRead(method)) return { running };
  return {
    running,
    question: t('Send {0} {1} to {2}?', method, target, title),
    detail: [
      ...wholeWrite(request, environment.addresses ?? { apiUrl: '', filesUrl: '' }).split('\n'),
      ...(await warnings(services, request, environment)),
    ],
    environment,
    service,
  };
}

/** Why the same request should be looked at first: it may have been carried out already. */
async function warnings(
  { writeRules }: Services,
  request: RequestPlan,
  { id, addresses }: Environment,
): Promise<string[]> {
  if (addresses === undefined) return [];
  const earlier = await writeRules.earlier(id, writeHash(request, addresses));
  if (earlier === undefined) return [];
  return [describeEarlier(earlier), t('Sending it again may have the same effect a second time.')];
}
