/** Where something is in a body, as expectations write it: `body data.records[0].id`, `body ["a-b"].c`. */
export function placeOf(path: readonly (string | number)[]): string {
  const steps = path.map((step) => {
    const isName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(String(step));
    return isName ? `.${step}` : `[${JSON.stringify(step)}]`;
  });
  const text = steps.join('');
  return path.length === 0 ? 'body' : `body ${text.startsWith('.') ? text.slice(1) : text}`;
}
