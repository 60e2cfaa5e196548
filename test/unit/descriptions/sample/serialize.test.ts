import assert from 'node:assert/strict';
import { headerText, pathText, queryText } from '../../../../src/descriptions/sample/serialize';

const LIST = ['blue', 'black'];
const OBJECT = { R: 100, G: 200 };

/** The examples of "Style Examples" in OpenAPI, for the parameter `color`. */
describe('A parameter by its style', () => {
  const row = (write: typeof pathText, style?: string, explode?: boolean) =>
    ['blue', LIST, OBJECT].map((value) =>
      write({ name: 'color', ...(style && { style }), ...(explode !== undefined && { explode }) }, value),
    );

  it('is in a path', () => {
    assert.deepEqual(row(pathText), ['blue', 'blue,black', 'R,100,G,200']);
    assert.deepEqual(row(pathText, 'simple', true), ['blue', 'blue,black', 'R=100,G=200']);
    assert.deepEqual(row(pathText, 'label'), ['.blue', '.blue,black', '.R,100,G,200']);
    assert.deepEqual(row(pathText, 'label', true), ['.blue', '.blue.black', '.R=100.G=200']);
    assert.deepEqual(row(pathText, 'matrix'), [';color=blue', ';color=blue,black', ';color=R,100,G,200']);
    assert.deepEqual(row(pathText, 'matrix', true), [
      ';color=blue',
      ';color=blue;color=black',
      ';R=100;G=200',
    ]);
  });

  it('is in a query', () => {
    assert.deepEqual(row(queryText), ['color=blue', 'color=blue&color=black', 'R=100&G=200']);
    assert.deepEqual(row(queryText, 'form', false), ['color=blue', 'color=blue,black', 'color=R,100,G,200']);
    assert.equal(queryText({ name: 'color', style: 'spaceDelimited' }, LIST), 'color=blue%20black');
    assert.equal(queryText({ name: 'color', style: 'pipeDelimited' }, LIST), 'color=blue%7Cblack');
    assert.equal(queryText({ name: 'color', style: 'tabDelimited' }, LIST), 'color=blue%09black');
    assert.equal(queryText({ name: 'color', style: 'deepObject' }, OBJECT), 'color[R]=100&color[G]=200');
    const nested = { a: { 'b c': LIST }, d: [{ e: 1 }] };
    assert.equal(
      queryText({ name: 'color', style: 'deepObject' }, nested),
      'color[a][b%20c][]=blue&color[a][b%20c][]=black&color[d][0][e]=1',
    );
    assert.equal(queryText({ name: 'color', style: 'deepObject' }, LIST), 'color[]=blue&color[]=black');
    assert.equal(queryText({ name: 'color', style: 'constructor' }, LIST), 'color=blue,black');
  });

  it('is in a header', () => {
    assert.deepEqual(row(headerText), ['blue', 'blue,black', 'R,100,G,200']);
    assert.deepEqual(row(headerText, 'simple', true), ['blue', 'blue,black', 'R=100,G=200']);
  });

  it('is empty for null, also in a list', () => {
    assert.equal(headerText({}, null), '');
    assert.equal(headerText({}, { a: null }), 'a,');
    assert.equal(pathText({ name: 'color', style: 'matrix' }, [null, 'a']), ';color=,a');
  });

  it('is encoded where it would be something else', () => {
    assert.equal(pathText({ name: 'id' }, 'a/b {{c}}'), 'a%2Fb%20%7B%7Bc%7D%7D');
    assert.equal(queryText({ name: 'a&b' }, 'c=d'), 'a%26b=c%3Dd');
  });
});
