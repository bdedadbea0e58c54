// HTTP without a client's manners: bytes as they are given, answers as they come.
import { type Agent, request } from "node:http";
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  status: number;
  /** Names in lower case; the last of a repeated one. */
  headers: ReadonlyMap<string, string>;
  body: string;
}

export interface Line {
  /** Everything that came so far, one character per byte. */
  received(): string;
  socket: Socket;
  /** Resolves when the other side has closed, or rejects after `withinMs`. */
  closed: Promise<string>;
}

/** A connection to the service that has not sent anything yet. */
export function openConnection(serviceUrl: string, withinMs = 60_000): Line {
  const { hostname, port } = new URL(serviceUrl);
  const socket = connect(Number(port), hostname);
  let text = "";
  const closed = new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection was still open after ${withinMs} ms; it had sent: ${text}`));
    }, withinMs);
    socket.on("data", (part: Buffer) => {
      text += part.toString("latin1");
    });
    // A reset after the answer is an end like any other.
    socket.on("error", () => undefined);
    socket.once("close", () => {
      clearTimeout(late);
      resolve(text);
    });
  });
  return { received: () => text, socket, closed };
}

const mebibyte = Buffer.alloc(1024 * 1024);

/** Sends the head of a request and so many MiB of its body, and reads only after that. */
export async function sendBeforeReading({ socket }: Line, head: string, mebibytes: number): Promise<void> {
  socket.pause();
  socket.write(head);
  for (let sent = 0; sent < mebibytes; sent += 1) {
    await new Promise<void>((resolve, reject) =>
      socket.write(mebibyte, (error) => (error ? reject(error) : resolve())),
    );
  }
  socket.resume();
}

/** Sends bytes and reads answers until the service closes. */
export async function exchange(serviceUrl: string, bytes: string | Buffer): Promise<RawAnswer[]> {
  const line = openConnection(serviceUrl);
  line.socket.write(bytes);
  return readAnswers(await line.closed);
}

/** The answers in a connection's text, in their order; those without a body length end with the text. */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const headEnd = rest.indexOf("\r\n\r\n");
    const [statusLine = "", ...lines] = rest.slice(0, headEnd).split("\r\n");
    const status = /^HTTP\/1\.1 (\d{3}) [^\r\n]*$/.exec(statusLine)?.[1];
    if (headEnd === -1 || status === undefined) throw new Error(`this is no answer: ${rest}`);
    const headers = new Map(
      lines.map((each): [string, string] => {
        const colon = each.indexOf(":");
        return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
      }),
    );
    const after = rest.slice(headEnd + 4);
    const declared = headers.get("content-length");
    const length = status.startsWith("1") ? 0 : declared === undefined ? after.length : Number(declared);
    const body = Buffer.from(after.slice(0, length), "latin1").toString();
    answers.push({ status: Number(status), headers, body });
    rest = after.slice(length);
  }
  return answers;
}

export interface RawRequest {
  method: string;
  /** Goes out as it is. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer | undefined;
  /** For answers that need not end: the connection is closed once the head is there. */
  headOnly?: boolean;
}

/** One request over node:http, which changes nothing of the path. Rejects when no answer comes in time. */
export function sendRawRequest(serviceUrl: string, question: RawRequest, agent?: Agent): Promise<RawAnswer> {
  const { hostname, port } = new URL(serviceUrl);
  const { method, path, body, headOnly = false } = question;
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const headers = { ...length, ...question.headers };
  return new Promise((resolve, reject) => {
    const out = request({ hostname, port, method, path, headers, ...(agent ? { agent } : {}) });
    const late = setTimeout(() => out.destroy(new Error(`${method} ${path} was not answered`)), 30_000);
    out.once("close", () => clearTimeout(late));
    out.once("error", reject);
    out.once("response", (response) => {
      const status = response.statusCode ?? 0;
      const got = new Map(
        Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      if (headOnly && status < 300) {
        out.destroy();
        resolve({ status, headers: got, body: "" });
        return;
      }
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.once("error", reject);
      response.once("end", () =>
        resolve({ status, headers: got, body: Buffer.concat(parts).toString("utf8") }),
      );
    });
    out.end(body);
  });
}
