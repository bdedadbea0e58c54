import { BffError } from "@/lib/queries/bff";

/** Whether the invocation may have started despite the error: a retry could then start a second one. */
export function mayHaveBegun(error: unknown): boolean {
  if (!(error instanceof BffError) || error.code === "upstream_unauthorized") return false;
  if (error.isOutcomeUnknown) return true;
  // 503 comes from the dashboard before anything is sent; below 300 the response could not be parsed.
  return error.status < 300 || error.status === 500 || error.status === 502 || error.status === 504;
}
