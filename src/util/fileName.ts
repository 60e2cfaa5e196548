/** A name from the service as the name of one file: never a path, never hidden. */
export function safeFileName(name: string): string {
  return name.replace(/[/\\:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^\.+/, '_') || 'file';
}
