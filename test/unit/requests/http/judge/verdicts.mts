/**
 * An answer, and what httpyac 6.16.7 says of each expectation of it: `+` met, `-` not met.
 * `httpyac.mts` asks httpyac itself.
 */
export const ANSWER = {
  status: 200,
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Twice', '1'],
    ['x-twice', '2'],
    ['ETag', 'first'],
    ['ETag', 'second'],
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['X-Empty', ''],
  ] as [string, string][],
  text: JSON.stringify({
    success: true,
    data: {
      records: [{ id: 'file_1', 'a-b': 1 }, { id: 'file_2' }],
      name: 'foo bar',
      spaced: 'end ',
      digits: '12 apples',
      count: 3,
      price: 1.5,
      big: 12345678901234567890n.toString(),
      zero: 0,
      no: false,
      nil: null,
      empty: '',
      none: [],
      one: [5],
      flags: [false, null, ''],
      nested: { a: 1, b: [1, 2] },
      length: 7,
    },
  }),
};

export const VERDICTS = `
+ status == 200
+ status == 200.0abc
- status == abc
- status ==
+ status equals 200
- status === 200
+ status != 404
- status != 200
+ status !== 200
+ status > 199
- status > 200
+ status >= 200
- status >= 201
+ status < 201
- status < 200
+ status <= 200
- status <= 199
- status > abc
+ status startsWith 2
- status endsWith 1
+ status contains 20
+ status exists
- status isFalse
+ status isNumber
- status isString
- status isBoolean
+ status matches ^2\\d\\d$
+ status  ==   200
+ duration < 60000
+ header content-type includes json
+ header CONTENT-TYPE startsWith application/json;
- header content-type  includes json
+ header x-twice == 1, 2
+ header etag == first
+ header set-cookie isArray
+ header set-cookie == ["a=1","b=2"]
- header set-cookie == a=1, b=2
+ header set-cookie includes b=2
- header x-empty exists
+ header x-empty ==
- header x-missing exists
+ header x-missing == undefined
- header x-missing ==
+ header x-missing isFalse
- header constructor exists
+ body startsWith {"success"
+ body endsWith }}
+ body isString
+ body matches "id":"file_\\d"
- body matches (
- body matches
+ body md5 MD5
- body md5 MD5 
+ body sha256 SHA256
+ body sha512 SHA512
- body sha512 x
+ body success == true
+ body success == 1
- body success == 0
+ body success == anything
- body success ==
+ body success isTrue
+ body success isBoolean
+ body success startsWith t
- body success > 0
+ body data.name == foo bar
- body data.name == "foo bar"
- body data.name == foo bar 
+ body data.name startsWithfoo
+ body data.name startsWith foo
- body data.name startsWith
+ body data.name endsWith bar
- body data.name includes
+ body data.name.length == 7
+ body data.name matches ^foo\\sbar$
- body data.name matches ^bar
+ body data.spaced == end 
+ body data.digits > 11
- body data.digits == 12
+ body data.count == 3 x
+ body data.count includes 3
+ body data.price == 1.50
+ body data.zero == 0
- body data.zero exists
+ body data.zero isFalse
+ body data.no == false
+ body data.no == 0
- body data.no includes false
+ body data.no isFalse
+ body data.nil == null
- body data.nil == undefined
- body data.nil exists
+ body data.nil isFalse
- body data.nil < 1
+ body data.nil != 5
+ body data.empty ==
- body data.empty == ""
- body data.empty exists
- body data.empty md5 1B2M2Y8AsgTpgAmY7PhCfg==
+ body data.missing == undefined
+ body data.missing !=
- body data.missing isString
- body data.missing.deeper exists
- body data.records[5].id isFalse
+ body data.records[5] isFalse
+ body data.records.length == 2
+ body data.records[1].id == file_2
+ body data.records[0]["a-b"] == 1
+ body data.records[0]['a-b'] isNumber
+ body data["records"][0].id endsWith 1
+ body data.none == []
+ body data.none exists
+ body data.none startsWith [
+ body data.one == [5]
+ body data.one > 4
+ body data.one includes 5
+ body data.flags includes false
+ body data.flags includes null
+ body data.nested == { "a": 1, "b": [1, 2] }
- body data.nested == {"b":[1,2],"a":1}
- body data.nested == {"a":1
+ body data.nested != {"a":1,"b":[1,2]}
+ body data.nested includes "b":[1
+ body data.length == 7
+ body constructor exists
+ body data.big startsWith 123456789012345678
`;

/** Lines that httpyac does not judge, and those where it sees another subject than one of ours. */
export const NOT_JUDGED = [
  '?? js response.statusCode == 200',
  '?? xpath /a == 1',
  '?? response.parsedBody == 1',
  '?? status STARTSWITH 2',
  '?? status==200',
  '?? exists',
  '?? status code == 200',
  '?? body data.name not equals foo',
  '?? body data.name == it exists',
  '?? body data.0 == 1',
  '?? body data. == 1',
  '?? body a-b == 1',
  '?? body data.pop() == 1',
  '?? body data[x] == 1',
];
