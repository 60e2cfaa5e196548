import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../model/detailsStrings';
import type { PageContext } from './context';

/**
 * The button that copies a row, and shows for a moment that it did.
 * @param key the row's key
 * @param label the row's name
 */
export function copyButton(key: string, label: string, context: PageContext): TemplateResult {
  const { view, strings, copied, events } = context;
  const done = copied === key;
  const text = done ? strings.copied : fill(strings.copyField, label);
  const copy = (): void => {
    events.post({ type: 'copy', showing: view.showing, key });
  };
  return html`<vscode-toolbar-button
    class=${done ? 'copy done' : 'copy'}
    label=${text}
    title=${text}
    @click=${copy}
  >
    <span class="codicon codicon-${done ? 'check' : 'copy'}" aria-hidden="true"></span>
  </vscode-toolbar-button>`;
}
