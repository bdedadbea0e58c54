// An app with chosen routes over a store of its own, for tests that need no browser.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Access } from "../../service/access.ts";
import { createApp } from "../../service/app.ts";
import { pacesAt } from "../../service/paces.ts";
import type { Implementation } from "../../service/routes/route.ts";
import { openDatabase } from "../../service/store/database.ts";
import type { Store } from "../../service/store/store.ts";

const bearer = "a-token-of-the-tests";

export interface Place {
  dataDir: string;
  store: Store;
  faults: unknown[];
  report: (error: unknown) => void;
}

/** A data folder with an open store; `dataDir` reuses one that an earlier place left with `keep`. */
export async function openPlace(dataDir?: string): Promise<Place & { close(keep?: "keep"): Promise<void> }> {
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
export function serve(place: Place, implementations: readonly Implementation[]) {
  const access = new Access([{ token: bearer, scope: "all" }]);
  const app = createApp({
    access,
    implementations,
    publicUrl: () => "http://127.0.0.1",
    ready: () => true,
    paces: pacesAt(10),
    report: place.report,
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
