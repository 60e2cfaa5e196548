import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate with its key, in PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

export interface TestCertificates {
  /** The authority's own certificate, PEM: what a client has to trust. */
  readonly ca: string;
  /** For localhost and 127.0.0.1, signed by the authority. */
  readonly good: Identity;
  /** Like `good`, but out of date. */
  readonly expired: Identity;
  /** For another name. */
  readonly wrongName: Identity;
  /** For localhost, signed by itself. */
  readonly selfSigned: Identity;
}

let made: TestCertificates | undefined;

/** Certificates of a private authority, made with openssl at the first call of a run. */
export function testCertificates(): TestCertificates {
  made ??= make();
  return made;
}

function make(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'test-certificates-'));
  const file = (name: string) => join(folder, name);
  /** @param args without spaces in them */
  const openssl = (args: string) => execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  const identity = (name: string) => ({ cert: read(`${name}.pem`), key: read(`${name}.key`) });
  const local = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const whole = (name: string, subject: string) =>
    `-keyout ${name}.key -out ${name}.pem -subj /CN=${subject}`;
  try {
    openssl(`req -x509 ${newKey} ${whole('ca', 'Test-Authority')} -days 30`);
    const sign = (name: string, san: string, days: number) => {
      openssl(`req ${newKey} -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`);
      writeFileSync(file(`${name}.ext`), san);
      const by = `-CA ca.pem -CAkey ca.key -CAcreateserial -extfile ${name}.ext`;
      openssl(`x509 -req -in ${name}.csr ${by} -out ${name}.pem -days ${days}`);
      return identity(name);
    };
    const good = sign('good', local, 20);
    const wrongName = sign('wrong-name', 'subjectAltName=DNS:elsewhere.example', 20);
    const expired = sign('expired', local, -1);
    openssl(`req -x509 ${newKey} ${whole('self', 'localhost')} -addext ${local} -days 20`);
    return { ca: read('ca.pem'), good, expired, wrongName, selfSigned: identity('self') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
