import { crc32, deflateRawSync } from 'node:zlib';

/** Small ZIP archives, made by hand so that they can also be made wrong. */

export interface ZipPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  /** The size to state, where it is not the true one. */
  readonly claims?: number;
}

/** Times, as programs add them: fewer bytes in the directory than before the content. */
const TIMES = Buffer.from('UT\x09\0\x03aaaabbbb');
const TIME = Buffer.from('UT\x05\0\x01aaaa');
const REMARK = Buffer.from('a remark');

export function zip(parts: readonly ZipPart[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored, claims } of parts) {
    const bytes = Buffer.from(content);
    const packed = stored === true ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(24);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(stored === true ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const central = Buffer.alloc(16);
    central.writeUInt16LE(TIME.length, 0);
    central.writeUInt16LE(REMARK.length, 2);
    central.writeUInt32LE(offset, 12);
    const [made, start] = [Buffer.from('PK\x01\x02\x14\x00'), Buffer.from('PK\x03\x04')];
    const local = [start, common, Buffer.from([TIMES.length, 0]), Buffer.from(name), TIMES, packed];
    locals.push(...local);
    centrals.push(made, common, central, Buffer.from(name), TIME, REMARK);
    offset += local.reduce((sum, each) => sum + each.length, 0);
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}

export const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export function officeParts(
  contentType = WORD,
  main = 'word/document.xml',
  host = 'schemas.openxmlformats.org',
) {
  return [
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/${main}" ContentType="${contentType}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships><Relationship Id="a" Type="http://${host}/officeDocument/2006/relationships/metadata" Target="docProps/core.xml"/><Relationship Id="b" Type="http://${host}/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    },
    { name: main, content: '<w:document/>' },
  ];
}
