// The interface of the API that the invocation sync uses.
import type { Invocation, InvocationStatus } from "../../contract/invocations.ts";

export interface ListedPage {
  /** Time of the upstream's response, epoch milliseconds. */
  atMs: number;
  /** Newest start first, as far as the upstream sorts. */
  items: readonly Invocation[];
  /** Items of the page, including unreadable ones. */
  count: number;
  hasMore: boolean;
}

export interface ListRequest {
  since?: string;
  status?: InvocationStatus;
  limit: number;
  offset: number;
}

/** Each method rejects without a fresh answer of the upstream. */
export interface InvocationPort {
  list: (request: ListRequest) => Promise<ListedPage>;
  /** One invocation; "gone" when it does not exist, "absent" when the upstream lacks the operation. */
  retrieve: (id: string) => Promise<{ atMs: number; invocation: Invocation } | "gone" | "absent">;
  /** Ids of the browser sessions active within an invocation. */
  sessions: (id: string) => Promise<readonly string[]>;
  /** Whether the page was too large, so that a smaller one may succeed. */
  tooLarge: (error: unknown) => boolean;
  /** Whether the request was refused and would be refused again. */
  refused: (error: unknown) => boolean;
}
