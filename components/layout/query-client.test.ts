import { notifyManager, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { createQueryClient, shouldRetry } from "./query-client.ts";

describe("shouldRetry", () => {
  it("takes a refusal for an answer", () => {
    for (const status of [400, 401, 403, 404, 409, 429, 499, 501])
      expect(shouldRetry(0, { status })).toBe(false);
  });
  it("tries again twice when the answer failed or never came", () => {
    for (const thrown of [{ status: 500 }, { status: 503 }, new TypeError("failed to fetch")]) {
      expect([0, 1, 2].map((count) => shouldRetry(count, thrown))).toEqual([true, true, false]);
    }
  });
});

describe("a failure", () => {
  const refused = Object.assign(new Error("refused"), { status: 409 });

  it("stands while it is asked again, and goes with the first answer", async () => {
    const client = createQueryClient();
    const answers: (() => string)[] = [];
    const fail = () => {
      throw refused;
    };
    answers.push(fail, fail, () => "data");
    const observer = new QueryObserver(client, {
      queryKey: ["it"],
      queryFn: async () => {
        // Slower than the views are told, as any answer of a network is.
        await new Promise((resolve) => setTimeout(resolve, 30));
        return answers.shift()?.();
      },
    });
    const seen: string[] = [];
    // As useQuery does it: what the observer holds once a batch of changes is through.
    const look = () => {
      const { status, fetchStatus, error, data } = observer.getCurrentResult();
      const now = `${status} ${fetchStatus} ${error?.message ?? "-"} ${data ?? "-"}`;
      if (seen.at(-1) !== now) seen.push(now);
    };
    const end = observer.subscribe(notifyManager.batchCalls(look));
    await expect.poll(() => seen.at(-1)).toBe("error idle refused -");
    seen.length = 0;
    await observer.refetch();
    await expect.poll(() => seen.at(-1)).toBe("error idle refused -");
    await observer.refetch();
    await expect.poll(() => seen.at(-1)).toBe("success idle - data");
    end();
    expect(seen).toEqual([
      "error fetching refused -",
      "error idle refused -",
      "error fetching refused -",
      "success idle - data",
    ]);
    client.clear();
  });

  it("is forgotten by what is told or reset meanwhile", async () => {
    const client = createQueryClient();
    const options = { queryKey: ["other"], queryFn: () => Promise.reject(refused) };
    const observer = new QueryObserver(client, options);
    const end = observer.subscribe(() => {});
    await expect.poll(() => observer.getCurrentResult().status).toBe("error");
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

describe("an act", () => {
  it("that failed is never sent again by itself: whether it was done is not known", async () => {
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
});
