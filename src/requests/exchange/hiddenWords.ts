import { plainText } from '../../util/plainText';
import type { HiddenPart } from './hiddenParts';
import { listed, t } from '../../util/text';

/** The parts in words, such as `its address, its body`. */
export function describeHidden(parts: readonly HiddenPart[]): string {
  const words = parts.map((part) => {
    switch (part.kind) {
      case 'address':
        return t('the address');
      case 'body':
        return t('the body');
      case 'bodyField':
        return t('the field "{0}" of the body', plainText(part.name, 100));
      case 'header':
        return t('the header {0}', part.name);
      case 'field':
        return t('the field {0}', part.name);
    }
  });
  return listed(words);
}
