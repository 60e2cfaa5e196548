/**
 * Whether a variable is a whole part of the path: without a value, `DELETE {{apiUrl}}/things/{{id}}` would go to all
 * things.
 */
export function isPathPart(variable: string, url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .split('/')
    .some((part) => part.startsWith('{{') && part.endsWith('}}') && part.slice(2, -2).trim() === variable);
}
