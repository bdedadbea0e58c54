import { z } from "zod";
import { openEnum, optional, resource } from "./schema.ts";

export const processStates = ["running", "exited"] as const;

/** State of one process in a session's instance: api.md §2. `exit_code` is null while it runs. */
export const processStatus = resource({
  state: optional(openEnum(processStates)),
  exit_code: optional(z.int()),
  cpu_pct: optional(z.number()),
  mem_bytes: optional(z.int()),
});
export type ProcessStatus = z.infer<typeof processStatus>;
