import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DetailsAction } from '../model/source';
import { shownLanguage, t } from '../../../util/text';
import { exactTime } from '../../../util/times';
import type { PageContext } from './context';
import { noticeTemplate } from './notice';
import { freshnessText } from './freshness';
import { previewTemplate } from './preview';
import { iconButton, sectionTemplate } from './rows';

/** The whole page, at a moment. */
export function pageTemplate(context: PageContext): TemplateResult {
  const { view, copied } = context;
  return html`
    ${bannerTemplate(context)} ${headerTemplate(context)} ${noticeTemplate(context)}
    <div class=${view.state === 'gone' ? 'sections dimmed' : 'sections'}>
      ${view.sections.map((section) => sectionTemplate(section, context))}
    </div>
    ${previewTemplate(context)} ${rawTemplate(context)}
    <p class="announcement" role="status">${copied === undefined ? '' : t('Copied')}</p>
    <p class="announcement" role="status">${fetchAnnouncement(context)}</p>
  `;
}

/** What a screen reader says when a fetch begins and ends. Unlike the text that is seen, it does not count on. */
function fetchAnnouncement({ view }: PageContext): string {
  const { state, fetchedAt } = view;
  if (state !== 'loading' && (state !== 'fresh' || fetchedAt === undefined)) return '';
  return freshnessText(view, fetchedAt ?? 0);
}

/** Production is unmistakable. */
function bannerTemplate({ view }: PageContext): unknown {
  if (view.environment.type !== 'production') return nothing;
  return html`<p class="banner" role="note">
    <span class="codicon codicon-warning" aria-hidden="true"></span>
    <span>${t('{0}. This is a live file.', view.environment.title)}</span>
  </p>`;
}

function headerTemplate(context: PageContext): TemplateResult {
  const { view } = context;
  return html`<header>
    <div class="identity">
      <span class="file-icon codicon codicon-${view.icon}" aria-hidden="true"></span>
      <div class="names">
        <h1 title=${view.title}><bdi dir="ltr">${view.title}</bdi></h1>
        <p class="subtitle">
          <span class="badge" title=${t('Environment: {0}', view.environment.name)}>
            ${view.environment.name}
          </span>
          <span>${view.subtitle}</span>
        </p>
      </div>
    </div>
    ${toolbarTemplate(context)} ${freshnessTemplate(context)}
  </header>`;
}

function toolbarTemplate({ view, copied, ask }: PageContext): TemplateResult {
  const button = (action: DetailsAction, icon: string, label: string, main = false): TemplateResult => {
    const done = copied === action;
    const isOff = !view.actions.includes(action);
    return html`<vscode-button
      ?secondary=${!main}
      ?disabled=${isOff}
      @click=${ask({ type: 'action', action })}
    >
      <span slot="content-before" class="codicon codicon-${done ? 'check' : icon}" aria-hidden="true"></span
      >${done ? t('Copied') : label}
    </vscode-button>`;
  };
  const isUpload = view.state === 'upload';
  const buttons = isUpload
    ? html`${button('retryUpload', 'sync', t('Retry'), true)}
      ${button('forgetFile', 'close', t('Remove from List'))}`
    : html`${button('openContent', 'go-to-file', t('Open'), true)}
      ${button('saveContent', 'save-as', t('Save As…'))} ${button('copyId', 'copy', t('Copy ID'))}
      ${button('copyLink', 'link', t('Copy Link'))}`;
  const pin = ask({ type: 'pin' });
  return html`<div class="toolbar" role="group" aria-label=${t('Actions for this file')}>
    ${buttons}
    <span class="end">
      ${isUpload ? nothing : iconButton('refresh', t('Refresh'), ask({ type: 'refresh' }))}
      ${
        view.pinned
          ? iconButton('pinned', t('This panel is kept open'), pin, 'pinned')
          : iconButton('pin', t('Keep this panel open'), pin)
      }
    </span>
  </div>`;
}

/** When the service was last asked. The bar takes its room also while it is not there, so that nothing jumps. */
function freshnessTemplate({ view, now }: PageContext): TemplateResult {
  const loading = view.state === 'loading';
  const { fetchedAt } = view;
  const text = freshnessText(view, now);
  return html`<div class="freshness" aria-busy=${loading ? 'true' : 'false'}>
    <div class="progress">
      ${loading ? html`<vscode-progress-bar label=${text} indeterminate></vscode-progress-bar>` : nothing}
    </div>
    <p title=${fetchedAt === undefined ? nothing : exactTime(fetchedAt, shownLanguage())}>${text}</p>
  </div>`;
}

function rawTemplate({ view, rawOpen, toggleRaw, ask }: PageContext): unknown {
  const { raw } = view;
  if (raw === undefined) return nothing;
  const toggled = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLDetailsElement && target.open !== rawOpen) toggleRaw(target.open);
  };
  const note = (text: string) => html`<p class="note">${text}</p>`;
  return html`<details class="raw" ?open=${rawOpen} @toggle=${toggled}>
    <summary><span class="codicon codicon-chevron-right" aria-hidden="true"></span>${t('Raw JSON')}</summary>
    <vscode-button secondary @click=${ask({ type: 'action', action: 'rawJson' })}>
      <span slot="content-before" class="codicon codicon-json" aria-hidden="true"></span>${t('Open Raw JSON')}
    </vscode-button>
    <pre tabindex="0" aria-label=${t('Raw JSON')}>${raw.text}</pre>
    ${raw.cut ? note(t('Only the beginning is shown. Open Raw JSON shows all of it.')) : nothing}
    ${
      raw.redacted
        ? note(t('In links, what follows the question mark is hidden here, because it grants access.'))
        : nothing
    }
  </details>`;
}
