// Keeps what an answer about a process says. Fails beside the answer, never with it.
import { processStatus } from "../../contract/processes.ts";
import { logFault } from "../log.ts";
import { database } from "../store/database.ts";
import { addProcessSample } from "../store/process-samples.ts";

/** Records an answer about one process; an old answer told again, one that cannot be read, or one about
 *  a process that does not run any more, is no sample. */
export async function keepProcessSample(
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
    logFault("a sample of a process could not be recorded", error);
  }
}
