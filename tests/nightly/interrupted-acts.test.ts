// A service is killed while a client acquires or releases a pool's browser on a node: the next one counts it rightly.
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { apiClient } from "../support/dashboard/api-client.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { connected, startNodeOn, startOn, token } from "../support/service/shared-services.ts";

const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

test.runIf(hasPostgres)(
  "a browser whose release or acquisition the end of its service interrupts",
  async () => {
    const databaseUrl = await postgres.database();
    const startService = async () => await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps);
    let working = await startService();
    await working.program;
    const node = await (await startNodeOn(databaseUrl, 3, cleanUps)).program;
    await connected(working.url, 1);
    const api = () => apiClient(working.url, token);
    // None of its browsers ends by its timeout here.
    const body = { name: "ready", size: 1, headless: true, timeout_seconds: 86_400 };
    await api().call(operations.createPool, { body });
    const pool = { id_or_name: "ready" };
    const counts = async () => {
      const { available_count, acquired_count } = await api().call(operations.retrievePool, { params: pool });
      return [available_count, acquired_count];
    };
    const isFilled = async () => await expect.poll(counts).toEqual([1, 0]);
    const nextService = async () => {
      const next = await startService();
      await (await working.program).stop("SIGKILL");
      return next;
    };
    const takesOver = async (next: typeof working) => {
      working = next;
      await working.program;
      await connected(working.url, 1);
    };

    // The node has been sent the release and has not begun with it.
    await isFilled();
    const acquired = await api().call(operations.acquireBrowser, { params: pool, body: {} });
    const session_id = String(acquired?.session_id);
    node.child.kill("SIGSTOP");
    const releasing = api().call(operations.releaseBrowser, { params: pool, body: { session_id } });
    await expect.poll(counts).toEqual([0, 0]);
    const [afterRelease] = await Promise.all([nextService(), expect(releasing).rejects.toThrow()]);
    node.child.kill("SIGCONT");
    await takesOver(afterRelease);
    await isFilled();
    const retrieving = api().call(operations.retrieveBrowser, { params: { id: session_id } });
    await expect(retrieving).rejects.toThrow("answered 404");

    // The node has handed it over, and that is not stored yet.
    postgres.signalAll("SIGSTOP");
    const acquiring = api().call(operations.acquireBrowser, { params: pool, body: { name: "acquired" } });
    const listed = async () => await api().call(operations.listBrowsers, {});
    await expect.poll(async () => (await listed()).map(({ name }) => name)).toEqual(["acquired"]);
    const [afterAcquisition] = await Promise.all([nextService(), expect(acquiring).rejects.toThrow()]);
    postgres.signalAll("SIGCONT");
    await takesOver(afterAcquisition);
    await isFilled();
    expect(await listed()).toEqual([]);
  },
);
