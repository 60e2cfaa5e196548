/** Markdown as it is before `npm run format` makes the columns of its tables as wide as their longest cell. */
export function withoutPadding(text: string): string {
  return text.replaceAll(/ +\|/g, ' |').replaceAll(/-{4,}/g, '---');
}
