import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DetailsAction } from '../model/source';
import { fill } from '../model/detailsStrings';
import { exactTime } from '../../../util/times';
import type { PageContext, PageEvents, PageState } from './context';
import { noticeTemplate } from './notice';
import { freshnessText } from './freshness';
import { previewTemplate } from './previewSection';
import { sectionTemplate } from './rows';

/** The whole page, at a moment. */
export function pageTemplate(state: PageState, now: number, events: PageEvents): TemplateResult {
  const { view } = state;
  const act = (action: DetailsAction) => () => {
    events.post({ type: 'action', showing: view.showing, action });
  };
  const context: PageContext = { ...state, now, events, act };
  return html`
    ${bannerTemplate(context)} ${headerTemplate(context)} ${noticeTemplate(context)}
    <div class=${view.state === 'gone' ? 'sections dimmed' : 'sections'}>
      ${view.sections.map((section) => sectionTemplate(section, context))}
    </div>
    ${previewTemplate(context)} ${rawTemplate(context)}
    <p class="announcement" role="status">${state.copied === undefined ? '' : state.strings.copied}</p>
    <p class="announcement" role="status">${fetchAnnouncement(context)}</p>
  `;
}

/** What a screen reader says when a fetch begins and ends. Unlike the text that is seen, it does not count on. */
function fetchAnnouncement({ view, strings, locale }: PageContext): string {
  const { state, fetchedAt } = view;
  if (state !== 'loading' && (state !== 'fresh' || fetchedAt === undefined)) return '';
  return freshnessText(view, strings, locale, fetchedAt ?? 0);
}

/** Production is unmistakable. */
function bannerTemplate({ view, strings }: PageContext): unknown {
  if (view.environment.type !== 'production') return nothing;
  return html`<p class="banner" role="note">
    <span class="codicon codicon-warning" aria-hidden="true"></span>
    <span>${fill(strings.production, view.environment.title)}</span>
  </p>`;
}

function headerTemplate(context: PageContext): TemplateResult {
  const { view, strings } = context;
  return html`<header>
    <div class="identity">
      <span class="file-icon codicon codicon-${view.icon}" aria-hidden="true"></span>
      <div class="names">
        <h1 title=${view.title}><bdi dir="ltr">${view.title}</bdi></h1>
        <p class="subtitle">
          <span class="badge" title=${fill(strings.environment, view.environment.name)}>
            ${view.environment.name}
          </span>
          <span>${view.subtitle}</span>
        </p>
      </div>
    </div>
    ${toolbarTemplate(context)} ${freshnessTemplate(context)}
  </header>`;
}

function toolbarTemplate({ view, strings, copied, events, act }: PageContext): TemplateResult {
  const can = (action: DetailsAction): boolean => view.actions.includes(action);
  const { showing } = view;
  const refresh = (): void => {
    events.post({ type: 'refresh', showing });
  };
  const pin = (): void => {
    if (!view.pinned) events.post({ type: 'pin', showing });
  };
  const button = (action: DetailsAction, icon: string, label: string, main = false): TemplateResult => {
    const done = copied === action;
    return html`<vscode-button ?secondary=${!main} ?disabled=${!can(action)} @click=${act(action)}>
      <span slot="content-before" class="codicon codicon-${done ? 'check' : icon}" aria-hidden="true"></span
      >${done ? strings.copied : label}
    </vscode-button>`;
  };
  const isUpload = view.state === 'upload';
  const buttons = isUpload
    ? html`${button('retryUpload', 'sync', strings.retryUpload, true)}
      ${button('forgetFile', 'close', strings.forgetFile)}`
    : html`${button('openContent', 'go-to-file', strings.openContent, true)}
      ${button('saveContent', 'save-as', strings.saveContent)} ${button('copyId', 'copy', strings.copyId)}
      ${button('copyLink', 'link', strings.copyLink)}`;
  return html`<div class="toolbar" role="group" aria-label=${strings.actions}>
    ${buttons}
    <span class="end">
      ${
        isUpload
          ? nothing
          : html`<vscode-toolbar-button label=${strings.refresh} title=${strings.refresh} @click=${refresh}>
              <span class="codicon codicon-refresh" aria-hidden="true"></span>
            </vscode-toolbar-button>`
      }
      <vscode-toolbar-button
        class=${view.pinned ? 'pinned' : ''}
        label=${view.pinned ? strings.pinned : strings.pin}
        title=${view.pinned ? strings.pinned : strings.pin}
        @click=${pin}
      >
        <span class="codicon codicon-${view.pinned ? 'pinned' : 'pin'}" aria-hidden="true"></span>
      </vscode-toolbar-button>
    </span>
  </div>`;
}

/** When the service was last asked. The bar takes its room also while it is not there, so that nothing jumps. */
function freshnessTemplate({ view, strings, locale, now }: PageContext): TemplateResult {
  const loading = view.state === 'loading';
  const { fetchedAt } = view;
  const text = freshnessText(view, strings, locale, now);
  return html`<div class="freshness" aria-busy=${loading ? 'true' : 'false'}>
    <div class="progress">
      ${loading ? html`<vscode-progress-bar label=${text} indeterminate></vscode-progress-bar>` : nothing}
    </div>
    <p title=${fetchedAt === undefined ? nothing : exactTime(fetchedAt, locale)}>${text}</p>
  </div>`;
}

function rawTemplate({ view, strings, rawOpen, events, act }: PageContext): unknown {
  const { raw } = view;
  if (raw === undefined) return nothing;
  const toggled = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLDetailsElement && target.open !== rawOpen) events.toggleRaw(target.open);
  };
  return html`<details class="raw" ?open=${rawOpen} @toggle=${toggled}>
    <summary><span class="codicon codicon-chevron-right" aria-hidden="true"></span>${strings.raw}</summary>
    <vscode-button secondary @click=${act('rawJson')}>
      <span slot="content-before" class="codicon codicon-json" aria-hidden="true"></span>${strings.rawJson}
    </vscode-button>
    <pre tabindex="0" aria-label=${strings.raw}>${raw.text}</pre>
    ${raw.cut ? html`<p class="note">${strings.rawCut}</p>` : nothing}
    ${raw.redacted ? html`<p class="note">${strings.rawRedacted}</p>` : nothing}
  </details>`;
}
