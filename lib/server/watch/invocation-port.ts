// What the mirror asks of the API.
import type { Invocation, InvocationStatus } from "../../contract/invocations.ts";

export interface ListedPage {
  /** When the upstream said it, epoch milliseconds. */
  atMs: number;
  /** Newest start first, as far as the upstream keeps its order. */
  items: readonly Invocation[];
  /** How many items the page had, those included that could not be read. */
  count: number;
  hasMore: boolean;
}

export interface ListQuestion {
  since?: string;
  status?: InvocationStatus;
  limit: number;
  offset: number;
}

/** Each rejects when there is no new answer of the upstream. */
export interface InvocationPort {
  list: (question: ListQuestion) => Promise<ListedPage>;
  /** One invocation; "gone" when there is no such one, "absent" when the upstream cannot be asked that way. */
  retrieve: (id: string) => Promise<{ atMs: number; invocation: Invocation } | "gone" | "absent">;
  /** Ids of the browser sessions active within an invocation. */
  sessions: (id: string) => Promise<readonly string[]>;
  /** Whether a failure says that the page was too large, and a smaller one may do. */
  tooLarge: (error: unknown) => boolean;
  /** Whether a failure says that the question itself is refused and would be again. */
  refused: (error: unknown) => boolean;
}
