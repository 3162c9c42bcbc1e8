// Checks signatures of snapshot.json (Ed25519) with the platform's own WebCrypto.
import { PortalError } from './errors.js';

/** How the public key of Ed25519 begins, in base64 (RFC 8410): the first 12 bytes. */
const ED25519 = 'MCowBQYDK2VwAyEA';

/** The public keys that check signatures: one that is right for any of them is accepted. */
export class Keys {
  readonly #keys: readonly Uint8Array<ArrayBuffer>[];

  /** `pem`: one key or several, as OpenSSL writes them. */
  constructor(pem: string) {
    const found = pem.matchAll(/-----BEGIN PUBLIC KEY-----([^-]*)-----END PUBLIC KEY-----/g);
    const texts = [...found].map(([, text = '']) => text.replace(/\s/g, ''));
    if (texts.length === 0 || !texts.every((text) => text.startsWith(ED25519))) {
      throw new TypeError('key is no public key of Ed25519 in PEM');
    }
    this.#keys = texts.map(bytesIn);
  }

  /** Whether one of the signatures is right for a text. `url`: the address that errors name. */
  async know(url: string, text: string, signatures: unknown): Promise<boolean> {
    const bytes = new TextEncoder().encode(text);
    for (const key of await this.#imported(url)) {
      for (const signature of Array.isArray(signatures) ? signatures : []) {
        if (typeof signature !== 'string' || !/^[\w+/]{86}==$/.test(signature)) continue;
        if (await crypto.subtle.verify('Ed25519', key, bytesIn(signature), bytes)) return true;
      }
    }
    return false;
  }

  async #imported(url: string) {
    try {
      const { subtle } = globalThis.crypto;
      return await Promise.all(
        this.#keys.map((key) => subtle.importKey('spki', key, 'Ed25519', false, ['verify'])),
      );
    } catch (cause) {
      const why =
        'cannot be checked: this runtime has no Ed25519 (browsers have, since 2025, on https)';
      throw new PortalError(url, why, undefined, { cause });
    }
  }
}

const bytesIn = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
