import { liveViewOperations } from "@/lib/bff/operations/browsers";
import { allOperations } from "@/lib/contract/operations/operations";

/** Every audited operation of the API and the dashboard, and sign-in and sign-out. */
export const auditActions: readonly string[] = [
  ...new Set([
    ...allOperations.filter(({ method }) => method !== "GET").map(({ id }) => id),
    "downloadProfile",
    liveViewOperations.openLiveView.id,
    "signIn",
    "signOut",
  ]),
].sort();
