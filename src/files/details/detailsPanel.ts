import * as vscode from 'vscode';
import { FILE_TYPES } from '../../api/rules/limits';
import type { Outcome } from '../../commands/outcome';
import { environmentTitle } from '../../ui/environmentTitle';
import { detectFileType } from '../../fileTypes/contentType';
import { detailsHtml } from './detailsHtml';
import { readWebviewMessage } from './model/detailsProtocol';
import type { DetailsHostMessage, PreviewState } from './model/detailsProtocol';
import type { DetailsSource } from './detailsSource';
import type { DetailsAction, DetailsModel, DetailsTarget } from './model/source';
import { detailsView } from './model/detailsView';
import { showThrown } from '../../ui/messages';
import { WebviewShell } from '../../ui/panels/webviewShell';
import { shownTexts, t } from '../../util/text';
import { truncateMiddle } from '../../util/plainText';
import { visible } from '../../util/visible';

/** A tab shows no more of a name. */
const LONGEST_TITLE = 80;

/** What every panel is made with. */
export interface PanelContext {
  /** Where `dist/webview` is. */
  readonly extensionUri: vscode.Uri;
  readonly source: Pick<DetailsSource, 'load' | 'refresh' | 'onDidChange' | 'run' | 'copy' | 'content'>;
}

/**
 * One panel that shows one file at a time. It holds the model and posts all of it at every change; the
 * webview holds no data and is rebuilt whenever it becomes visible.
 */
export class DetailsPanel {
  private readonly shell: WebviewShell<DetailsHostMessage>;
  private readonly context: PanelContext;
  private shown: DetailsModel;
  private current: DetailsTarget;
  private keptOpen: boolean;
  private copies: ReadonlyMap<string, string> = new Map();
  /** Counts the files and accounts shown, so that an answer or a click that comes late is not taken for another file's. */
  private showing = 0;
  /** What the service is asked now; an answer to anything else comes too late. */
  private fetching: Promise<DetailsModel> | undefined;
  /** Ends what is fetched when the panel is closed. */
  private readonly closing = new AbortController();
  private previewing: AbortController | undefined;

  /** @param panel an empty panel, new or restored; from now on this owns it */
  constructor(panel: vscode.WebviewPanel, context: PanelContext, target: DetailsTarget, pinned: boolean) {
    this.context = context;
    this.keptOpen = pinned;
    this.current = target;
    this.shown = context.source.load(target);
    this.shell = new WebviewShell(panel, {
      extensionUri: context.extensionUri,
      name: 'details',
      title: t('File Details'),
      html: detailsHtml,
      receive: (message) => {
        this.receive(message).catch(showThrown);
      },
      onRelease: () => {
        this.closing.abort();
        this.stop();
      },
    });
    this.shell.own(context.source.onDidChange(() => this.reload()));
    this.show(target);
  }

  get target(): DetailsTarget {
    return this.current;
  }

  get closed(): AbortSignal {
    return this.closing.signal;
  }

  get pinned(): boolean {
    return this.keptOpen;
  }

  /**
   * Shows a file: at once what is known, then the answer of the service unless that is fresh. Of the one that is shown
   * already nothing else changes: not the place that was scrolled to, not the preview.
   */
  show(target: DetailsTarget): void {
    const model = this.context.source.load(target);
    if (this.showing === 0 || !isSameFile(target, this.current) || isOtherAccount(this.shown, model))
      this.stop();
    this.current = target;
    this.shown = model;
    if (this.shown.state === 'stale' || this.shown.state === 'gone' || this.shown.state === 'failed')
      void this.refresh();
    else this.postView();
  }

  /** Keeps this panel for its file: browsing goes on in another one. */
  pin(): void {
    this.keptOpen = true;
    this.postView();
  }

  get panel(): vscode.WebviewPanel {
    return this.shell.panel;
  }

  release(): void {
    this.shell.release();
  }

  /** What is kept has changed. */
  private reload(): void {
    const before = this.shown;
    const after = this.context.source.load(this.current);
    const { environment, file } = after;
    if (this.current.row !== undefined && after.fileId !== '') {
      // The upload has arrived: from now on it is a file of the service.
      this.show({ environment: environment.id, fileId: after.fileId });
      return;
    }
    if (isOtherAccount(before, after)) this.stop();
    const removed = after.state === 'upload' && file === undefined;
    this.shown =
      isSameShowing(before, after) || environment.isGone === true
        ? { ...before, environment, ...(file !== undefined && { file }), ...(removed && { removed }) }
        : after;
    this.postView();
  }

  private async refresh(): Promise<void> {
    if (this.shown.state === 'upload') return;
    const before = this.shown;
    const fetching = this.context.source.refresh(this.current, this.closing.signal);
    this.fetching = fetching;
    this.postView();
    const model = await fetching;
    if (this.fetching !== fetching) return;
    this.fetching = undefined;
    // The account that was asked is no longer the one that is shown.
    if (!isOtherAccount(before, model)) {
      // Of an environment that left the settings nothing can be loaded: what was shown stays.
      this.shown = model.environment.isGone === true ? { ...this.shown, ...model } : model;
    }
    this.postView();
  }

  private async preview(): Promise<void> {
    this.previewing?.abort();
    const previewing = new AbortController();
    this.previewing = previewing;
    this.postPreview({ kind: 'loading' });
    const outcome = await this.context.source.content(this.current, previewing.signal);
    if (this.previewing !== previewing) return;
    this.previewing = undefined;
    this.postPreview(previewOf(outcome));
  }

  /** Ends what is under way for the file that was shown, and leaves its preview. */
  private stop(): void {
    this.showing++;
    this.previewing?.abort();
    this.fetching = undefined;
    this.previewing = undefined;
  }

  private async receive(value: unknown): Promise<void> {
    const message = readWebviewMessage(value);
    if (message?.type === 'ready') {
      this.shell.post({ type: 'init', ...shownTexts() });
      this.postView();
      return;
    }
    if (message?.showing !== this.showing) return;
    switch (message.type) {
      case 'refresh':
        return this.refresh();
      case 'pin':
        this.pin();
        return;
      case 'preview':
        return this.preview();
      case 'action':
        return this.act(message.action);
      case 'copy':
        return this.copy(message.key);
    }
  }

  private async act(action: DetailsAction): Promise<void> {
    const { showing } = this;
    const outcome = await this.context.source.run(action, this.shown);
    // Its button shows for a moment that it did.
    if (outcome.ok && (action === 'copyId' || action === 'copyLink'))
      this.shell.post({ type: 'copied', showing, key: action });
    const isThere = !this.shell.isReleased && this.showing === showing;
    if (outcome.ok && isThere && action === 'startLocalSandbox') await this.refresh();
  }

  /** Copies the exact value of a row; for the link, one that has not expired. */
  private async copy(key: string): Promise<void> {
    const { showing } = this;
    const value = this.copies.get(key);
    if (value === undefined) return;
    if (key === 'contentLink.url' && this.shown.state !== 'gone') {
      const outcome = await this.context.source.run('copyLink', this.shown);
      if (!outcome.ok) return;
    } else {
      await this.context.source.copy(value);
    }
    this.shell.post({ type: 'copied', showing, key });
  }

  private postView(): void {
    const model = this.fetching === undefined ? this.shown : { ...this.shown, state: 'loading' as const };
    const { showing, pinned } = this;
    const title = environmentTitle(model.environment);
    const { view, copies } = detailsView(model, { showing, pinned, environmentTitle: title });
    this.copies = copies;
    if (this.shell.isReleased) return;
    const name = truncateMiddle(view.title, LONGEST_TITLE);
    this.panel.title = model.environment.type === 'production' ? `${name} – ${title}` : name;
    this.panel.iconPath = new vscode.ThemeIcon(view.icon);
    this.shell.post({ type: 'view', view });
  }

  private postPreview(preview: PreviewState): void {
    this.shell.post({ type: 'preview', showing: this.showing, preview });
  }
}

/** Whether both name the same file or the same upload. */
export function isSameFile(one: DetailsTarget, other: DetailsTarget): boolean {
  return one.environment === other.environment && one.fileId === other.fileId && one.row === other.row;
}

/** One that is not known yet is no other one. */
function isOtherAccount({ account: one }: DetailsModel, { account: other }: DetailsModel): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/**
 * Whether what is shown says more than what is kept now: nothing is kept of a forgotten file, nor of what could not be
 * written down, and a failure, with its request id, stays in sight until something newer than it was fetched.
 */
function isSameShowing(before: DetailsModel, after: DetailsModel): boolean {
  // Of another account nothing is shown.
  if (isOtherAccount(before, after)) return false;
  if (after.file === undefined && after.record === undefined) return true;
  const isSameRow = before.file?.key === after.file?.key;
  if (isSameRow && after.state !== 'gone' && (before.fetchedAt ?? 0) > (after.fetchedAt ?? 0)) return true;
  if (before.error === undefined || before.fetchedAt !== after.fetchedAt) return false;
  return (before.state === 'gone') === (after.state === 'gone');
}

/** Shows only what the bytes are, never what somebody says that they are. */
function previewOf(outcome: Outcome<Uint8Array>): PreviewState {
  if (!outcome.ok) return { kind: 'failed', text: visible(outcome.error.message) };
  const bytes = outcome.data;
  const type = detectFileType(bytes);
  if (type === 'pdf') return { kind: 'pdf', bytes: new Uint8Array(bytes) };
  if (type !== 'png' && type !== 'jpeg')
    return { kind: 'failed', text: t('The content is not a PNG, JPEG or PDF file. Use Save As to keep it.') };
  return { kind: 'image', bytes: new Uint8Array(bytes), mimeType: FILE_TYPES[type].mimeType };
}
