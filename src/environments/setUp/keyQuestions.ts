import * as vscode from 'vscode';
import { askChoice, askText, type Place, type Reply } from '../../ui/questions/steps';
import type { Environment } from '../../services/environments/environmentModel';
import { boundTo, checkApiKey, type KeyState, type KeyVault } from '../../services/environments/keyVault';
import type { Addresses } from '../../api/model/addresses';
import { t } from '../../util/text';

/** What the user decided about a key. A key is only ever typed by the user. */
export type KeyDecision =
  | { readonly kind: 'new'; readonly apiKey: string }
  /** The key that is stored, as it was shown, for the addresses as they are now. */
  | { readonly kind: 'keep'; readonly shown: KeyState }
  /** No key for now. */
  | { readonly kind: 'later' };

/**
 * The key that was decided on; undefined for none.
 * @throws ConfigurationError when the one that was shown is not stored any more
 */
export async function decidedKey(
  keys: KeyVault,
  environment: Environment,
  key: KeyDecision,
): Promise<string | undefined> {
  if (key.kind === 'keep') return keys.confirmed(environment, key.shown);
  return key.kind === 'new' ? key.apiKey : undefined;
}

export interface KeyQuestion {
  /** The origins that the key will be sent to. */
  readonly addresses: Addresses;
  /** The key that is stored, and whether it was given for these addresses. */
  readonly state: KeyState;
  /** Whether one may go on without a key. */
  readonly canSkip: boolean;
}

/**
 * Asks for a key, or whether the stored one is meant for these addresses. The stored one is never sent anywhere
 * before that.
 */
export async function askKey(place: Place, question: KeyQuestion): Promise<Reply<KeyDecision>> {
  const { state } = question;
  if (state.kind !== 'set' && state.kind !== 'address-changed') return typeKey(place, question);
  for (;;) {
    const choice = await chooseKey(place, question, state);
    if (typeof choice !== 'object' || choice.answer !== 'type') return choice as Reply<KeyDecision>;
    const typed = await typeKey({ ...place, canGoBack: true }, { ...question, canSkip: false });
    if (typed !== 'back') return typed;
  }
}

function chooseKey(
  place: Place,
  { addresses }: KeyQuestion,
  state: KeyState & { readonly kind: 'set' | 'address-changed' },
): Promise<Reply<KeyDecision | 'type'>> {
  const { lastFour } = state;
  const which = lastFour === undefined ? t('the stored key') : t('the key ····{0}', lastFour);
  const origins = boundTo(addresses);
  const item = (icon: string, label: string, detail: string, value: KeyDecision | 'type') => {
    return { label, detail, iconPath: new vscode.ThemeIcon(icon), value };
  };
  const sent = t('It is sent to {0}', origins);
  const keep: KeyDecision = { kind: 'keep', shown: state };
  const type = item('edit', t('Enter another key'), sent, 'type');
  if (state.kind === 'set') {
    const kept = item('key', t('Keep {0}', which), sent, keep);
    return askChoice(place, { placeholder: t('Which API key?'), items: [kept, type] });
  }
  const givenFor = t('It was given for {0}', state.givenFor);
  const used = item('warning', t('Use {0} for {1}', which, origins), givenFor, keep);
  return askChoice(place, {
    placeholder: t('The address has changed. Use the key for the new address?'),
    // The safe choice comes first: Enter alone must not send a key to a new address.
    items: [type, used],
  });
}

async function typeKey(place: Place, { addresses, canSkip }: KeyQuestion): Promise<Reply<KeyDecision>> {
  const origins = boundTo(addresses);
  const reply = await askText(place, {
    prompt: canSkip
      ? t(
          'Kept in the secret storage of this editor, and sent to {0} only. Leave it empty to enter it later.',
          origins,
        )
      : t('Kept in the secret storage of this editor, and sent to {0} only.', origins),
    placeholder: t('API key'),
    password: true,
    check: (text) => (canSkip && text.trim() === '' ? undefined : checkApiKey(text)),
  });
  if (typeof reply !== 'object') return reply;
  const { answer } = reply;
  return { answer: answer === '' ? { kind: 'later' } : { kind: 'new', apiKey: answer } };
}
