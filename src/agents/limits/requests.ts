import { PreflightError } from '../../api/model/errors';
import { isRead } from '../../api/rules/methods';
import { isTopUp } from '../../api/rules/plan';
import type { Access } from './access';
import type { ToolInput } from './inputs';

type AgentRequest = ToolInput<'payments_send_request'>;

/** Names of headers that carry a key or a host, or another method or path than the one that is sent. */
const RESERVED =
  /^(?:authorization|proxy-authorization|cookie|host|forwarded|x-forwarded-.*|x-api-key|api-key|x-(?:http-|original-)?method(?:-override)?|x-original-(?:url|uri)|x-rewrite-(?:url|uri))$/i;

/** The method that is sent, in upper case. */
export function methodOf({ method, body }: Pick<AgentRequest, 'method' | 'body'>): string {
  return (method ?? (body === undefined ? 'GET' : 'POST')).trim().toUpperCase();
}

/** Whether a request may change something. */
export function isWrite(request: Pick<AgentRequest, 'method' | 'body'>): boolean {
  return !isRead(methodOf(request));
}

/**
 * Refuses a request that would pass by a limit.
 * @param target path and query as they will be sent
 * @throws PreflightError that says what to do instead
 */
export function checkAgentRequest(request: AgentRequest, target: string, access: Access): void {
  const reserved = Object.keys(request.headers ?? {}).find((name) => RESERVED.test(name.trim()));
  if (reserved !== undefined) {
    throw refuse(
      `An agent may not set the header ${reserved.trim()}. Leave it out: the extension adds the key.`,
    );
  }
  if (isWrite(request) && isTopUp({ method: 'POST', target })) {
    throw refuse('Use payments_top_up_sandbox for a top-up: it has a limit.');
  }
  const names = [...new URL(target, 'https://service').searchParams.keys()];
  if (
    access === 'read' &&
    names.some((name) => /^(?:_?method|(?:x-)?(?:http-?)?method-?override|x-http-method)$/i.test(name.trim()))
  ) {
    throw refuse('A read may not name another method in its query.');
  }
}

/** @throws PreflightError for more files than the user lets agents upload in one call */
export function checkUploads(count: number, most: number): void {
  if (count <= most) return;
  throw new PreflightError(
    `${count} files were given, and agents may upload ${most} in one call (the user's setting paymentsApi.agents.maxUploads). Nothing was sent. Upload them in several calls, if the user wants all of them.`,
  );
}

/** @throws PreflightError for more than the user lets agents top up in one call */
export function checkTopUp(amount: number, most: number): void {
  if (amount <= most) return;
  throw new PreflightError(
    `Agents may top up ${most} at most in one call (the user's setting paymentsApi.agents.maxTopUp). Nothing was sent. Give a smaller amount, or ask the user to do it by hand with the command "Payments API: Top Up Sandbox Balance".`,
  );
}

function refuse(message: string): PreflightError {
  return new PreflightError(`${message} Nothing was sent.`);
}
