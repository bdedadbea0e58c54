// Loaded into a measured process before its own code: on a message it collects garbage and reports the heap that is left.
import { setTimeout as pause } from "node:timers/promises";
import { writeHeapSnapshot } from "node:v8";

process.on("message", async (message) => {
  if (typeof message !== "object" || message === null || !("probe" in message)) return;
  globalThis.gc?.();
  // What finalizers release is freed by the second collection. Nothing is allocated between that and the reading.
  await pause(50);
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  if (typeof message.probe === "string" && message.probe !== "") writeHeapSnapshot(message.probe);
  process.send?.({ probe: { heapBytes: heapUsed, externalBytes: external } });
});
