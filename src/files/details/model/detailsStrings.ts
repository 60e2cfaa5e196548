import type { Translator } from '../../../ui/formats/purposes';

export type DetailsStrings = Readonly<Record<keyof ReturnType<typeof detailsStrings>, string>>;

/**
 * Every text of the details panel in the user's language. Those with `{0}` are filled in by `fill`, where the
 * value is known.
 * @param l10n the editor's translator
 */
export function detailsStrings(l10n: Translator) {
  return {
    production: l10n.t('{0}. This is a live file.'),
    productionTitle: l10n.t('{0} – {1}'),
    environment: l10n.t('Environment: {0}'),

    open: l10n.t('Open'),
    saveAs: l10n.t('Save As…'),
    copyId: l10n.t('Copy ID'),
    copyLink: l10n.t('Copy Link'),
    refresh: l10n.t('Refresh'),
    pin: l10n.t('Keep this panel open'),
    pinned: l10n.t('This panel is kept open'),
    retry: l10n.t('Retry'),
    retryUpload: l10n.t('Retry…'),
    forgetFile: l10n.t('Remove from List'),
    supportReport: l10n.t('Support Report'),
    configure: l10n.t('Check Environment and Key'),
    showRequest: l10n.t('Show Request'),
    showUploadRequest: l10n.t('Show Upload Request'),
    openLocalFile: l10n.t('Open Local File'),
    rawJson: l10n.t('Open Raw JSON'),
    copyField: l10n.t('Copy {0}'),
    copied: l10n.t('Copied'),
    actions: l10n.t('Actions for this file'),

    loading: l10n.t('Loading file details…'),
    refreshing: l10n.t('Refreshing…'),
    fetched: l10n.t('Fetched {0}'),
    neverFetched: l10n.t('Not fetched yet'),
    gone: l10n.t(
      'The service no longer knows this file, or this key has no access to it. The last known details are shown below.',
    ),
    goneUnknown: l10n.t(
      'The service does not know this file, or this key has no access to it. Check the id.',
    ),
    failed: l10n.t('The details could not be fetched.'),
    failedKept: l10n.t('The last known details are shown below.'),
    requestId: l10n.t('Request ID'),

    pending: l10n.t('Waiting'),
    uploading: l10n.t('Uploading'),
    uploadFailed: l10n.t('Failed'),
    cancelled: l10n.t('Cancelled'),
    unknown: l10n.t('Outcome unknown'),
    notSent: l10n.t('Not sent'),
    mayHaveArrived: l10n.t('may have arrived'),

    link: l10n.t('Content link'),
    url: l10n.t('Address'),
    linkExpiry: l10n.t('Link expiry'),
    file: l10n.t('File'),
    id: l10n.t('File ID'),
    name: l10n.t('Name'),
    purpose: l10n.t('Purpose'),
    mimeType: l10n.t('Type'),
    uploadedAt: l10n.t('Uploaded'),
    recordExpiry: l10n.t('File expiry'),
    others: l10n.t('Other fields'),
    upload: l10n.t('Uploaded from here'),
    localFile: l10n.t('Local file'),
    dropped: l10n.t('Dropped on the Files view; its location is not known'),
    size: l10n.t('Size'),
    sha256: l10n.t('SHA-256'),
    uploadStarted: l10n.t('Upload started'),
    uploadRequestId: l10n.t('Upload request ID'),
    remark: l10n.t('Remark'),
    lastFetch: l10n.t('Last fetch'),
    fetchedAt: l10n.t('Fetched'),

    bytes: l10n.t('{0} ({1} bytes)'),

    noExpiry: l10n.t('Does not expire'),
    expires: l10n.t('Expires {0}'),
    expired: l10n.t('Expired {0}'),
    expiredHint: l10n.t('Open and Copy Link ask the service for a new one first.'),
    notGiven: l10n.t('Not in the answer'),
    notFetched: l10n.t('Known once the details are fetched'),
    empty: l10n.t('Empty'),
    cut: l10n.t('{0}… (shortened; {1} characters in total)'),
    moreFields: l10n.t('More fields'),
    moreFieldsValue: l10n.t('{0} more fields in the raw JSON.'),

    preview: l10n.t('Preview'),
    showPreview: l10n.t('Show Preview'),
    previewHint: l10n.t('Downloads the content through its link.'),
    previewLoading: l10n.t('Loading the preview…'),
    previewNone: l10n.t('The content is not a PNG, JPEG or PDF file. Use Save As to keep it.'),
    previewBroken: l10n.t('The image is damaged and cannot be shown. Use Save As to keep it.'),
    previewAlt: l10n.t('Preview of {0}'),
    pdfAlt: l10n.t('First page of {0}'),
    pdfPages: l10n.t('Page 1 of {0}'),
    pdfIncomplete: l10n.t(
      'Some text or images of this page may be missing here. Open shows all of it in your PDF viewer.',
    ),
    pdfLocked: l10n.t(
      'This PDF is locked with a password, so no preview can be shown. Use Open or Save As, then your PDF viewer asks for the password.',
    ),
    pdfDamaged: l10n.t('This PDF is damaged and cannot be shown. Use Save As to keep it as it is.'),
    pdfSlow: l10n.t('This PDF takes too long to show here. Open shows it in your PDF viewer.'),
    pdfFailed: l10n.t('No preview available. Open shows this file in your PDF viewer.'),

    raw: l10n.t('Raw JSON'),
    rawRedacted: l10n.t('In links, what follows the question mark is hidden here, because it grants access.'),
    rawCut: l10n.t('Only the beginning is shown. Open Raw JSON shows all of it.'),
  };
}

/** Puts values in the places `{0}`, `{1}`… of a text. What is put in is never looked at again. */
export function fill(text: string, ...values: readonly string[]): string {
  return text.replace(/\{(\d+)\}/g, (place, index: string) => values[Number(index)] ?? place);
}
