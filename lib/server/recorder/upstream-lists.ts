// The recorder's reads of the API's lists, by the usual call, so that the inventory records their answers. After a complete
// reading of several pages, resources missing in it are marked as ended.
import "server-only";
import type { InventoryKind } from "../../bff/inventory.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { recordCompleteList } from "../inventory/record-answers.ts";
import type { Answer } from "../upstream/answer.ts";
import { call } from "../upstream/call.ts";
import { absent, requireFresh } from "../upstream/require-fresh.ts";
import type { ListReader, PolledListName } from "./list-poller.ts";
import { type ListRead, type PageRead, pageSize, readList } from "./read-list.ts";

type PageQuery = { limit: number; offset?: number };
type ListOperation = (typeof operations)[
  | "listBrowsers"
  | "listPools"
  | "listProxies"
  | "listProfiles"
  | "listExtensions"];

const maxPoolPages = 10;

// Without `offset` for the first page, so that the read is shared with other readers of that page.
const queryAt = (offset: number): PageQuery =>
  offset === 0 ? { limit: pageSize } : { limit: pageSize, offset };

function pageOf<Op extends ListOperation>(answer: Answer<Op>, ids: readonly string[]): PageRead {
  const { observedAtMs: atMs, badItems, paging } = requireFresh(answer);
  return { atMs, ids, count: ids.length + badItems, hasMore: paging["x-has-more"] === "true" };
}

async function readAll(
  kind: InventoryKind,
  read: (offset: number) => Promise<PageRead>,
  maxPages: number,
): ReturnType<ListReader> {
  try {
    const answer = await readList(read, maxPages);
    if (answer.partly === null && answer.pages > 1) recordCompleteList(kind, answer.ids, answer.atMs);
    return answer;
  } catch (error) {
    if (absent(error)) return "absent";
    throw error;
  }
}

/** Reads a list whose items have an `id`. */
const listOf =
  (
    kind: InventoryKind,
    operation: (typeof operations)["listProxies" | "listProfiles" | "listExtensions"],
  ): ListReader =>
  (maxPages) =>
    readAll(
      kind,
      async (offset) => {
        const answer = await call(operation, { query: queryAt(offset) });
        return pageOf(answer, idsOf(answer.value));
      },
      maxPages,
    );

/** Lists read only for the inventory. Each rejects without a fresh answer. */
export const upstreamLists: Record<PolledListName, ListReader> = {
  browsers: (maxPages) =>
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
      maxPages,
    ),
  proxies: listOf("proxy", operations.listProxies),
  profiles: listOf("profile", operations.listProfiles),
  extensions: listOf("extension", operations.listExtensions),
};

/** The current pools, each once, up to the page limit; rejects without a fresh answer. */
export async function upstreamPools(): Promise<(ListRead & { pools: readonly Pool[] }) | "absent"> {
  const pools = new Map<string, Pool>();
  const read = await readAll(
    "pool",
    async (offset) => {
      const answer = await call(operations.listPools, { query: queryAt(offset) });
      for (const pool of answer.value ?? []) if (!pools.has(pool.id)) pools.set(pool.id, pool);
      return pageOf(answer, idsOf(answer.value));
    },
    maxPoolPages,
  );
  return read === "absent" ? "absent" : { ...read, pools: [...pools.values()] };
}

function idsOf(items: readonly { id: string }[] | undefined): string[] {
  return (items ?? []).map(({ id }) => id);
}
