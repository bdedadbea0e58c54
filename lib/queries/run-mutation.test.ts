import { mutationOptions, QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { runMutation } from "./run-mutation.ts";

const client = () => new QueryClient({ defaultOptions: { mutations: { gcTime: 0 } } });
const check = (answer: Promise<string>) =>
  mutationOptions({ mutationKey: ["check"], mutationFn: (_: { id: string }) => answer });

test("what is run without a view is in the cache while it runs, and leaves it afterwards", async () => {
  const queries = client();
  const answer = Promise.withResolvers<string>();
  const run = runMutation(queries, check(answer.promise), { id: "p1" });
  expect(queries.isMutating({ mutationKey: ["check"] })).toBe(1);
  answer.resolve("available");
  expect(await run).toBe("available");
  await vi.waitFor(() => expect(queries.getMutationCache().getAll()).toEqual([]));
});

test("a failure is thrown, and leaves the cache, too", async () => {
  const queries = client();
  await expect(
    runMutation(queries, check(Promise.reject(new Error("no answer"))), { id: "p1" }),
  ).rejects.toThrow("no answer");
  await vi.waitFor(() => expect(queries.getMutationCache().getAll()).toEqual([]));
});
