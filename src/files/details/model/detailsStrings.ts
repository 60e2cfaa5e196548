import { t } from '../../../util/text';

export type DetailsStrings = Readonly<Record<keyof ReturnType<typeof detailsStrings>, string>>;

/**
 * The texts of the page of the details panel in the user's language. Those with `{0}` are filled in by `fill`, where the
 * value is known.
 */
export function detailsStrings() {
  return {
    production: t('{0}. This is a live file.'),
    environment: t('Environment: {0}'),

    openContent: t('Open'),
    saveContent: t('Save As…'),
    copyId: t('Copy ID'),
    copyLink: t('Copy Link'),
    refresh: t('Refresh'),
    pin: t('Keep this panel open'),
    pinned: t('This panel is kept open'),
    retry: t('Retry'),
    retryUpload: t('Retry…'),
    forgetFile: t('Remove from List'),
    supportReport: t('Support Report'),
    configure: t('Check Environment and Key'),
    startLocalSandbox: t('Start Local Sandbox'),
    showRequest: t('Show Request'),
    showUploadRequest: t('Show Upload Request'),
    openLocalFile: t('Open Local File'),
    rawJson: t('Open Raw JSON'),
    copyField: t('Copy {0}'),
    copied: t('Copied'),
    actions: t('Actions for this file'),

    loading: t('Loading file details…'),
    refreshing: t('Refreshing…'),
    fetched: t('Fetched {0}'),
    neverFetched: t('Not fetched yet'),
    requestId: t('Request ID'),

    expires: t('Expires {0}'),
    expired: t('Expired {0}'),

    preview: t('Preview'),
    showPreview: t('Show Preview'),
    previewHint: t('Downloads the content through its link.'),
    previewLoading: t('Loading the preview…'),
    previewAlt: t('Preview of {0}'),
    pdfAlt: t('First page of {0}'),
    pdfPages: t('Page 1 of {0}'),
    pdfIncomplete: t(
      'Some text or images of this page may be missing here. Open shows all of it in your PDF viewer.',
    ),
    pdfLocked: t(
      'This PDF is locked with a password, so no preview can be shown. Use Open or Save As, then your PDF viewer asks for the password.',
    ),
    damaged: t('This file is damaged and cannot be shown. Use Save As to keep it as it is.'),
    pdfFailed: t('No preview available. Open shows this file in your PDF viewer.'),

    raw: t('Raw JSON'),
    rawRedacted: t('In links, what follows the question mark is hidden here, because it grants access.'),
    rawCut: t('Only the beginning is shown. Open Raw JSON shows all of it.'),
  };
}

/** Puts values in the places `{0}`, `{1}`… of a text. What is put in is never looked at again. */
export function fill(text: string, ...values: readonly string[]): string {
  return text.replace(/\{(\d+)\}/g, (place, index: string) => values[Number(index)] ?? place);
}
