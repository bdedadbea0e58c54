// The requests of pages, put together from the telemetry events of each: request, then response or failure.
import type { TelemetryRecord } from "../contract/telemetry.ts";
import { asKnownTelemetryEvent } from "../contract/telemetry-events.ts";

export type HeaderList = Readonly<Record<string, unknown>>;

/** One request as far as its events are known. Times are epoch milliseconds, with a fraction. */
export interface NetworkRequest {
  /** The number of its first known event: its identity within a session. */
  readonly seq: number;
  /** Undefined when its capture began after it was sent. */
  readonly startMs: number | undefined;
  /** Undefined while it is open, and for a redirect, which ends as the next request with its id begins. */
  readonly endMs: number | undefined;
  readonly url: string;
  readonly method: string | undefined;
  /** DevTools' name of the resource's type, such as `Document` or `Fetch`. */
  readonly resourceType: string | undefined;
  readonly initiator: string | undefined;
  readonly requestHeaders: HeaderList | undefined;
  readonly postData: string | undefined;
  /** Undefined without a response. */
  readonly status: number | undefined;
  readonly statusText: string | undefined;
  readonly mimeType: string | undefined;
  readonly responseHeaders: HeaderList | undefined;
  /** The stored beginning of a text body. */
  readonly body: string | undefined;
  /** Whether headers, the body or posted data were cut. */
  readonly isCut: boolean;
  /** Why it had no response; undefined while it may have one. */
  readonly error: string | undefined;
  readonly isCanceled: boolean;
}

export const isFailed = ({ status = 0, error, isCanceled }: NetworkRequest): boolean =>
  status >= 400 || (error !== undefined && !isCanceled);

/** Bytes of the response's body as its headers say; undefined where they do not. */
export function sizeOf({ responseHeaders }: NetworkRequest): number | undefined {
  for (const [name, value] of Object.entries(responseHeaders ?? {}))
    if (name.toLowerCase() === "content-length" && /^\d{1,15}$/.test(String(value))) return Number(value);
  return undefined;
}

const nothing = {
  startMs: undefined,
  endMs: undefined,
  url: "",
  method: undefined,
  resourceType: undefined,
  initiator: undefined,
  requestHeaders: undefined,
  postData: undefined,
  status: undefined,
  statusText: undefined,
  mimeType: undefined,
  responseHeaders: undefined,
  body: undefined,
  isCut: false,
  error: undefined,
  isCanceled: false,
} as const satisfies Omit<NetworkRequest, "seq">;

/** Puts requests together. Events are added in their order; other events than those of requests change nothing. */
export class NetworkRequests {
  #items: NetworkRequest[] = [];
  /** Number of the open request by target and request id, counted from the first one ever added. */
  readonly #open = new Map<string, number>();
  #dropped = 0;

  /** In the order in which they were sent, or first seen. */
  get items(): readonly NetworkRequest[] {
    return this.#items;
  }

  /** Requests that were dropped. */
  get droppedCount(): number {
    return this.#dropped;
  }

  /** Drops the oldest requests. The end of one that was open is then listed as an end whose beginning is not known. */
  dropOldest(count: number): void {
    this.#dropped += this.#items.splice(0, count).length;
    for (const [key, at] of this.#open) if (at < this.#dropped) this.#open.delete(key);
  }

  /** Removes the requests that have ended and returns them, in the order of `items`. */
  takeEnded(): readonly NetworkRequest[] {
    const keyAt = new Map([...this.#open].map(([key, at]) => [at, key]));
    const open: NetworkRequest[] = [];
    const ended: NetworkRequest[] = [];
    for (const [at, item] of this.#items.entries()) {
      const key = keyAt.get(this.#dropped + at);
      if (key === undefined) ended.push(item);
      else this.#open.set(key, this.#dropped + open.push(item) - 1);
    }
    this.#items = open;
    return ended;
  }

  /** Adds an event; returns the request that it is of, as it is now; undefined for another event. */
  add({ seq, event }: TelemetryRecord): NetworkRequest | undefined {
    const known = asKnownTelemetryEvent(event);
    const atMs = event.ts / 1000;
    const isCut = event.truncated === true;
    switch (known?.type) {
      case "network_request": {
        const data = known.data ?? {};
        const key = keyOf(data);
        // A redirect has no response of its own: the next request with its id says that it is over.
        this.#close(key, { endMs: atMs });
        this.#open.set(key, this.#dropped + this.#items.length);
        return this.#append({
          ...nothing,
          seq,
          startMs: atMs,
          url: data.url ?? "",
          method: data.method,
          resourceType: data.resource_type,
          initiator: data.initiator_type,
          requestHeaders: data.headers,
          postData: data.post_data,
          isCut,
        });
      }
      case "network_response": {
        const data = known.data ?? {};
        return this.#end(seq, data, {
          endMs: atMs,
          status: data.status,
          statusText: data.status_text,
          mimeType: data.mime_type,
          responseHeaders: data.headers,
          body: data.body,
          ...(isCut ? { isCut } : {}),
        });
      }
      case "network_loading_failed": {
        const data = known.data ?? {};
        return this.#end(seq, data, {
          endMs: atMs,
          error: data.error_text ?? "failed",
          isCanceled: data.canceled === true,
        });
      }
      default:
        return undefined;
    }
  }

  #end(seq: number, data: EventOfRequest, change: Partial<NetworkRequest>): NetworkRequest {
    const closed = this.#close(keyOf(data), change);
    if (closed !== undefined) return closed;
    const { url = "", method, resource_type: resourceType } = data;
    return this.#append({ ...nothing, seq, url, method, resourceType, ...change });
  }

  #append(item: NetworkRequest): NetworkRequest {
    this.#items.push(item);
    return item;
  }

  #close(key: string, change: Partial<NetworkRequest>): NetworkRequest | undefined {
    const at = (this.#open.get(key) ?? -1) - this.#dropped;
    const item = this.#items[at];
    if (item === undefined) return undefined;
    this.#open.delete(key);
    const closed = { ...item, ...change };
    this.#items[at] = closed;
    return closed;
  }
}

interface EventOfRequest {
  readonly target_id?: string;
  readonly request_id?: string;
  readonly url?: string;
  readonly method?: string;
  readonly resource_type?: string;
}

const keyOf = ({ target_id: target, request_id: request }: EventOfRequest) =>
  `${target ?? ""} ${request ?? ""}`;
