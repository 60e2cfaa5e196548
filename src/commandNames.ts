import type { CommandName } from './commands';

const names: Readonly<Record<CommandName, true>> = {
  uploadFiles: true,
  showFileDetails: true,
  addFileById: true,
  forgetFile: true,
  copyFileId: true,
  copyContentLink: true,
  openContent: true,
  saveContent: true,
  findFiles: true,
  exportFiles: true,
  topUpSandbox: true,
  switchEnvironment: true,
  configureEnvironment: true,
  setApiKey: true,
  removeApiKey: true,
  openDashboard: true,
  sendRequest: true,
  nextPage: true,
  previousPage: true,
  showExchange: true,
  findRequest: true,
  copyRequestId: true,
  copySupportReport: true,
  copyAsCode: true,
  exportHar: true,
  clearHistory: true,
  startLocalSandbox: true,
  stopLocalSandbox: true,
  resetLocalSandbox: true,
  setLocalSandboxScenario: true,
  showLog: true,
};

/** Every command there is; the compiler keeps the list complete. */
export const COMMAND_NAMES = Object.keys(names) as CommandName[];
