import { nameOfPath } from "@/lib/bff/instance-path";
import { operations } from "@/lib/contract/operations/operations";
import { downloadRoute, safeFileName } from "@/lib/server/http/download-route";

export const { GET, HEAD } = downloadRoute(operations.readFile, {
  fileName: (input) => safeFileName(nameOfPath(input.query.path), "file"),
  whenEmpty: "The API answered without the file.",
});
