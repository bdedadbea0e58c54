// Validates an upload of extensions while it is forwarded; nothing is stored. The bytes are forwarded unchanged, so
// only the exact multipart format of our own page is accepted: nothing is left that two parsers could interpret
// differently.
import { extensionParts, extensionUploadLimits as limits } from "../../bff/extension-upload.ts";
import { extensionName } from "../../contract/extensions.ts";
import { Problem } from "../kernel/problem.ts";

const maxHeadBytes = 1024;
const maxNameBytes = 1024;
const headEnd = Buffer.from("\r\n\r\n");
const zipStart = Buffer.from("PK\x03\x04", "latin1");

const escaped = (text: string) => text.replace(/[[\]]/g, "\\$&");
const nameHead = new RegExp(`^content-disposition: form-data; name="${escaped(extensionParts.name)}"$`, "i");
const zipHead = new RegExp(
  `^content-disposition: form-data; name="${escaped(extensionParts.zip)}"; filename="[\\w.-]{1,260}"\\r\\ncontent-type: application/zip$`,
  "i",
);

const bad = (what: string) => new Problem(400, "bad_request", `The upload cannot be read: ${what}.`);
const tooLarge = (what: string) => new Problem(413, "body_too_large", what);

/** The boundary of a multipart content type; throws 415 for any other type, 400 for an unusable boundary. */
export function boundaryOf(contentType: string | null): string {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType ?? "")) {
    throw new Problem(415, "unsupported_media_type", "Send the extensions as multipart/form-data.");
  }
  const boundary = /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/i.exec(contentType ?? "")?.[1];
  if (boundary === undefined) throw bad("its content type has no boundary that can be used");
  return boundary;
}

type State = "start" | "head" | "name" | "zip" | "between" | "end";

/** Accepts the body of one upload chunk by chunk. */
export class MultipartGuard {
  /** Names of the extensions that have passed. */
  readonly names: string[] = [];
  readonly #first: Buffer;
  readonly #delimiter: Buffer;
  #state: State = "start";
  #held: Buffer = Buffer.alloc(0);
  #bodyBytes = 0;
  #partBytes = 0;
  #zips = 0;

  constructor(boundary: string) {
    this.#first = Buffer.from(`--${boundary}\r\n`);
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Validates the next bytes; throws a Problem when they must not be forwarded. */
  take(chunk: Uint8Array): void {
    this.#bodyBytes += chunk.byteLength;
    if (this.#bodyBytes > limits.maxBodyBytes) {
      throw tooLarge(`All archives together may have at most ${limits.maxRequestBytes} bytes.`);
    }
    this.#held = Buffer.concat([this.#held, chunk]);
    while (this.#step());
  }

  /** To be called after the last byte; throws when the upload is incomplete. */
  end(): void {
    if (this.#state !== "end") throw bad("it ends before its closing boundary");
  }

  #step(): boolean {
    switch (this.#state) {
      case "start":
        return this.#expect(this.#first, "head", "it does not start with its boundary");
      case "head":
        return this.#head();
      case "name":
        return this.#name();
      case "zip":
        return this.#zip();
      case "between":
        return this.#between();
      case "end":
        if (this.#held.length > 2 || !"\r\n".startsWith(this.#held.toString("latin1"))) {
          throw bad("something follows its closing boundary");
        }
        return false;
    }
  }

  #expect(wanted: Buffer, next: State, fault: string): boolean {
    const given = this.#held.subarray(0, wanted.length);
    if (!given.equals(wanted.subarray(0, given.length))) throw bad(fault);
    if (given.length < wanted.length) return false;
    return this.#go(wanted.length, next);
  }

  #go(bytes: number, next: State): boolean {
    this.#held = this.#held.subarray(bytes);
    this.#state = next;
    return true;
  }

  #head(): boolean {
    const at = this.#held.indexOf(headEnd);
    if (at > maxHeadBytes || (at === -1 && this.#held.length > maxHeadBytes)) {
      throw bad("a part has too long a head");
    }
    if (at === -1) return false;
    const head = this.#held.toString("latin1", 0, at);
    const isZip = this.names.length > this.#zips;
    if (!(isZip ? zipHead : nameHead).test(head)) {
      throw bad(`expected ${isZip ? "the archive" : "the name"} of extension ${this.#zips + 1}`);
    }
    if (!isZip && this.names.length === limits.maxZips) {
      throw tooLarge(`At most ${limits.maxZips} extensions go into one upload.`);
    }
    this.#partBytes = 0;
    return this.#go(at + headEnd.length, isZip ? "zip" : "name");
  }

  #name(): boolean {
    const at = this.#held.indexOf(this.#delimiter);
    if (at > maxNameBytes || (at === -1 && this.#held.length > maxNameBytes + this.#delimiter.length)) {
      throw tooLarge("A name is too long.");
    }
    if (at === -1) return false;
    const read = extensionName.safeParse(this.#held.toString("utf8", 0, at));
    if (!read.success)
      throw bad(`the name of extension ${this.#zips + 1} must be ${read.error.issues[0]?.message}`);
    if (this.names.includes(read.data)) throw bad(`the name ${read.data} is there twice`);
    this.names.push(read.data);
    return this.#go(at + this.#delimiter.length, "between");
  }

  #zip(): boolean {
    const named = this.names.at(-1) ?? "";
    const at = this.#held.indexOf(this.#delimiter);
    // Bytes that could start a delimiter are held back until the next chunk.
    const upTo = at === -1 ? Math.max(0, this.#held.length - this.#delimiter.length + 1) : at;
    if (this.#partBytes === 0 && (at !== -1 || upTo >= zipStart.length)) {
      if (!this.#held.subarray(0, zipStart.length).equals(zipStart))
        throw bad(`${named} is not a zip archive`);
    } else if (this.#partBytes === 0) return false;
    this.#partBytes += upTo;
    if (this.#partBytes > limits.maxZipBytes) {
      throw tooLarge(`${named} is larger than ${limits.maxZipBytes} bytes.`);
    }
    if (at === -1) {
      this.#held = this.#held.subarray(upTo);
      return false;
    }
    this.#zips += 1;
    return this.#go(at + this.#delimiter.length, "between");
  }

  #between(): boolean {
    if (this.#held.length < 2) return false;
    const sign = this.#held.toString("latin1", 0, 2);
    if (sign === "\r\n") return this.#go(2, "head");
    if (sign !== "--") throw bad("a boundary is followed by something else than a line end");
    if (this.names.length !== this.#zips) throw bad("a name has no archive");
    return this.#go(2, "end");
  }
}
