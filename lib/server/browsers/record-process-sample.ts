// Records the process status in an answer; a failure is logged and does not affect the response.
import { processStatus } from "../../contract/processes.ts";
import { database } from "../db/database.ts";
import { logRepeatedFault } from "../kernel/repeated-faults.ts";
import { addProcessSample } from "./process-sample-queries.ts";

/** Records an answer about one process; skips stale and invalid answers, and processes that are not running. */
export async function recordProcessSample(
  answer: { value: unknown; observedAtMs: number; stale?: string },
  params: { id: string; process_id: string },
): Promise<void> {
  const read = processStatus.safeParse(answer.value);
  if (answer.stale !== undefined || !read.success) return;
  const { state, cpu_pct: cpu, mem_bytes: memory } = read.data;
  if (state !== "running") return;
  if (cpu == null && memory == null) return;
  try {
    await addProcessSample(database(), {
      session_id: params.id,
      process_id: params.process_id,
      at_ms: answer.observedAtMs,
      cpu_pct: cpu ?? null,
      mem_bytes: memory ?? null,
    });
  } catch (error) {
    logRepeatedFault("a sample of a process could not be recorded", error);
  }
}
