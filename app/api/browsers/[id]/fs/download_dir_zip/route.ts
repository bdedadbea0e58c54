import { nameOfPath } from "@/lib/bff/instance-path";
import { operations } from "@/lib/contract/operations/operations";
import { downloadRoute, safeFileName } from "@/lib/server/http/download-route";

export const { GET, HEAD } = downloadRoute(operations.downloadDirectoryZip, {
  fileName: (input) => safeFileName(`${nameOfPath(input.query.path)}.zip`, "folder.zip"),
  whenEmpty: "The API answered without an archive.",
});
