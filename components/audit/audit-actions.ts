import { accountOperations } from "@/lib/bff/operations/accounts";
import { liveViewOperations } from "@/lib/bff/operations/browsers";
import { pictureOperations } from "@/lib/bff/operations/pictures";
import { storedLogOperations } from "@/lib/bff/operations/stored-logs";
import { allOperations } from "@/lib/contract/operations/operations";

const accountActs = Object.values(accountOperations).filter(({ method }) => method !== "GET");

/** Every audited operation of the API and the dashboard, and sign-in and sign-out. */
export const auditActions: readonly string[] = [
  ...new Set([
    ...allOperations.filter(({ method }) => method !== "GET").map(({ id }) => id),
    "downloadProfile",
    liveViewOperations.openLiveView.id,
    storedLogOperations.deleteStoredLog.id,
    pictureOperations.deletePictures.id,
    storedLogOperations.exportEvidence.id,
    ...accountActs.map(({ id }) => id),
    "checkPassword",
    "signIn",
    "signOut",
  ]),
].sort();

/** What an audited operation does, in words, by its id. */
export const auditActionTexts: ReadonlyMap<string, string> = new Map(
  [
    ...allOperations,
    liveViewOperations.openLiveView,
    storedLogOperations.deleteStoredLog,
    pictureOperations.deletePictures,
    storedLogOperations.exportEvidence,
    ...accountActs,
  ].map(({ id, summary }) => [id, summary]),
);
