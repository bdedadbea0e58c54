import { nameOfPath } from "@/lib/bff/instance-path";
import { operations } from "@/lib/contract/operations/operations";
import { downloadRoute } from "@/lib/server/http/download-route";
import { safeFileName } from "@/lib/server/kernel/safe-file-name";

export const { GET, HEAD } = downloadRoute(operations.readFile, {
  fileName: (input) => safeFileName(nameOfPath(input.query.path), "file"),
  whenEmpty: "The API returned no file.",
});
