// Validates a multipart upload while it is forwarded; nothing is stored. The bytes are forwarded unchanged, so only the
// exact format of our own page is accepted: nothing is left that two parsers could interpret differently.
import { Problem } from "../kernel/problem.ts";

const maxHeadBytes = 1024;
const headEnd = Buffer.from("\r\n\r\n");

const escaped = (text: string) => text.replace(/[[\]]/g, "\\$&");

/** The head of a text part, or with `contentType` of a file's, as browsers write it. */
export const partNameHead = (name: string, contentType?: string): RegExp =>
  new RegExp(
    `^content-disposition: form-data; name="${escaped(name)}"${
      contentType === undefined ? "" : `; filename="([\\w.-]{1,260})"\\r\\ncontent-type: ${contentType}`
    }$`,
    "i",
  );

export const badUpload = (what: string) =>
  new Problem(400, "bad_request", `The upload cannot be read: ${what}.`);
export const uploadTooLarge = (what: string) => new Problem(413, "body_too_large", what);

interface PartLimit {
  maxBytes: number;
  /** What is said of a larger one. */
  tooLarge: string;
}

/** How one part is judged; its functions throw a Problem. */
export type PartRule =
  | (PartLimit & { kind: "text"; end: (text: string) => void })
  | (PartLimit & {
      kind: "file";
      /** Judges the first `startBytes` bytes, or fewer of a shorter file. */
      start: (first: Buffer) => void;
      startBytes: number;
      end: () => void;
    });

/** What an upload consists of. */
export interface UploadForm {
  maxBodyBytes: number;
  /** What is said of a larger body. */
  tooLarge: string;
  /** The rule of the next part, by its head; throws a Problem for one that is not expected. */
  part(head: string): PartRule;
  /** Throws a Problem when something is missing. */
  end(): void;
}

/** The boundary of a multipart content type; throws 415 for any other type, 400 for an unusable boundary. */
export function boundaryOf(contentType: string | null): string {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType ?? "")) {
    throw new Problem(415, "unsupported_media_type", "Send the upload as multipart/form-data.");
  }
  const boundary = /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/i.exec(contentType ?? "")?.[1];
  if (boundary === undefined) throw badUpload("its content type has no boundary that can be used");
  return boundary;
}

type State = "start" | "head" | "part" | "between" | "end";

/** Accepts the body of one upload chunk by chunk. */
export class MultipartGuard {
  readonly #form: UploadForm;
  readonly #first: Buffer;
  readonly #delimiter: Buffer;
  #state: State = "start";
  #held: Buffer = Buffer.alloc(0);
  #bodyBytes = 0;
  #partBytes = 0;
  #rule: PartRule | undefined;

  constructor(boundary: string, form: UploadForm) {
    this.#form = form;
    this.#first = Buffer.from(`--${boundary}\r\n`);
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Validates the next bytes; throws a Problem when they must not be forwarded. */
  take(chunk: Uint8Array): void {
    this.#bodyBytes += chunk.byteLength;
    if (this.#bodyBytes > this.#form.maxBodyBytes) throw uploadTooLarge(this.#form.tooLarge);
    this.#held = Buffer.concat([this.#held, chunk]);
    while (this.#step());
  }

  /** To be called after the last byte; throws when the upload is incomplete. */
  end(): void {
    if (this.#state !== "end") throw badUpload("it ends before its closing boundary");
  }

  #step(): boolean {
    switch (this.#state) {
      case "start":
        return this.#expect(this.#first, "head", "it does not start with its boundary");
      case "head":
        return this.#head();
      case "part":
        return this.#rule?.kind === "text" ? this.#text(this.#rule) : this.#file();
      case "between":
        return this.#between();
      case "end":
        if (this.#held.length > 2 || !"\r\n".startsWith(this.#held.toString("latin1"))) {
          throw badUpload("something follows its closing boundary");
        }
        return false;
    }
  }

  #expect(wanted: Buffer, next: State, fault: string): boolean {
    const given = this.#held.subarray(0, wanted.length);
    if (!given.equals(wanted.subarray(0, given.length))) throw badUpload(fault);
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
      throw badUpload("the head of a part is too long");
    }
    if (at === -1) return false;
    this.#rule = this.#form.part(this.#held.toString("latin1", 0, at));
    this.#partBytes = 0;
    return this.#go(at + headEnd.length, "part");
  }

  #text({ maxBytes, tooLarge, end }: PartRule & { kind: "text" }): boolean {
    const at = this.#held.indexOf(this.#delimiter);
    if (at > maxBytes || (at === -1 && this.#held.length > maxBytes + this.#delimiter.length)) {
      throw uploadTooLarge(tooLarge);
    }
    if (at === -1) return false;
    end(this.#held.toString("utf8", 0, at));
    return this.#go(at + this.#delimiter.length, "between");
  }

  #file(): boolean {
    const rule = this.#rule;
    if (rule?.kind !== "file") throw new Error("A part has no rule.");
    const at = this.#held.indexOf(this.#delimiter);
    // Bytes that could start a delimiter are held back until the next chunk.
    const upTo = at === -1 ? Math.max(0, this.#held.length - this.#delimiter.length + 1) : at;
    if (this.#partBytes === 0) {
      if (at === -1 && upTo < Math.max(1, rule.startBytes)) return false;
      rule.start(this.#held.subarray(0, Math.min(upTo, rule.startBytes)));
    }
    this.#partBytes += upTo;
    if (this.#partBytes > rule.maxBytes) throw uploadTooLarge(rule.tooLarge);
    if (at === -1) {
      this.#held = this.#held.subarray(upTo);
      return false;
    }
    rule.end();
    return this.#go(at + this.#delimiter.length, "between");
  }

  #between(): boolean {
    if (this.#held.length < 2) return false;
    const sign = this.#held.toString("latin1", 0, 2);
    if (sign === "\r\n") return this.#go(2, "head");
    if (sign !== "--") throw badUpload("a boundary is followed by something other than a line break");
    this.#form.end();
    return this.#go(2, "end");
  }
}
