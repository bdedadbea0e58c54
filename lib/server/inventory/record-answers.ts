// Subscribes the inventory to the API's answers.
import "server-only";
import type { InventoryKind } from "../../bff/inventory.ts";
import { systemClock } from "../../clock.ts";
import { database } from "../db/database.ts";
import { perProcess } from "../kernel/per-process.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { beforeClose } from "../kernel/shutdown.ts";
import { insertProxyChecks } from "../proxies/proxy-checks.ts";
import { subscribeToAnswers } from "../upstream/answer-events.ts";
import { extractRecords } from "./extractor.ts";
import { InventoryWriter, type InventoryWriterState } from "./inventory-writer.ts";
import { writeBatch } from "./write-batch.ts";

const inventoryWriter = perProcess("inventory-writer", () => {
  const made = new InventoryWriter({
    clock: systemClock,
    store: {
      batch: (batch) => writeBatch(database(), batch),
      checks: (rows) => insertProxyChecks(database(), rows),
    },
    report: logRepeatedFault,
  });
  beforeClose(() => made.end());
  return made;
});

/** Starts recording the API's answers: resources, their links and proxy checks. */
export const recordAnswers: () => void = perProcess("answer-recording", () => {
  subscribeToAnswers({
    onAnswer: ({ answer, input, by, tookMs }) =>
      inventoryWriter().take(extractRecords(answer, input, { by, tookMs })),
    flush: () => inventoryWriter().flush(),
  });
  return "subscribed";
});

/** Records the ids of a complete list that was read over several pages. */
export const recordCompleteList = (kind: InventoryKind, present: ReadonlySet<string>, atMs: number): void =>
  inventoryWriter().take({
    resources: [],
    links: [],
    completeLists: [{ kind, present, atMs }],
    endings: [],
    checks: [],
  });

/** State of the inventory's writing in this process. */
export const inventoryWriterState = (): InventoryWriterState => inventoryWriter().state;
