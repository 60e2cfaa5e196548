export * from '../../host/editor/menus.mts';
export * from '../../host/editor/notifications.mts';
export * from '../../host/editor/quickInput.mts';
export * from '../../host/editor/waiting.mts';
export * from '../../host/editor/workbench.mts';
export { reloadWindow, type Editor, type EditorWindow } from '../../host/editor/window.mts';
export { firstWindow, sharedWindow, type SharedWindow } from './pool';
