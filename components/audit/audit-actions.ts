import { liveViewOperations } from "@/lib/bff/operations/browsers";
import { allOperations } from "@/lib/contract/operations";

/** Every act of the API and of ours that leaves a record, and the two of a session. */
export const auditActions: readonly string[] = [
  ...new Set([
    ...allOperations.filter(({ method }) => method !== "GET").map(({ id }) => id),
    "downloadProfile",
    liveViewOperations.openLiveView.id,
    "signIn",
    "signOut",
  ]),
].sort();
