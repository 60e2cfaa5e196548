import { LOCAL_SANDBOX_OPERATIONS, type ApiOperation } from '../../api/model/operations';
import { differencesOf, type Difference, type RawAnswer } from '../check/answer';
import { DOCUMENTED_URI, documentedDescription, type Description } from '../document/describe';
import { bodyPartOf, parametersOf, type DescribedField, type DescribedPart } from '../document/fields';
import { outlineOf, type OperationOutline } from '../document/outline';
import { checkRequest, type MockRequest, type RequestFault } from '../mock/checkRequest';
import { mockAnswer, type MadeItem, type MockAnswer } from '../mock/mockAnswer';
import { sampleRequest, type RequestSample } from '../sample/requestOf';

/** The source of the operations that only the Local Sandbox has. */
const LOCAL_SANDBOX = 'local-sandbox';

/** One operation of a description. */
export interface OperationKey {
  /** `documented`, `local-sandbox`, or the address of a document that was opened. */
  readonly source: string;
  readonly method: string;
  /** As it is written in the description. */
  readonly path: string;
}

/** What can be asked of an operation. By itself it knows those of the documented interface. */
export class OperationTasks {
  protected readonly opened = new Map<string, Description>();

  check(key: OperationKey, answer: RawAnswer): Difference[] {
    const { resolver } = this.description(key.source);
    return differencesOf(this.operation(key), resolver, answer);
  }

  /** What an operation takes and gives, in short. */
  outline(key: OperationKey): OperationOutline {
    return outlineOf(this.operation(key), this.description(key.source).resolver);
  }

  parameters(key: OperationKey): DescribedField[] {
    return parametersOf(this.operation(key), this.description(key.source).resolver);
  }

  bodyPart(key: OperationKey, contentType: string, path: readonly (string | number)[]): DescribedPart {
    return bodyPartOf(this.operation(key), contentType, path, this.description(key.source).resolver);
  }

  /** What in a request does not fit its operation. */
  checkRequest(key: OperationKey, request: MockRequest): readonly RequestFault[] {
    return checkRequest(this.operation(key), request, this.description(key.source).resolver).faults;
  }

  /** What a new request of an operation is filled in with. */
  sample(key: OperationKey): RequestSample {
    const { resolver } = this.description(key.source);
    return sampleRequest(this.operation(key), { resolver, direction: 'request' });
  }

  /** How the Local Sandbox answers an operation. @param item what was made at this path before */
  mock(key: OperationKey, request: MockRequest, item: MadeItem | undefined): MockAnswer {
    const { operations, resolver } = this.description(key.source);
    return mockAnswer(this.operation(key), operations, request, item, resolver);
  }

  protected description(uri: string): Description {
    const known = this.opened.get(uri);
    if (known !== undefined) return known;
    if (uri === LOCAL_SANDBOX)
      return { ...this.description(DOCUMENTED_URI), operations: LOCAL_SANDBOX_OPERATIONS };
    if (uri !== DOCUMENTED_URI) throw new Error(`Not open: ${uri}`);
    const documented = documentedDescription();
    this.opened.set(uri, documented);
    return documented;
  }

  protected operation({ source, method, path }: OperationKey): ApiOperation {
    const found = this.description(source).operations.find(
      (each) => each.method === method && each.path === path,
    );
    if (found === undefined) throw new Error(`Not described: ${method} ${path}`);
    return found;
  }
}
