export * from '../../host/workbench.mts';
export { reloadWindow, waitForExtension, type Editor, type EditorWindow } from '../../host/window.mts';
export { freshEditor, sharedWindow, type SharedWindow } from './pool';
