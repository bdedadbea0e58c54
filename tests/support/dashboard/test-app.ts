// An app with chosen routes over a store of its own, for tests that need no browser.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../../service/app.ts";
import { openDatabase } from "../../../service/database.ts";
import type { Implementation } from "../../../service/http/route.ts";
import { Access } from "../../../service/kernel/access.ts";
import { pacesAt } from "../../../service/kernel/paces.ts";
import type { Store } from "../../../service/kernel/store.ts";

const bearer = "a-token-of-the-tests";

export interface TestStore {
  dataDir: string;
  store: Store;
  faults: unknown[];
  report: (error: unknown) => void;
}

/** A data folder with an open store; `dataDir` reuses one that an earlier place left with `keep`. */
export async function openTestStore(
  dataDir?: string,
): Promise<TestStore & { close(keep?: "keep"): Promise<void> }> {
  const dir = dataDir ?? (await mkdtemp(join(tmpdir(), "fd-test-")));
  const store = openDatabase(join(dir, "service.db"));
  const faults: unknown[] = [];
  return {
    dataDir: dir,
    store,
    faults,
    report: (error) => void faults.push(error),
    async close(keep) {
      store.close();
      if (!keep) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Serves the routes without listening. */
export function createTestApp(testStore: TestStore, implementations: readonly Implementation[]) {
  const access = new Access([{ token: bearer, scope: "all" }]);
  const app = createApp({
    access,
    implementations,
    publicUrl: () => "http://127.0.0.1",
    ready: () => true,
    paces: pacesAt(10),
    report: testStore.report,
  });
  return {
    app,
    access,
    async call(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object) {
      const answer = await app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${bearer}` },
        ...(body ? { payload: body } : {}),
      });
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        bytes: answer.rawPayload,
        json: (): unknown => JSON.parse(answer.body),
      };
    },
  };
}
