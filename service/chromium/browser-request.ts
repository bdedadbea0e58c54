// One HTTP request by Chromium itself: a navigation of a hidden page, whose request is changed before it is sent and whose
// response is read before the page would load it. So it has the browser's cookies, proxy, headers and TLS, keeps the cookies
// that the response sets, and no page's policy applies.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { DevTools } from "./devtools.ts";
import type { OpenDevTools } from "./devtools-channel.ts";
import { withHiddenPage } from "./hidden-page.ts";

const maxBodyBytes = 10 * 1024 * 1024;
const readBytes = 1024 * 1024;
/** For the headers of a response as they came, which Chromium sends apart from the response. */
const headersWithinMs = 1000;

export interface BrowserRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  timeoutMs: number;
}

export interface BrowserResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string[]>;
  body: Buffer;
}

/** There is no response that could be returned; the message is written for the caller. */
export class BrowserRequestFailed extends Error {
  override readonly name = "BrowserRequestFailed";
}

const headerList = z.array(z.object({ name: z.string(), value: z.string() }));
const paused = z.object({
  requestId: z.string(),
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
  redirectedRequestId: z.string().optional(),
  responseStatusCode: z.number().optional(),
  responseErrorReason: z.string().optional(),
  responseHeaders: headerList.optional(),
});
type Paused = z.output<typeof paused>;
const received = z.object({ headers: z.record(z.string(), z.string()) });
const stream = z.object({ stream: z.string() });
const piece = z.object({ data: z.string(), base64Encoded: z.boolean().optional(), eof: z.boolean() });
const navigated = z.object({ errorText: z.string().optional() });

/**
 * Follows redirects as a browser does. Rejects with BrowserRequestFailed when no response comes in time or its body has
 * more than 10 MiB, with an error of `devtools.ts` when the browser ends.
 */
export async function requestByBrowser(open: OpenDevTools, given: BrowserRequest): Promise<BrowserResponse> {
  return await withHiddenPage(open, async (devtools, sessionId) => {
    const late = new AbortController();
    const timeout = sleep(given.timeoutMs, undefined, { signal: late.signal, ref: false }).then(() => {
      throw new BrowserRequestFailed(`there was no response within ${given.timeoutMs} ms`);
    });
    try {
      return await Promise.race([respond(devtools, sessionId, given), timeout]);
    } finally {
      late.abort();
      timeout.catch(() => undefined);
    }
  });
}

async function respond(
  devtools: DevTools,
  sessionId: string,
  given: BrowserRequest,
): Promise<BrowserResponse> {
  // The caller's limit comes first.
  const inPage = { sessionId, timeoutMs: 2 * given.timeoutMs };
  const response = Promise.withResolvers<BrowserResponse>();
  const raw = new RawHeaders(devtools);
  devtools.on("Fetch.requestPaused", (params) => {
    const event = paused.parse(params);
    passOn(devtools, event, { given, raw, inPage }).then(
      (answer) => answer && response.resolve(answer),
      response.reject,
    );
  });
  await devtools.send("Network.enable", {}, inPage);
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true }, inPage);
  // A site's own service worker would answer before the interception.
  await devtools.send("Network.setBypassServiceWorker", { bypass: true }, inPage);
  const patterns = [{ requestStage: "Request" }, { requestStage: "Response" }];
  await devtools.send("Fetch.enable", { patterns }, inPage);
  devtools.ask(navigated, "Page.navigate", { url: given.url }, inPage).then(({ errorText }) => {
    response.reject(new BrowserRequestFailed(errorText ?? "the browser sent no request"));
  }, response.reject);
  return await response.promise;
}

interface InPage {
  sessionId: string;
  timeoutMs: number;
}

/** Sends a request, follows a redirect or lets an error reach the page; resolves with any other response. */
async function passOn(
  devtools: DevTools,
  event: Paused,
  { given, raw, inPage }: { given: BrowserRequest; raw: RawHeaders; inPage: InPage },
): Promise<BrowserResponse | undefined> {
  const { requestId, responseStatusCode: status, responseErrorReason, responseHeaders = [] } = event;
  if (status !== undefined) raw.expect();
  if (status === undefined || isRedirect(status, responseHeaders)) {
    const isRequest = status === undefined && responseErrorReason === undefined;
    const changes = isRequest ? changesTo(event, given) : {};
    await devtools.send("Fetch.continueRequest", { requestId, ...changes }, inPage);
    return undefined;
  }
  const hasBody = given.method !== "HEAD" && status !== 204 && status !== 304;
  return {
    status,
    headers: byName((await raw.latest()) ?? responseHeaders),
    body: hasBody ? await readBody(devtools, requestId, inPage) : Buffer.alloc(0),
  };
}

function byName(list: z.output<typeof headerList>): BrowserResponse["headers"] {
  // Without names of its own, such as "constructor".
  const headers: BrowserResponse["headers"] = Object.create(null);
  for (const { name, value } of list) {
    const key = name.toLowerCase();
    headers[key] = [...(headers[key] ?? []), value];
  }
  return headers;
}

/** The headers of each response as they came, with those that set cookies. */
class RawHeaders {
  readonly #received: z.output<typeof headerList>[] = [];
  #expected = 0;
  #more = Promise.withResolvers<void>();

  constructor(devtools: DevTools) {
    devtools.on("Network.responseReceivedExtraInfo", (params) => {
      const { headers } = received.parse(params);
      const lines = Object.entries(headers).flatMap(([name, values]) =>
        values.split("\n").map((value) => ({ name, value })),
      );
      this.#received.push(lines);
      this.#more.resolve();
      this.#more = Promise.withResolvers();
    });
  }

  /** Counts a response, redirects included. */
  expect(): void {
    this.#expected += 1;
  }

  /** Those of the last counted response; undefined when they do not come. */
  async latest(): Promise<z.output<typeof headerList> | undefined> {
    const deadlineMs = performance.now() + headersWithinMs;
    while (this.#received.length < this.#expected) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) return undefined;
      await Promise.race([this.#more.promise, sleep(leftMs, undefined, { ref: false })]);
    }
    return this.#received[this.#expected - 1];
  }
}

const isRedirect = (status: number, headers: z.output<typeof headerList>) =>
  [301, 302, 303, 307, 308].includes(status) && headers.some(({ name }) => name.toLowerCase() === "location");

/** The caller's own headers stay with its origin when a response leads to another. */
function changesTo({ request, redirectedRequestId }: Paused, given: BrowserRequest): object {
  if (new URL(request.url).origin !== new URL(given.url).origin) return {};
  const own = Object.keys(given.headers).map((name) => name.toLowerCase());
  const kept = Object.entries(request.headers).filter(([name]) => !own.includes(name.toLowerCase()));
  const headers = [...kept, ...Object.entries(given.headers)].map(([name, value]) => ({ name, value }));
  if (redirectedRequestId !== undefined) return { headers };
  const { method, body } = given;
  return {
    method,
    headers,
    ...(body === undefined ? {} : { postData: Buffer.from(body).toString("base64") }),
  };
}

async function readBody(devtools: DevTools, requestId: string, inPage: InPage): Promise<Buffer> {
  const { stream: handle } = await devtools.ask(
    stream,
    "Fetch.takeResponseBodyAsStream",
    { requestId },
    inPage,
  );
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const read = await devtools.ask(piece, "IO.read", { handle, size: readBytes }, inPage);
    const data = Buffer.from(read.data, read.base64Encoded ? "base64" : "utf8");
    pieces.push(data);
    bytes += data.length;
    if (bytes > maxBodyBytes) {
      throw new BrowserRequestFailed(`the response has more than ${maxBodyBytes} bytes`);
    }
    if (read.eof) return Buffer.concat(pieces);
  }
}
