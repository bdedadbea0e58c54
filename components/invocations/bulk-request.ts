// What was asked for runs that were selected. It is kept apart from the bar that asks: the bar goes with the selection,
// and a run that ends may take the selection with it while the act is still under way.
import { useSyncExternalStore } from "react";
import type { Invocation } from "@/lib/contract/invocations";
import type { BulkAct, Matching } from "./bulk-plan.ts";

export interface BulkRequest {
  kind: BulkAct | "export";
  runs: readonly Invocation[];
  matching: Matching;
  /** Told when it was done, to let the selection go. */
  onDone: () => void;
}

const listeners = new Set<() => void>();
let asked: BulkRequest | undefined;
/** Says that what was begun for a request is to outlive its page. */
let holding: { request: BulkRequest; stays: () => boolean } | undefined;

function put(next: BulkRequest | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog of an act, unless one is open. */
export function askBulk(request: BulkRequest): void {
  if (asked === undefined) put(request);
}

/** Takes the request back; its dialog is gone. */
export const endBulk = (): void => put(undefined);

/** From now on `stays` is asked when the page of the request goes. */
export function holdBulk(request: BulkRequest, stays: () => boolean): void {
  holding = { request, stays };
}

/** The page goes. A request goes with it unless it is held; then it is there again with the page. */
export function leaveBulk(): void {
  if (asked !== undefined && holding?.request === asked && holding.stays()) return;
  endBulk();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is asked for at present. */
export const useBulkRequest = (): BulkRequest | undefined =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  );
