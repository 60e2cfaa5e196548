import { checkRequestPath } from '../model/addresses';

const TOP_UP = '/balances/sandbox/top-up';

/** Whether a path leads to the sandbox top-up ("Sandbox balance top-up", interface), whatever way it is written. */
export function isTopUpPath(path: string): boolean {
  const check = checkRequestPath(path);
  if (!check.ok) return false;
  let text = check.path;
  // A path is sent as it is written, but a server may read it more generously than it should.
  for (let next = decoded(text); next !== text; next = decoded(text)) text = next;
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/;[^/]*/g, '');
  return plain.replace(/\/+/g, '/').replace(/[./]+$/, '') === TOP_UP;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
