export { OperationTasks } from './worker/operationTasks';
