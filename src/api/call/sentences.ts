/** Sentences about a call, one for each operation: other languages cannot put a noun of ours into a frame. */
import { OPERATIONS, type Operation } from '../model/operations';
import { t } from '../../util/text';

/** The user stopped it before it could have had an effect. */
export function wasCancelled(operation: Operation): string {
  return {
    upload: () => t('The upload was cancelled.'),
    'top-up': () => t('The top-up was cancelled.'),
    download: () => t('The download was cancelled.'),
    request: () => t('The request was cancelled.'),
  }[OPERATIONS[operation].noun]();
}

/**
 * It failed, and why.
 * @param what half a sentence
 * @param advice a whole sentence
 */
export function failed(operation: Operation, what: string, advice: string): string {
  return {
    upload: () => t('The upload failed: {0}. {1}', what, advice),
    'top-up': () => t('The top-up failed: {0}. {1}', what, advice),
    download: () => t('The download failed: {0}. {1}', what, advice),
    request: () => t('The request failed: {0}. {1}', what, advice),
  }[OPERATIONS[operation].noun]();
}

/** It took longer than it may: where in its course, and to which host. */
export function tookTooLong(operation: Operation, limit: string, during: string, host: string): string {
  return {
    upload: () => t('The upload took longer than the {0} allowed, {1} ({2}).', limit, during, host),
    'top-up': () => t('The top-up took longer than the {0} allowed, {1} ({2}).', limit, during, host),
    download: () => t('The download took longer than the {0} allowed, {1} ({2}).', limit, during, host),
    request: () => t('The request took longer than the {0} allowed, {1} ({2}).', limit, during, host),
  }[OPERATIONS[operation].noun]();
}

/** A write went out, wholly or in part, and no answer came: why, as half a sentence. */
export function sentWithoutAnswer(operation: Operation, whole: boolean, reason: string): string {
  const sent = {
    upload: () => t('The upload was sent, but {0}.', reason),
    'top-up': () => t('The top-up was sent, but {0}.', reason),
    download: () => t('The download was sent, but {0}.', reason),
    request: () => t('The request was sent, but {0}.', reason),
  };
  const partly = {
    upload: () => t('The upload was partly sent, but {0}.', reason),
    'top-up': () => t('The top-up was partly sent, but {0}.', reason),
    download: () => t('The download was partly sent, but {0}.', reason),
    request: () => t('The request was partly sent, but {0}.', reason),
  };
  return (whole ? sent : partly)[OPERATIONS[operation].noun]();
}

/** A write was answered in a way that cannot be read. */
export function probablyDone(operation: Operation): string {
  return {
    upload: () => t('The upload has probably taken effect: check before you send it again.'),
    'top-up': () => t('The amount has probably been added. Another top-up may add it a second time.'),
    download: () => t('The download has probably taken effect: check before you send it again.'),
    request: () => t('The request has probably taken effect: check before you send it again.'),
  }[OPERATIONS[operation].noun]();
}

/** The service refused it: in which words. */
export function wasRefused(operation: Operation, what: string): string {
  return {
    upload: () => t('The service refused the upload: {0}', what),
    'top-up': () => t('The service refused the top-up: {0}', what),
    download: () => t('The service refused the download: {0}', what),
    request: () => t('The service refused the request: {0}', what),
  }[OPERATIONS[operation].noun]();
}
