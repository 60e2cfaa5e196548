import { parseBody } from 'hono/utils/body';
import { withFreshBoundary } from './freshBoundary';
import { invalid } from './replies';

/**
 * Reads a form. Only the standard parser behind this knows how browsers escape names.
 * @param given the boundary that its type names
 * @throws Refusal for a form that is not whole, or has no boundary
 */
export async function readForm(body: Buffer, given: string | null) {
  const { form, boundary } = withFreshBoundary(body, given ?? '');
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const request = new Request('http://localhost', { method: 'POST', headers, body: new Uint8Array(form) });
  try {
    return await parseBody(request, { all: true });
  } catch {
    const message = 'The body is not valid multipart/form-data, or it ends too early.';
    throw invalid({ code: 'multipart', fieldName: 'body', message });
  }
}
