import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FieldValue, FieldView, SectionView } from '../model/detailsProtocol';
import { formatRelativeTime } from '../../../ui/formats/formats';
import { shownLanguage, t } from '../../../util/text';
import { exactTime, expiryAt } from '../../../util/times';
import type { PageContext } from './context';

/** A heading and its rows. */
export function sectionTemplate(section: SectionView, context: PageContext): TemplateResult {
  return html`<section>
    <h2>${section.heading}</h2>
    <dl>
      ${repeat(
        section.fields,
        ({ key }) => key,
        (field) => rowTemplate(field, context),
      )}
    </dl>
  </section>`;
}

/** A row takes the focus when it is clicked, so that the copy key copies it. */
function rowTemplate(field: FieldView, context: PageContext): TemplateResult {
  return html`<div class="row" tabindex="-1" data-copy=${field.copyable ? field.key : nothing}>
    <dt
      class=${field.unnamed === true ? 'unnamed' : ''}
      title=${field.unnamed === true ? field.label : nothing}
    >
      <bdi>${field.label}</bdi>
    </dt>
    <dd>
      ${valueTemplate(field.value, context.now)}
      ${field.note === undefined ? nothing : html`<span class="note">${field.note}</span>`}
    </dd>
    <dd class="row-actions">
      ${field.action === undefined ? nothing : actionButton(field.action, context)}
      ${field.copyable ? copyButton(field.key, field.label, context) : nothing}
    </dd>
  </div>`;
}

/** Text runs from left to right, as in tabs and trees, so that the ending of any name is at its end. */
function valueTemplate(value: FieldValue, now: number): TemplateResult {
  switch (value.kind) {
    case 'text':
      return html`<bdi dir="ltr" class=${value.code === true ? 'value code' : 'value'} title=${value.text}
        >${value.text}</bdi
      >`;
    case 'none':
      return html`<span class="value none">${value.text}</span>`;
    case 'loading':
      return html`<span class="value skeleton" aria-hidden="true"></span>`;
    case 'time':
      return timeTemplate(value, now);
  }
}

/** How far away, then exactly when: in the reader's own time, and as the service wrote it. A screen reader says the first. */
function timeTemplate(
  { text, at, expires, expiredNote }: Extract<FieldValue, { kind: 'time' }>,
  now: number,
): TemplateResult {
  const relative = formatRelativeTime(at, now);
  const state = expires === true ? expiryAt(at, now) : undefined;
  const expiry = state === 'expired' ? t('Expired {0}', relative) : t('Expires {0}', relative);
  return html`<time class="value" datetime=${text}>
      <span class="relative ${state ?? ''}">${state === undefined ? relative : expiry}</span>
      <span class="exact" aria-hidden="true">${exactTime(at, shownLanguage())}</span>
      <span class="exact code" aria-hidden="true">${text}</span>
    </time>
    ${state === 'expired' && expiredNote !== undefined ? html`<span class="note">${expiredNote}</span>` : nothing}`;
}

type RowAction = NonNullable<FieldView['action']>;

/** The actions of a row, with a codicon each. */
const ACTIONS: Readonly<Record<RowAction, readonly [icon: string, label: () => string]>> = {
  openLocalFile: ['go-to-file', () => t('Open Local File')],
  showRequest: ['arrow-swap', () => t('Show Request')],
  showUploadRequest: ['arrow-swap', () => t('Show Upload Request')],
};

function actionButton(action: RowAction, { ask }: PageContext): TemplateResult {
  const [icon, label] = ACTIONS[action];
  return iconButton(icon, label(), ask({ type: 'action', action }));
}

/**
 * The button that copies a row, and shows for a moment that it did.
 * @param key the row's key
 * @param label the row's name
 */
export function copyButton(key: string, label: string, { copied, ask }: PageContext): TemplateResult {
  const copy = ask({ type: 'copy', key });
  return copied === key
    ? iconButton('check', t('Copied'), copy, 'copy done')
    : iconButton('copy', t('Copy {0}', label), copy, 'copy');
}

/** A button that is but an icon. */
export function iconButton(icon: string, label: string, click: () => void, style = ''): TemplateResult {
  return html`<vscode-toolbar-button class=${style} label=${label} title=${label} @click=${click}>
    <span class="codicon codicon-${icon}" aria-hidden="true"></span>
  </vscode-toolbar-button>`;
}
