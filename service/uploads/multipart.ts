// multipart/form-data as it arrives: an async walk over parts and their bytes, holding one chunk at a time.
// Strict where lenient readers guess: a part without a name, a header too many or a missing end is an error.

/** The body is not what multipart/form-data (RFC 7578) allows; the message is meant for the caller. */
export class MalformedMultipart extends Error {
  override readonly name = "MalformedMultipart";
}

export interface PartHead {
  name: string;
  filename: string | undefined;
  contentType: string | undefined;
}

export type MultipartEvent =
  | { kind: "part"; head: PartHead }
  | { kind: "data"; chunk: Buffer }
  | { kind: "end" };

const maxHeaderBytes = 16 * 1024;
const maxPreambleBytes = 16 * 1024;
const crlf = Buffer.from("\r\n");
const headersEnd = Buffer.from("\r\n\r\n");

/** The boundary of a multipart/form-data content type; undefined for any other type, or one without a boundary. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined || !/^multipart\/form-data\s*(;|$)/i.test(contentType)) return undefined;
  const boundary = parametersOf(contentType).get("boundary");
  return boundary !== undefined && /^[\x20-\x7e]{1,70}$/.test(boundary) ? boundary : undefined;
}

/** Walks the parts in order: `part`, any number of `data`, `end`, and so on. Throws MalformedMultipart. */
export async function* multipartEvents(
  source: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<MultipartEvent, void, undefined> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  let state: "preamble" | "delimiter" | "headers" | "body" | "done" = "preamble";
  let preambleBytes = 0;
  // The first delimiter may stand at the very start; a CRLF before it makes it like the others.
  let held: Buffer = crlf;
  for await (const chunk of source) {
    if (state === "done") continue;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (let more = true; more; ) {
      more = false;
      switch (state) {
        case "preamble":
        case "body": {
          const at = held.indexOf(delimiter);
          // What could be the start of a delimiter is kept for the next chunk.
          const upTo = at === -1 ? Math.max(0, held.length - delimiter.length + 1) : at;
          if (state === "preamble") {
            preambleBytes += upTo;
            if (preambleBytes > maxPreambleBytes) {
              throw new MalformedMultipart("the body does not start with its boundary");
            }
          } else if (upTo > 0) {
            yield { kind: "data", chunk: held.subarray(0, upTo) };
          }
          held = held.subarray(upTo);
          if (at === -1) break;
          held = held.subarray(delimiter.length);
          if (state === "body") yield { kind: "end" };
          state = "delimiter";
          more = true;
          break;
        }
        case "delimiter": {
          const rest = held.toString("latin1", 0, 64);
          const padding = /^[ \t]*\r\n/.exec(rest);
          if (rest.startsWith("--")) {
            state = "done";
          } else if (padding) {
            // The CRLF stays: a part without any header ends its head with it.
            held = held.subarray(padding[0].length - crlf.length);
            state = "headers";
            more = true;
          } else if (rest.length >= 2 && !/^(-|[ \t]{0,62}\r?)$/.test(rest)) {
            throw new MalformedMultipart("a boundary is followed by something else than a line end");
          }
          break;
        }
        case "headers": {
          const at = held.indexOf(headersEnd);
          if (at > maxHeaderBytes || (at === -1 && held.length > maxHeaderBytes)) {
            throw new MalformedMultipart(`the headers of a part are larger than ${maxHeaderBytes} bytes`);
          }
          if (at === -1) break;
          yield { kind: "part", head: headOf(held.subarray(0, at)) };
          held = held.subarray(at + headersEnd.length);
          state = "body";
          more = true;
          break;
        }
      }
    }
  }
  if (state === "preamble") throw new MalformedMultipart("the body does not contain its boundary");
  if (state !== "done") throw new MalformedMultipart("the body ends before its closing boundary");
}

function headOf(bytes: Buffer): PartHead {
  const headers = new Map<string, string>();
  const lines = bytes.toString("utf8").split("\r\n");
  for (const line of lines) {
    if (line === "") continue;
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*:[ \t]*([^\r\n\0]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new MalformedMultipart("a part has a header line that is none");
    }
    if (headers.has(name.toLowerCase())) {
      throw new MalformedMultipart(`a part has the header ${name} more than once`);
    }
    headers.set(name.toLowerCase(), value.trim());
  }
  const disposition = headers.get("content-disposition");
  if (disposition === undefined || !/^form-data\s*(;|$)/i.test(disposition)) {
    throw new MalformedMultipart("a part has no content-disposition: form-data");
  }
  const encoding = headers.get("content-transfer-encoding");
  if (encoding !== undefined && !/^(7bit|8bit|binary)$/i.test(encoding)) {
    throw new MalformedMultipart(`a part is encoded as ${encoding.slice(0, 40)}; send it as it is`);
  }
  const parameters = parametersOf(disposition);
  const name = parameters.get("name");
  if (name === undefined || name === "") throw new MalformedMultipart("a part has no name");
  return {
    name,
    filename: extended(parameters.get("filename*")) ?? parameters.get("filename"),
    contentType: headers.get("content-type"),
  };
}

/** The parameters behind the first word of a header value. */
function parametersOf(value: string): Map<string, string> {
  const found = new Map<string, string>();
  const parameter = /\s*;\s*(?:([!#$%&'*+.^_`|~\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;\s"]*))?/y;
  parameter.lastIndex = value.search(/\s*(;|$)/);
  while (parameter.lastIndex < value.trimEnd().length) {
    const match = parameter.exec(value);
    if (!match) throw new MalformedMultipart("a header has parameters that cannot be read");
    const [, name, text] = match;
    if (name === undefined || text === undefined) continue;
    if (found.has(name.toLowerCase())) {
      throw new MalformedMultipart(`a header has the parameter ${name} more than once`);
    }
    found.set(name.toLowerCase(), text.startsWith('"') ? unquoted(text) : text);
  }
  return found;
}

/** Clients escape a quote as `\"` or, as browsers do, as `%22`. */
const unquoted = (text: string) =>
  text
    .slice(1, -1)
    .replace(/\\(["\\])/g, "$1")
    .replace(/%22/g, '"');

/** `UTF-8''na%C3%AFve` of RFC 5987. */
function extended(value: string | undefined): string | undefined {
  const [, text] = /^utf-8'[^']*'(.*)$/i.exec(value ?? "") ?? [];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new MalformedMultipart("a part has a file name that cannot be read");
  }
}
