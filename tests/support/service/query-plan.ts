import { vi } from "vitest";
import type { Store } from "../../../service/kernel/store.ts";

/** How SQLite goes through the tables for the last statement that `act` prepares, with `parameters`: a line for each step. */
export function queryPlan(store: Store, act: () => void, parameters: object): string[] {
  const prepare = vi.spyOn(store, "prepare");
  act();
  const statement = prepare.mock.lastCall?.[0];
  prepare.mockRestore();
  return store
    .prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
    .all(parameters)
    .map(({ detail }) => detail);
}
