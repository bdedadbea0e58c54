import { BffError } from "@/lib/queries/bff";

/** Whether the run may have begun although no answer says so: then sending again could make a second one. */
export function mayHaveBegun(error: unknown): boolean {
  if (!(error instanceof BffError) || error.code === "upstream_unauthorized") return false;
  // A 503 is ours and comes before anything is sent; an answer below 300 was one that could not be read.
  return error.status < 300 || error.status === 500 || error.status === 502 || error.status === 504;
}
