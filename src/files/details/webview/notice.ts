import { html, nothing } from 'lit';
import { t } from '../../../util/text';
import { FAILED_REQUEST_ID, type NoticeView } from '../model/detailsProtocol';
import type { PageContext } from './context';
import { copyButton } from './rows';

const NOTICE_ICONS = { gone: 'circle-slash', failed: 'error', unknown: 'question' } as const;

const ACTIONS: Readonly<Record<NoticeView['actions'][number], () => string>> = {
  configure: () => t('Check Environment and Key'),
  startLocalSandbox: () => t('Start Local Sandbox'),
  supportReport: () => t('Support Report'),
};

/** What is wrong, in a sentence, with what can be done about it. */
export function noticeTemplate(context: PageContext): unknown {
  const { view, ask } = context;
  const { notice } = view;
  if (notice === undefined) return nothing;
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
            : html`<vscode-button @click=${ask({ type: 'refresh' })}>${t('Retry')}</vscode-button>`
        }
        ${notice.actions.map(
          (action) =>
            html`<vscode-button secondary @click=${ask({ type: 'action', action })}
              >${ACTIONS[action]()}</vscode-button
            >`,
        )}
      </div>
    </div>
  </section>`;
}

function requestIdTemplate(context: PageContext, requestId: string | undefined): unknown {
  if (requestId === undefined) return nothing;
  const label = t('Request ID');
  return html`<p class="request-id" tabindex="-1" data-copy=${FAILED_REQUEST_ID}>
    ${label} <code>${requestId}</code> ${copyButton(FAILED_REQUEST_ID, label, context)}
  </p>`;
}
