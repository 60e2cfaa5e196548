import type * as vscode from 'vscode';
import type { AnswerCheck, Exchange } from '../../api/model/exchange';
import type { Differences } from '../../bodies/differences';
import type { ExchangeTarget, InEnvironment, OperationTarget, Nothing, SentRequest } from './commandTypes';
import { ANSWER, command, COMPARISON, DOCUMENT, inMenu, JSON_ANSWER, onFocusedRow, onRow } from './row';

/** Commands of one answer: its pages, its text, its comparison. */
export const ANSWER_COMMANDS = {
  nextPage: command<[exchange?: ExchangeTarget, options?: { reveal?: boolean }], SentRequest>({
    title: 'Next Page',
    icon: 'arrow-right',
    palette: DOCUMENT,
    menus: [inMenu('editor/title', 'navigation@2', `${ANSWER} && paymentsApi.hasNextPage`)],
    keys: [{ key: 'ctrl+alt+pagedown', when: `editorTextFocus && ${ANSWER}` }],
  }),
  previousPage: command<[exchange?: ExchangeTarget, options?: { reveal?: boolean }], SentRequest>({
    title: 'Previous Page',
    icon: 'arrow-left',
    palette: DOCUMENT,
    menus: [inMenu('editor/title', 'navigation@1', `${ANSWER} && paymentsApi.hasPreviousPage`)],
    keys: [{ key: 'ctrl+alt+pageup', when: `editorTextFocus && ${ANSWER}` }],
  }),
  checkAnswer: command<[exchange?: ExchangeTarget], AnswerCheck>({
    title: 'Check Answer',
    palette: false,
  }),
  showExchange: command<[exchange?: ExchangeTarget], Exchange>({
    title: 'Show Request',
    palette: false,
    menus: [onRow('requests', '1_open@1', '/\\bexchange\\b/')],
  }),
  copyRequestId: command<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], string>({
    title: 'Copy Request ID',
    icon: 'copy',
    palette: DOCUMENT,
    menus: [
      inMenu('editor/title', '1_paymentsApi@3', ANSWER),
      onRow('requests', 'inline@1 3_copy@1', '/\\brequestId\\b/'),
    ],
    keys: [onFocusedRow('requests', 'ctrl+c')],
  }),
  copySupportReport: command<[exchange?: ExchangeTarget, options?: { show?: boolean }], string>({
    title: 'Copy Support Report',
    icon: 'comment-discussion',
    palette: DOCUMENT,
    menus: [
      inMenu('editor/title', '1_paymentsApi@2', ANSWER),
      onRow('requests', 'inline@2 3_copy@3', '/\\bexchange\\b/'),
    ],
  }),
  copyAsCode: command<
    [
      request?: ExchangeTarget | vscode.Uri | OperationTarget,
      options?: InEnvironment & { target?: string; line?: number; interactive?: boolean },
    ],
    string
  >({
    title: 'Copy as Code…',
    palette: DOCUMENT,
    menus: [
      inMenu('editor/title', '1_paymentsApi@1', ANSWER),
      onRow('requests', '3_copy@2', '/\\bexchange\\b/'),
      onRow('operations', '4_copy@1', '/^operation\\b/'),
    ],
  }),
  copyResponseBody: command<[exchange?: ExchangeTarget], string>({
    title: 'Copy Response Body',
    palette: ANSWER,
    menus: [
      inMenu('editor/title', '1_paymentsApi@6', ANSWER),
      inMenu('editor/context', '9_cutcopypaste@10', ANSWER),
    ],
  }),
  saveResponse: command<
    [exchange?: ExchangeTarget, options?: { target?: vscode.Uri }],
    { uri: string; bytes: number }
  >({
    title: 'Save Response As…',
    palette: ANSWER,
    menus: [inMenu('editor/title', '1_paymentsApi@7', ANSWER)],
  }),
  showResponseBody: command<[exchange?: ExchangeTarget], Nothing>({
    title: 'Show Response Body Alone',
    palette: ANSWER,
    menus: [inMenu('editor/title', '1_paymentsApi@8', ANSWER)],
  }),
  copyJsonPath: command<[], string>({
    title: 'Copy JSON Path',
    palette: ANSWER,
    menus: [inMenu('editor/context', '9_cutcopypaste@9', JSON_ANSWER)],
  }),
  collectAllPages: command<
    [exchange?: ExchangeTarget, options?: { format?: 'json' | 'csv'; reveal?: boolean }],
    { records: readonly unknown[]; pages: number }
  >({
    title: 'Collect All Pages…',
    palette: DOCUMENT,
    menus: [
      inMenu(
        'editor/title',
        '1_paymentsApi@5',
        `${ANSWER} && (paymentsApi.hasNextPage || paymentsApi.hasPreviousPage)`,
      ),
    ],
  }),
  openAsTable: command<[exchange?: ExchangeTarget], { columns: readonly string[]; rows: number }>({
    title: 'Open as Table',
    icon: 'table',
    palette: `${ANSWER} && paymentsApi.hasList`,
    menus: [
      inMenu('editor/title', 'navigation@3', `${ANSWER} && paymentsApi.hasList`),
      onRow('requests', '1_open@2', '/\\bexchange\\b/', '!listMultiSelection'),
    ],
  }),
  compareExchanges: command<
    [exchange?: ExchangeTarget, other?: ExchangeTarget | readonly ExchangeTarget[]],
    Differences
  >({
    title: 'Compare with Previous Answer',
    palette: ANSWER,
    menus: [
      inMenu('editor/title', '1_paymentsApi@6', ANSWER),
      onRow('requests', '1_open@3', '/\\bexchange\\b/', '!listMultiSelection'),
    ],
  }),
  compareSelected: command<[exchange?: ExchangeTarget, selection?: ExchangeTarget[]], Differences>({
    title: 'Compare Selected Requests',
    palette: false,
    menus: [onRow('requests', '1_open@5', '/\\bexchange\\b/', 'listDoubleSelection')],
  }),
  compareWith: command<[exchange?: ExchangeTarget, options?: { environment?: string }], Differences>({
    title: 'Compare with…',
    palette: ANSWER,
    menus: [
      inMenu('editor/title', '1_paymentsApi@7', ANSWER),
      onRow('requests', '1_open@4', '/\\bexchange\\b/', '!listMultiSelection'),
    ],
  }),
  toggleVolatileFields: command<[], { leftOut: boolean }>({
    title: 'Toggle Volatile Fields',
    icon: 'eye-closed',
    palette: COMPARISON,
    menus: [inMenu('editor/title', 'navigation@1', COMPARISON)],
  }),
  reportUnknownRequest: command<[requestId?: string], string>({
    title: 'Write Support Report',
    palette: false,
  }),
} as const;
