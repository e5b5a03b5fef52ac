/**
 * The local certificate of `--tls`. It signs itself, so the same file is what the server shows and what a client trusts
 * (NODE_EXTRA_CA_CERTS). The key is written before the certificate and the pair is checked when read: a crash between the two writes,
 * a damaged file, other hosts or an expiry within 30 days lead to a new pair.
 */
import { X509Certificate, createPrivateKey, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { generate } from 'selfsigned';
import { canonicalAddress } from './addresses.ts';

const dayMs = 86_400_000;
const validDays = 397;
const renewDays = 30;

interface LocalCertificate {
  cert: string;
  key: string;
  certFile: string;
}

/** Reads the certificate in `folder`, or creates a new one where needed, for localhost, both loopback addresses and `hosts`. */
export async function localCertificate(folder: string, hosts: readonly string[], now = new Date()): Promise<LocalCertificate> {
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...hosts.map(hostName)])];
  const certFile = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'certificate-key.pem');
  const kept = await read(certFile, keyFile);
  if (kept !== undefined && serves(kept, names, now)) return { ...kept, certFile };

  const made = await make(names, now);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await write(folder, keyFile, made.key, 0o600);
  await write(folder, certFile, made.cert, 0o644);
  return { ...made, certFile };
}

function hostName(text: string): string {
  const host = text.replace(/^\[|\]$/g, '');
  const name = isIP(host) === 0 ? domainToASCII(host) : canonicalAddress(host);
  if (name === undefined || (isIP(name) === 0 && !/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name)))
    throw new TypeError(`"${text}" is not a host name or address`);
  return name;
}

async function read(certFile: string, keyFile: string): Promise<{ cert: string; key: string } | undefined> {
  try {
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')]);
    return { cert, key };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function serves({ cert, key }: { cert: string; key: string }, names: readonly string[], now: Date): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const entries = (certificate.subjectAltName ?? '').split(', ').map((entry) => entry.replace(/^(DNS|IP Address):/, ''));
    const kept = entries.map((entry) => canonicalAddress(entry) ?? entry);
    const sameNames = kept.length === names.length && names.every((name) => kept.includes(name));
    const lasts = certificate.validFromDate <= now && certificate.validToDate.getTime() - now.getTime() > renewDays * dayMs;
    return sameNames && lasts && certificate.checkPrivateKey(createPrivateKey(key));
  } catch (_) {
    return false;
  }
}

async function make(names: readonly string[], now: Date): Promise<{ cert: string; key: string }> {
  // A unique name each: clients that trust an old and a new one look them up by name.
  const subject = [{ name: 'commonName', value: `Perennial local certificate ${randomBytes(4).toString('hex')}` }];
  const made = await generate(subject, {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - dayMs),
    notAfterDate: new Date(now.getTime() + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })) },
    ],
  });
  return { cert: made.cert, key: made.private };
}

async function write(folder: string, file: string, text: string, mode: number): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode, flush: true });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  if (process.platform === 'win32') return;
  await using directory = await open(folder, 'r');
  await directory.sync();
}
