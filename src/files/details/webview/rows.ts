import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { FieldValue, FieldView, SectionView } from '../model/detailsProtocol';
import type { DetailsAction } from '../model/source';
import { fill } from '../model/detailsStrings';
import { formatRelativeTime } from '../../../ui/formats/formats';
import { exactTime, expiryAt } from '../../../util/times';
import type { PageContext } from './context';
import { copyButton } from './copyButton';

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
      ${valueTemplate(field.value, context)}
      ${field.note === undefined ? nothing : html`<span class="note">${field.note}</span>`}
    </dd>
    <dd class="row-actions">
      ${field.action === undefined ? nothing : actionButton(field.action, context)}
      ${field.copyable ? copyButton(field.key, field.label, context) : nothing}
    </dd>
  </div>`;
}

/** Text runs from left to right, as in tabs and trees, so that the ending of any name is at its end. */
function valueTemplate(value: FieldValue, context: PageContext): TemplateResult {
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
      return timeTemplate(value, context);
  }
}

/** How far away, then exactly when: in the reader's own time, and as the service wrote it. A screen reader says the first. */
function timeTemplate(
  { text, at, expires, expiredNote }: Extract<FieldValue, { kind: 'time' }>,
  { now, locale, strings }: PageContext,
): TemplateResult {
  const relative = formatRelativeTime(at, now, locale);
  const state = expires === true ? expiryAt(at, now) : undefined;
  const words =
    state === undefined ? relative : fill(state === 'expired' ? strings.expired : strings.expires, relative);
  return html`<time class="value" datetime=${text}>
      <span class="relative ${state ?? ''}">${words}</span>
      <span class="exact" aria-hidden="true">${exactTime(at, locale)}</span>
      <span class="exact code" aria-hidden="true">${text}</span>
    </time>
    ${state === 'expired' && expiredNote !== undefined ? html`<span class="note">${expiredNote}</span>` : nothing}`;
}

/** The actions of a row, with a codicon each. */
const ROW_ICONS: Partial<Record<DetailsAction, string>> = {
  openLocalFile: 'go-to-file',
  showRequest: 'arrow-swap',
  showUploadRequest: 'arrow-swap',
};

function actionButton(action: DetailsAction, { strings, act }: PageContext): TemplateResult {
  const label = strings[action];
  return html`<vscode-toolbar-button label=${label} title=${label} @click=${act(action)}>
    <span class="codicon codicon-${ROW_ICONS[action] ?? 'link-external'}" aria-hidden="true"></span>
  </vscode-toolbar-button>`;
}
