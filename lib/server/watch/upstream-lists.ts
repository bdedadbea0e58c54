// The lists of the API as the recorder asks for them: by the same call as everyone's, so that their answers teach the
// inventory what all answers do. A list read over several pages says at its end what is gone.
import "server-only";
import type { InventoryKind } from "../../bff/inventory.ts";
import { operations } from "../../contract/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import type { Answer } from "../upstream/answer.ts";
import { call } from "../upstream/call.ts";
import { type ListRead, type PageRead, pageSize, readList } from "./list-reading.ts";
import type { ReadsList, WatchedListName } from "./list-watcher.ts";
import { observeWhole } from "./observe.ts";
import { absent, observed } from "./upstream-invocations.ts";

type PageQuery = { limit: number; offset?: number };
type ListOperation = (typeof operations)[
  | "listBrowsers"
  | "listPools"
  | "listProxies"
  | "listProfiles"
  | "listExtensions"];

const mostPoolPages = 10;

// Without an offset of zero, so that it is the same read as that of others who ask for the first page.
const queryAt = (offset: number): PageQuery =>
  offset === 0 ? { limit: pageSize } : { limit: pageSize, offset };

function pageOf<Op extends ListOperation>(answer: Answer<Op>, ids: readonly string[]): PageRead {
  const { observedAtMs: atMs, badItems, paging } = observed(answer);
  return { atMs, ids, count: ids.length + badItems, hasMore: paging["x-has-more"] === "true" };
}

async function readAll(
  kind: InventoryKind,
  read: (offset: number) => Promise<PageRead>,
  mostPages: number,
): ReturnType<ReadsList> {
  try {
    const answer = await readList(read, mostPages);
    if (answer.partly === null && answer.pages > 1) observeWhole(kind, answer.ids, answer.atMs);
    return answer;
  } catch (error) {
    if (absent(error)) return "absent";
    throw error;
  }
}

/** Those that are read for their ids alone. Each rejects when there is no new answer. */
export const upstreamLists: Record<WatchedListName, ReadsList> = {
  browsers: (mostPages) =>
    readAll(
      "session",
      async (offset) => {
        const query = { status: "active", ...queryAt(offset) } as const;
        const answer = await call(operations.listBrowsers, { query });
        return pageOf(
          answer,
          (answer.value ?? []).map(({ session_id: id }) => id),
        );
      },
      mostPages,
    ),
  proxies: (mostPages) =>
    readAll(
      "proxy",
      async (offset) => {
        const answer = await call(operations.listProxies, { query: queryAt(offset) });
        return pageOf(answer, idsOf(answer.value));
      },
      mostPages,
    ),
  profiles: (mostPages) =>
    readAll(
      "profile",
      async (offset) => {
        const answer = await call(operations.listProfiles, { query: queryAt(offset) });
        return pageOf(answer, idsOf(answer.value));
      },
      mostPages,
    ),
  extensions: (mostPages) =>
    readAll(
      "extension",
      async (offset) => {
        const answer = await call(operations.listExtensions, { query: queryAt(offset) });
        return pageOf(answer, idsOf(answer.value));
      },
      mostPages,
    ),
};

/** The pools as of now, each once, as far as they are read; rejects when there is no new answer. */
export async function upstreamPools(): Promise<(ListRead & { pools: readonly Pool[] }) | "absent"> {
  const pools = new Map<string, Pool>();
  const read = await readAll(
    "pool",
    async (offset) => {
      const answer = await call(operations.listPools, { query: queryAt(offset) });
      for (const pool of answer.value ?? []) if (!pools.has(pool.id)) pools.set(pool.id, pool);
      return pageOf(answer, idsOf(answer.value));
    },
    mostPoolPages,
  );
  return read === "absent" ? "absent" : { ...read, pools: [...pools.values()] };
}

function idsOf(items: readonly { id: string }[] | undefined): string[] {
  return (items ?? []).map(({ id }) => id);
}
