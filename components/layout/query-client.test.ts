import { MutationObserver, notifyManager, onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BffError } from "@/lib/queries/bff";
import { sessionQueries } from "@/lib/queries/session";
import { waitUntil } from "@/tests/support/wait-until";
import { createQueryClient, shouldRetry } from "./query-client.ts";

describe("shouldRetry", () => {
  it("does not retry a refusal", () => {
    for (const status of [400, 401, 403, 404, 409, 429, 499, 501])
      expect(shouldRetry(0, { status })).toBe(false);
  });
  it("retries twice when the response failed or never arrived, or came from a replica of an earlier version", () => {
    const earlier = new BffError(400, "unknown_parameter", "query.fold is not a known parameter.");
    for (const thrown of [{ status: 500 }, { status: 503 }, new TypeError("failed to fetch"), earlier]) {
      expect([0, 1, 2].map((count) => shouldRetry(count, thrown))).toEqual([true, true, false]);
    }
  });
});

it("reads the session again when an act is refused by role, which somebody has changed", async () => {
  const client = createQueryClient();
  const { queryKey } = sessionQueries.current();
  const isStale = () => client.getQueryState(queryKey)?.isInvalidated;
  const refusedWith = async (code: string) => {
    const mutationFn = () => Promise.reject(Object.assign(new Error("refused"), { status: 403, code }));
    await expect(new MutationObserver(client, { mutationFn }).mutate()).rejects.toThrow("refused");
  };
  client.getQueryCache().build(client, { queryKey }).setState({ status: "success" });
  await refusedWith("proof_needed");
  expect(isStale()).toBe(false);
  await refusedWith("role_too_low");
  expect(isStale()).toBe(true);
});

describe("a failure", () => {
  const refused = Object.assign(new Error("refused"), { status: 409 });

  it("stays during a refetch, and is cleared by the first success", async () => {
    const client = createQueryClient();
    const answers: PromiseWithResolvers<string>[] = [];
    const observer = new QueryObserver(client, {
      queryKey: ["it"],
      queryFn: () => {
        const answer = Promise.withResolvers<string>();
        answers.push(answer);
        return answer.promise;
      },
    });
    const states: string[] = [];
    // As in useQuery: the observer's state once a batch of changes is processed.
    const record = () => {
      const { status, fetchStatus, error, data } = observer.getCurrentResult();
      const now = `${status} ${fetchStatus} ${error?.message ?? "-"} ${data ?? "-"}`;
      if (states.at(-1) !== now) states.push(now);
    };
    const end = observer.subscribe(notifyManager.batchCalls(record));
    const becomes = (state: string) => waitUntil(`it is ${state}`, () => states.at(-1) === state);
    // Each answer comes after the observers were notified of its request, as any network response does.
    await becomes("pending fetching - -");
    answers.shift()?.reject(refused);
    await becomes("error idle refused -");
    states.length = 0;
    void observer.refetch();
    await becomes("error fetching refused -");
    answers.shift()?.reject(refused);
    await becomes("error idle refused -");
    void observer.refetch();
    await becomes("error fetching refused -");
    answers.shift()?.resolve("data");
    await becomes("success idle - data");
    end();
    expect(states).toEqual([
      "error fetching refused -",
      "error idle refused -",
      "error fetching refused -",
      "success idle - data",
    ]);
    client.clear();
  });

  it("is shown with the second failure of a first read, while a third try is under way", async () => {
    const client = createQueryClient();
    const third = Promise.withResolvers<string>();
    const queryFn = vi.fn(() =>
      queryFn.mock.calls.length < 3 ? Promise.reject(new Error("no answer")) : third.promise,
    );
    const observer = new QueryObserver(client, { queryKey: ["away"], queryFn, retryDelay: 0 });
    const seen: string[] = [];
    const end = observer.subscribe(({ status, failureCount }) => seen.push(`${failureCount} ${status}`));
    await waitUntil("it is tried a third time", () => queryFn.mock.calls.length === 3);
    expect(observer.getCurrentResult()).toMatchObject({ status: "error", fetchStatus: "fetching" });
    expect(seen).not.toContain("1 error");
    third.resolve("there");
    await waitUntil("it succeeds", () => observer.getCurrentResult().status === "success");
    expect(observer.getCurrentResult()).toMatchObject({ data: "there", error: null });
    end();
    client.clear();
  });

  it("is cleared by data that is set or reset meanwhile", async () => {
    const client = createQueryClient();
    const options = { queryKey: ["other"], queryFn: () => Promise.reject(refused) };
    const observer = new QueryObserver(client, options);
    const end = observer.subscribe(() => {});
    await waitUntil("it fails", () => observer.getCurrentResult().status === "error");
    client
      .getQueryCache()
      .find({ queryKey: ["other"] })
      ?.reset();
    const again = observer.refetch();
    expect(observer.getCurrentResult()).toMatchObject({ status: "pending", error: null });
    await again;
    client.setQueryData(["other"], "told");
    expect(observer.getCurrentResult()).toMatchObject({ status: "success", error: null, data: "told" });
    end();
    client.clear();
  });
});

describe("a mutation", () => {
  it("that failed is never sent again by itself: whether it took effect is unknown", async () => {
    const client = createQueryClient();
    let sent = 0;
    const act = client.getMutationCache().build(client, {
      mutationFn: async () => {
        sent += 1;
        throw new Error("the connection broke");
      },
      retryDelay: 0,
    });
    await expect(act.execute(undefined)).rejects.toThrow("the connection broke");
    expect(sent).toBe(1);
  });

  it.each([
    ["succeeded", () => Promise.resolve()],
    ["failed", () => Promise.reject(new Error("refused"))],
  ])("that %s is pending until the queries it names were read again", async (_outcome, mutationFn) => {
    const client = createQueryClient();
    const answer = Promise.withResolvers<string>();
    const queryFn = vi.fn(() => (queryFn.mock.calls.length === 1 ? Promise.resolve("old") : answer.promise));
    const end = new QueryObserver(client, { queryKey: ["pools", "list"], queryFn }).subscribe(() => {});
    await waitUntil("it is read", () => client.getQueryData(["pools", "list"]) === "old");
    client.setQueryData(["proxies"], "untouched");
    const options = { mutationFn, meta: { invalidates: ["pools"] } };
    const act = client.getMutationCache().build(client, options);
    const done = act.execute(undefined).catch(() => undefined);
    await waitUntil("it is read again", () => queryFn.mock.calls.length === 2);
    expect(act.state.status).toBe("pending");
    answer.resolve("new");
    await done;
    expect(client.getQueryData(["pools", "list"])).toBe("new");
    expect(client.getQueryState(["proxies"])?.isInvalidated).toBe(false);
    end();
    client.clear();
  });
});

describe("without a network", () => {
  const unreachable = new Error("The dashboard cannot be reached.");
  beforeEach(() => onlineManager.setOnline(false));
  afterEach(() => onlineManager.setOnline(true));

  it("an act fails at once: it is not done later, when nobody expects it", async () => {
    const send = vi.fn(() => Promise.reject(unreachable));
    const client = createQueryClient();
    client.mount();
    const act = new MutationObserver(client, { mutationFn: send });
    const outcome = act.mutate().catch((error: unknown) => error);
    await waitUntil("it has ended", () => !act.getCurrentResult().isPending);
    expect(await outcome).toBe(unreachable);
    onlineManager.setOnline(true);
    await client.resumePausedMutations();
    expect(send).toHaveBeenCalledTimes(1);
    client.unmount();
  });

  it("reads are tried, as the dashboard may be on this computer, and again once there is one", async () => {
    const client = createQueryClient();
    client.mount();
    let reads = 0;
    const observer = new QueryObserver(client, {
      queryKey: ["it"],
      queryFn: () => {
        reads += 1;
        return reads;
      },
      staleTime: 0,
    });
    const end = observer.subscribe(() => undefined);
    await waitUntil("it is read", () => observer.getCurrentResult().data === 1);
    onlineManager.setOnline(true);
    await waitUntil("it is read again", () => observer.getCurrentResult().data === 2);
    end();
    client.unmount();
  });
});
