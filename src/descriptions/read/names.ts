import { percentDecoded } from '../../util/lenient';

/** The last part of an address, for messages. */
export function nameOf(uri: string): string {
  return percentDecoded(uri.slice(uri.lastIndexOf('/') + 1));
}
