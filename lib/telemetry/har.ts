// Requests as an HTTP Archive (HAR 1.2), which developer tools import. Fields whose names begin with `_` are those that
// Chromium's own export adds.
import { type HeaderList, type NetworkRequest, sizeOf } from "./network-requests.ts";

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

interface HarEntry {
  readonly startedDateTime: string;
  /** Milliseconds. */
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly NameAndValue[];
    readonly queryString: readonly NameAndValue[];
    readonly postData?: { readonly mimeType: string; readonly text: string; readonly comment?: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly never[];
    readonly headers: readonly NameAndValue[];
    readonly content: {
      readonly size: number;
      readonly mimeType: string;
      readonly text?: string;
      readonly comment?: string;
    };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
    readonly _error?: string;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly comment?: string;
  readonly _resourceType?: string;
  readonly _initiator?: { readonly type: string };
}

export interface HarOptions {
  /** The program that writes the archive. */
  readonly creator?: { readonly name: string; readonly version: string };
  /** The browser whose requests they are. */
  readonly browser?: { readonly name: string; readonly version: string };
  readonly comment?: string;
}

export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly browser?: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
    readonly comment?: string;
  };
}

const unknownSize = -1;
const unknownVersion = "unknown";
const cutComment = "Headers or body were cut when they were captured.";

/** The archive of requests, in their order. Values that are hidden stay `[redacted]`; what is unknown is -1 or empty. */
export const harOf = (
  requests: readonly NetworkRequest[],
  { creator = { name: "Fleetdeck", version: "1" }, browser, comment }: HarOptions = {},
): Har => ({
  log: {
    version: "1.2",
    creator,
    ...(browser && { browser }),
    entries: requests.map(entryOf),
    ...(comment !== undefined && { comment }),
  },
});

function entryOf(item: NetworkRequest): HarEntry {
  const { startMs, endMs, method, url, postData, isCut } = item;
  const { resourceType, initiator, requestHeaders } = item;
  const beginMs = startMs ?? endMs ?? 0;
  const timeMs = Math.max(0, (endMs ?? beginMs) - beginMs);
  const comment = commentOf(item);
  return {
    startedDateTime: new Date(beginMs).toISOString(),
    time: timeMs,
    request: {
      method: method ?? "GET",
      url,
      httpVersion: unknownVersion,
      cookies: [],
      headers: headersOf(requestHeaders),
      queryString: queryOf(url),
      ...(postData !== undefined && {
        postData: {
          mimeType: headerValue(requestHeaders, "content-type") ?? "",
          text: postData,
          ...(isCut && { comment: cutComment }),
        },
      }),
      headersSize: unknownSize,
      bodySize: postData === undefined ? 0 : isCut ? unknownSize : byteLength(postData),
    },
    response: responseOf(item),
    cache: {},
    timings: { send: 0, wait: timeMs, receive: 0 },
    ...(comment !== undefined && { comment }),
    ...(resourceType !== undefined && { _resourceType: resourceType.toLowerCase() }),
    ...(initiator !== undefined && { _initiator: { type: initiator } }),
  };
}

function responseOf(item: NetworkRequest): HarEntry["response"] {
  const { status, statusText, responseHeaders, mimeType, body, isCut, error } = item;
  const bytes = sizeOf(item);
  const bodyBytes = body === undefined || isCut ? undefined : byteLength(body);
  return {
    status: status ?? 0,
    statusText: statusText ?? "",
    httpVersion: unknownVersion,
    cookies: [],
    headers: headersOf(responseHeaders),
    content: {
      size: bodyBytes ?? bytes ?? unknownSize,
      mimeType: mimeType ?? headerValue(responseHeaders, "content-type") ?? "",
      ...(body !== undefined && { text: body }),
      ...(body !== undefined && isCut && { comment: cutComment }),
    },
    redirectURL: headerValue(responseHeaders, "location") ?? "",
    headersSize: unknownSize,
    bodySize: bytes ?? unknownSize,
    ...(error !== undefined && { _error: error }),
  };
}

function commentOf({ startMs, endMs, status, error }: NetworkRequest): string | undefined {
  if (startMs === undefined) return "Sent before its capture began: the time is that of its end.";
  if (endMs === undefined) return "Its end was not captured.";
  return status === undefined && error === undefined
    ? "A redirect: its response was not captured."
    : undefined;
}

/** A value that was sent several times is joined by line breaks in the DevTools protocol. */
const headersOf = (headers: HeaderList = {}): readonly NameAndValue[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    String(value)
      .split("\n")
      .map((line) => ({ name, value: line })),
  );

function headerValue(headers: HeaderList = {}, wanted: string): string | undefined {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted);
  return found && String(found[1]);
}

const queryOf = (url: string): readonly NameAndValue[] =>
  [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));

const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;
