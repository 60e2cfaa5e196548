import assert from 'node:assert/strict';
import { headerText, pathText, queryText } from '../../../../src/descriptions/sample/serialize';

const LIST = ['blue', 'black'];
const OBJECT = { R: 100, G: 200 };

/** The examples of "Style Examples" in OpenAPI, for the parameter `color`. */
describe('A parameter by its style', () => {
  const row = (
    write: typeof pathText,
    place: 'path' | 'query' | 'header',
    style?: string,
    explode?: boolean,
  ) =>
    ['blue', LIST, OBJECT].map((value) =>
      write(
        { name: 'color', in: place, ...(style && { style }), ...(explode !== undefined && { explode }) },
        value,
      ),
    );

  it('stands in a path', () => {
    assert.deepEqual(row(pathText, 'path'), ['blue', 'blue,black', 'R,100,G,200']);
    assert.deepEqual(row(pathText, 'path', 'simple', true), ['blue', 'blue,black', 'R=100,G=200']);
    assert.deepEqual(row(pathText, 'path', 'label'), ['.blue', '.blue,black', '.R,100,G,200']);
    assert.deepEqual(row(pathText, 'path', 'label', true), ['.blue', '.blue.black', '.R=100.G=200']);
    assert.deepEqual(row(pathText, 'path', 'matrix'), [
      ';color=blue',
      ';color=blue,black',
      ';color=R,100,G,200',
    ]);
    assert.deepEqual(row(pathText, 'path', 'matrix', true), [
      ';color=blue',
      ';color=blue;color=black',
      ';R=100;G=200',
    ]);
  });

  it('stands in a query', () => {
    assert.deepEqual(row(queryText, 'query'), ['color=blue', 'color=blue&color=black', 'R=100&G=200']);
    assert.deepEqual(row(queryText, 'query', 'form', false), [
      'color=blue',
      'color=blue,black',
      'color=R,100,G,200',
    ]);
    assert.equal(
      queryText({ name: 'color', in: 'query', style: 'spaceDelimited' }, LIST),
      'color=blue%20black',
    );
    assert.equal(
      queryText({ name: 'color', in: 'query', style: 'pipeDelimited' }, LIST),
      'color=blue%7Cblack',
    );
    assert.equal(
      queryText({ name: 'color', in: 'query', style: 'deepObject' }, OBJECT),
      'color[R]=100&color[G]=200',
    );
  });

  it('stands in a header', () => {
    assert.deepEqual(row(headerText, 'header'), ['blue', 'blue,black', 'R,100,G,200']);
    assert.deepEqual(row(headerText, 'header', 'simple', true), ['blue', 'blue,black', 'R=100,G=200']);
  });

  it('is encoded where it would be something else', () => {
    assert.equal(pathText({ name: 'id', in: 'path' }, 'a/b {{c}}'), 'a%2Fb%20%7B%7Bc%7D%7D');
    assert.equal(queryText({ name: 'a&b', in: 'query' }, 'c=d'), 'a%26b=c%3Dd');
  });
});
