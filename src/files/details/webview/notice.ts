import { html, nothing } from 'lit';
import { FAILED_REQUEST_ID } from '../model/detailsProtocol';
import type { PageContext } from './context';
import { copyButton } from './copyButton';

const NOTICE_ICONS = { gone: 'circle-slash', failed: 'error', unknown: 'question' } as const;

/** What is wrong, in a sentence, with what can be done about it. */
export function noticeTemplate(context: PageContext): unknown {
  const { view, strings, events, act } = context;
  const { notice } = view;
  if (notice === undefined) return nothing;
  const retry = (): void => {
    events.post({ type: 'refresh', showing: view.showing });
  };
  return html`<section class="notice ${notice.kind}" role="alert">
    <span class="codicon codicon-${NOTICE_ICONS[notice.kind]}" aria-hidden="true"></span>
    <div>
      <p>${notice.text}</p>
      ${
        notice.lines.length === 0
          ? nothing
          : html`<ul>
              ${notice.lines.map((line) => html`<li>${line}</li>`)}
            </ul>`
      }
      ${requestIdTemplate(context, notice.requestId)}
      <div class="buttons">
        ${
          view.state === 'upload'
            ? nothing
            : html`<vscode-button @click=${retry}>${strings.retry}</vscode-button>`
        }
        ${notice.actions.map(
          (action) => html`<vscode-button secondary @click=${act(action)}>${strings[action]}</vscode-button>`,
        )}
      </div>
    </div>
  </section>`;
}

function requestIdTemplate(context: PageContext, requestId: string | undefined): unknown {
  if (requestId === undefined) return nothing;
  const label = context.strings.requestId;
  return html`<p class="request-id" tabindex="-1" data-copy=${FAILED_REQUEST_ID}>
    ${label} <code>${requestId}</code> ${copyButton(FAILED_REQUEST_ID, label, context)}
  </p>`;
}
